/**
 * Sends one intent, once. A slot of the governor, a claim in the database, the call, the answer: no transaction is open while
 * the broker is asked, and whoever loses the claim sends nothing.
 */
import type { Connection } from "../../../brokers/connections.ts";
import { type Governor, GovernorError } from "../../../brokers/governor.ts";
import type { BrokerPort, BrokerSession, OrderId, Sent } from "../../../brokers/port.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Log } from "../../../platform/log.ts";
import { type Intent, isUrgent, isWatched, type Step } from "./intent.ts";
import type { IntentRepository } from "./intent-repository.ts";
import type { GttRequest } from "./intent-request.ts";
import type { OrderNews } from "./order-news.ts";
import { afterWrite, NOT_CONFIRMED, nextLook, nextWatch } from "./settlement.ts";

export interface SendingDeps {
  readonly intents: IntentRepository;
  readonly governor: Governor;
  readonly news: OrderNews;
  readonly clock: WallClock;
  readonly log: Log;
}

/** @returns the intent as it is when the broker has answered, or has not. */
export type Send = (intent: Intent, connection: Connection) => Promise<Intent>;

export function createSending({ intents, governor, news, clock, log }: SendingDeps): Send {
  async function settled(intent: Intent, step: Step): Promise<Intent> {
    const now = clock.now();
    const sentAt = intent.sentAt?.getTime() ?? now;
    const isTaken = step.state === "placed" && isWatched(intent.kind);
    const look = isTaken ? nextWatch(sentAt, now) : step.state === "unknown" ? nextLook(sentAt, now) : undefined;
    const checkAt = look === undefined ? null : new Date(look);
    const moved = await intents.settle(intent.id, { ...step, now: new Date(now), checkAt });
    if (moved !== undefined) await news.settled();
    return moved ?? (await intents.byIds([intent.id]))[0] ?? intent;
  }

  /** Waits while another that looks alike is not confirmed. @returns why it may not start; undefined: it may. */
  async function twinHolds(intent: Intent): Promise<Step | undefined> {
    for (const until = clock.monotonic() + TWIN_MS; (await intents.withTwins([intent])).size > 0; ) {
      if (clock.monotonic() >= until) return TWIN;
      await new Promise<void>((resolve) => clock.after(TWIN_LOOK_MS, resolve));
    }
    return undefined;
  }

  return async (intent, connection) => {
    const { port, client } = connection;
    const lane = { client, exchange: intent.exchange, isUrgent: isUrgent(intent.kind) };
    const { perSecond } = port.facts.limits;
    const slot = (): Promise<number> => governor.slot(lane, perSecond);
    const isAlone = !port.facts.echoesTag || intent.kind === "gtt-place";
    let until: number;
    for (let wasAlone = !isAlone; ; ) {
      const held = isAlone ? await twinHolds(intent) : undefined;
      if (held !== undefined) return settled(intent, held);
      try {
        until = await slot();
      } catch (error) {
        if (!(error instanceof GovernorError)) throw error;
        log.error({ intent: intent.id, err: error }, "an order was not sent");
        return settled(intent, { state: "void", message: `Not sent: ${error.message}` });
      }
      if (await intents.claim(intent, new Date(clock.now()), isAlone)) break;
      // Its twin may have started first, and be confirmed by now.
      if (wasAlone) return settled(intent, STOPPED);
      wasAlone = (await intents.withTwins([intent])).size === 0;
    }
    const claimed = { ...intent, sentAt: new Date(clock.now()) };
    try {
      // A claim may take longer than its slot lasts.
      while (clock.monotonic() > until) until = await slot();
    } catch (error) {
      return settled(claimed, { state: "void", message: `Not sent: ${messageOf(error)}` });
    }
    const sent = await ask(port, connection.session, intent).catch((error: unknown): Sent<OrderId> | Sent<void> => {
      // An adapter that throws has broken its promise; what became of the order is unknown all the same.
      log.error({ intent: intent.id, err: error }, "a broker's adapter threw at a write");
      return { kind: "unknown", why: NOT_CONFIRMED };
    });
    if (sent.kind === "unknown") log.warn({ intent: intent.id, why: sent.why }, "an order is not confirmed");
    return settled(claimed, afterWrite(sent));
  };
}

export const KEEPS_NO_GTT = "This broker keeps no orders that wait for a price";

/** How long an order waits for one that looks alike and is not confirmed. */
const TWIN_MS = 10_000;
const TWIN_LOOK_MS = 200;
const TWIN: Step = { state: "void", message: "Not sent: an order just like it is not confirmed yet" };

/** The claim was lost: to a kill switch, or to a restart that gave the intent up. */
const STOPPED: Step = { state: "void", message: "Not sent: trading is stopped" };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function ask(port: BrokerPort, session: BrokerSession, { request, tag }: Intent): Promise<Sent<OrderId> | Sent<void>> {
  switch (request.kind) {
    case "place":
    case "exit":
      return port.place(session, request.order, tag);
    case "modify":
      return port.modify(session, request.order, request.change);
    case "cancel":
      return port.cancel(session, request.order);
    case "convert":
      return (
        port.convert?.(session, request.conversion) ??
        Promise.resolve({ kind: "refused", code: "product", message: "This broker converts no positions" })
      );
    case "gtt-place":
    case "gtt-modify":
    case "gtt-delete":
      return askGtt(port, session, request);
  }
}

async function askGtt(
  { gtt }: BrokerPort,
  session: BrokerSession,
  request: GttRequest,
): Promise<Sent<OrderId> | Sent<void>> {
  if (gtt === undefined) return { kind: "refused", code: "order-type", message: KEEPS_NO_GTT };
  switch (request.kind) {
    case "gtt-place":
      return gtt.place(session, request.gtt);
    case "gtt-modify":
      return gtt.modify(session, request.gtt, request.change);
    case "gtt-delete":
      return gtt.delete(session, request.gtt);
  }
}
