/**
 * With whose key users trade at a broker, and what follows from that. This is the only place that decides whether anything may act by
 * itself: where the key, the address and the machine are the trader's own, and in practice. Everywhere else it would be an
 * algorithm that somebody offers to others, which needs a registration.
 */
import type { BrokerMode } from "../platform/env/brokers.ts";
import type { BrokerPort } from "./port.ts";

export type BrokerModes = Readonly<Record<string, BrokerMode>>;

type Port = Pick<BrokerPort, "facts">;

/** Of a connection: where baskets are handed over nobody is connected. */
export type ConnectionMode = Exclude<BrokerMode, "handoff">;

/** A real broker of which nothing is said, or nothing that fits, is one that serves others, too. */
export function modeOf({ facts }: Port, modes: BrokerModes): ConnectionMode {
  if (facts.isPractice) return "sandbox";
  const mode = modes[facts.id];
  return mode === "self" || mode === "vendor" ? mode : "hosted";
}

/** Whether rules that a user armed may change or send orders. */
export function mayRulesAct(port: Port, modes: BrokerModes): boolean {
  const mode = modeOf(port, modes);
  return mode === "sandbox" || mode === "self";
}

/** Whether the broker knows each user by the address that orders come from: it does where the key is the user's own. */
export function needsOwnAddress(port: Port, modes: BrokerModes): boolean {
  const mode = modeOf(port, modes);
  return port.facts.needsFixedAddress && (mode === "self" || mode === "hosted");
}
