/** Which brokers the environment lets users connect. */
import { isIP } from "node:net";
import { z } from "zod";
import { StartError } from "../start-error.ts";

export interface BrokerSettings {
  /** How old a recorded day has to be to be practised on. */
  readonly practiceLagDays: number;
  /** Brokers that are connected themselves, and not the practice broker in their place: ids of their rows. */
  readonly real: readonly string[];
  /** The operator's apps at brokers whose users have none of their own, by the broker's id. */
  readonly apps: Readonly<Record<string, BrokerApp>>;
  /** From which orders leave, as brokers see them; none: the operator has not told. */
  readonly addresses: readonly string[];
  /** Addresses of this machine by one of which each user's orders leave; none: all leave by the machine's own. */
  readonly egress: readonly EgressAddress[];
  /** How users trade at each broker that has an adapter for real, by its id. */
  readonly modes: Readonly<Record<string, BrokerMode>>;
  /** The publisher key under which baskets are handed over; undefined: none are. */
  readonly publisher: string | undefined;
  /** Keys of the vault, the one that seals first; none: one that the master secret gives. */
  readonly vaultKeys: readonly VaultKeySetting[];
}

/**
 * sandbox: at the practice broker. self: with a key and from an address of their own, on a machine of their own. hosted: the same on a
 * server that serves others, too. vendor: with the operator's app. handoff: baskets are posted to the broker's own page.
 */
export const BROKER_MODES = ["sandbox", "self", "hosted", "vendor", "handoff"] as const;
export type BrokerMode = (typeof BROKER_MODES)[number];

export interface BrokerApp {
  readonly key: string;
  readonly secret: string;
}

export interface EgressAddress {
  /** As this machine has it. */
  readonly local: string;
  /** As brokers see it. */
  readonly seen: string;
}

export interface VaultKeySetting {
  readonly name: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

const LEAST_LAG_DAYS = 30;

/** What a real broker's variable says of it. */
const NOT_MET =
  "it has met no real broker yet, and is refused beside a simulated or recorded market, where the practice broker stands in";

const experimental = (words: string) =>
  z.enum(["experimental"]).optional().describe(`experimental: ${words}; ${NOT_MET}`);

/** The vault's key that the master secret gives, which opens beside the named ones. */
export const MASTER_KEY = "master";
const VAULT_KEYS = /^[A-Za-z0-9]{1,32}:[0-9a-f]{64}(,[A-Za-z0-9]{1,32}:[0-9a-f]{64})*$/;

export const BROKER_VARIABLES = {
  PRACTICE_LAG_DAYS: z
    .string()
    .prefault("90")
    .transform(Number)
    .pipe(z.number().int("must be whole days").min(LEAST_LAG_DAYS).max(10_000))
    .describe(
      `Days that a recorded day has to be old before the practice broker trades on it, at least ${LEAST_LAG_DAYS}`,
    ),
  BROKER_ZERODHA: experimental("orders go to Zerodha itself by Kite Connect, with each user's own app key"),
  BROKER_FYERS: experimental("orders go to Fyers itself by its API v3, with the app that BROKER_FYERS_APP names"),
  BROKER_FYERS_APP: z
    .string()
    .regex(/^[^:\s]+:[^:\s]+$/, "must look like app id:secret")
    .optional()
    .describe("The operator's app at Fyers, 'app id:secret': its redirect address is {PUBLIC_URL}/api/v1/broker/fyers"),
  BROKER_UPSTOX: experimental("orders go to Upstox itself by its API v3, with each user's own app"),
  BROKER_FLATTRADE: experimental("orders go to Flattrade itself by its Pi interface, with each user's own app key"),
  BROKER_IIFL: experimental("orders go to IIFL itself by XTS, with each user's own app key"),
  BROKER_ADDRESSES: z
    .string()
    .prefault("")
    .transform((text) => text.split(",").filter(Boolean))
    .refine(
      (addresses) => addresses.every((address) => isIP(address) !== 0),
      "must be IP addresses, separated by commas",
    )
    .describe("Addresses from which orders leave, as brokers see them, separated by commas: users register them there"),
  BROKER_EGRESS: z
    .string()
    .prefault("")
    .transform((text) => text.split(",").filter(Boolean).map(egressAddress))
    .refine((pairs) => pairs.every(({ local, seen }) => isIP(local) !== 0 && isIP(seen) !== 0), "must be IP addresses")
    .refine((pairs) => new Set(pairs.map(({ local }) => local)).size === pairs.length, "has an address twice")
    .describe(
      "Addresses of this machine, separated by commas, one for each user who brings a key of their own to a broker; 10.0.0.8=203.0.113.8 where brokers see another. Without them one such user may connect, by the machine's own",
    ),
  BROKER_MODES: z
    .string()
    .prefault("")
    .transform((text) => text.split(",").filter(Boolean).map(namedMode))
    .refine(
      (pairs) => pairs.every(({ mode }) => mode !== undefined),
      `must look like zerodha:self; modes are ${BROKER_MODES.join(", ")}`,
    )
    .describe(
      "How users trade at a broker, 'zerodha:self', several separated by commas. sandbox: in practice; self: own key and machine, so that rules they arm may act; hosted: own key, on this server; vendor: the operator's app; handoff (zerodha): baskets are confirmed on Kite's own page. Without it: sandbox, with BROKER_..=experimental vendor where there is an app, else hosted",
    ),
  BROKER_ZERODHA_PUBLISHER: z
    .string()
    .regex(/^\w{1,64}$/, "must be a key")
    .optional()
    .describe("The operator's Kite Publisher key, for the mode handoff; browsers are told it"),
  BROKER_SELF: z
    .enum(["0", "1"])
    .prefault("0")
    .describe(
      "1: the mode self at every broker where users have a key of their own and BROKER_MODES names no other: this is a trader's own machine. Rules that they arm may then change their orders; never set it where users are hosted",
    ),
  BROKER_VAULT_KEYS: z
    .string()
    .regex(VAULT_KEYS, "must look like name:64 hexadecimal digits, several separated by commas")
    .refine(hasDistinctNames, `has a name twice, or calls a key ${MASTER_KEY}, as the master secret's is`)
    .optional()
    .describe(
      "Keys under which broker logins are kept, name:hex, separated by commas: the first one seals, the others still open. Without them the master secret gives one",
    ),
};

function hasDistinctNames(text: string): boolean {
  const names = [MASTER_KEY, ...vaultKeys(text).map(({ name }) => name)];
  return new Set(names).size === names.length;
}

/** @param text '203.0.113.7', or '10.0.0.8=203.0.113.8' */
function egressAddress(text: string): EgressAddress {
  const [local = "", seen = local] = text.trim().split("=");
  return { local, seen };
}

/** @param text 'zerodha:self' @returns no mode where it is not one, or the broker has no adapter. */
function namedMode(text: string): { readonly id: string; readonly mode: BrokerMode | undefined } {
  const [id = "", word] = text.trim().split(":");
  return { id, mode: Object.hasOwn(NAMED, id) ? BROKER_MODES.find((mode) => mode === word) : undefined };
}

/** @param text as BROKER_VAULT_KEYS has it. */
export const vaultKeys = (text: string | undefined): readonly VaultKeySetting[] =>
  (text?.split(",") ?? []).map((pair) => {
    const [name = "", hex = ""] = pair.split(":");
    return { name, key: Buffer.from(hex, "hex") };
  });

type Variable = keyof typeof BROKER_VARIABLES;

/** What names each broker that has an adapter, and the operator's app where its users have none of their own. */
const NAMED: Readonly<Record<string, { readonly variable: Variable; readonly app?: Variable }>> = {
  zerodha: { variable: "BROKER_ZERODHA" },
  fyers: { variable: "BROKER_FYERS", app: "BROKER_FYERS_APP" },
  upstox: { variable: "BROKER_UPSTOX" },
  flattrade: { variable: "BROKER_FLATTRADE" },
  iifl: { variable: "BROKER_IIFL" },
};

type Values = Readonly<Partial<Record<Variable, unknown>>>;

/** Of each broker that the operator has named. @throws StartError for one that cannot be as it is named. */
export function realBrokers(values: Values): Pick<BrokerSettings, "real" | "apps" | "modes" | "publisher"> {
  const apps: Record<string, BrokerApp> = {};
  for (const [id, { app }] of Object.entries(NAMED)) {
    const text = app && values[app];
    const [key, secret] = typeof text === "string" ? text.split(":") : [];
    if (key !== undefined && secret !== undefined) apps[id] = { key, secret };
  }
  const modes = Object.fromEntries(Object.keys(NAMED).map((id) => [id, modeNamed(id, values, apps)]));
  const publisher = Object.values(modes).includes("handoff") ? values["BROKER_ZERODHA_PUBLISHER"] : undefined;
  return {
    real: Object.keys(modes).filter((id) => modes[id] !== "sandbox" && modes[id] !== "handoff"),
    apps,
    modes,
    publisher: typeof publisher === "string" ? publisher : undefined,
  };
}

/** @throws StartError */
function modeNamed(id: string, values: Values, apps: Readonly<Record<string, BrokerApp>>): BrokerMode {
  const named = Array.isArray(values["BROKER_MODES"])
    ? values["BROKER_MODES"].findLast((one) => one.id === id)
    : undefined;
  const { variable, app } = NAMED[id] ?? {};
  const isNamed = variable !== undefined && values[variable] !== undefined;
  const mode: BrokerMode = named?.mode ?? defaultMode(values, isNamed, app !== undefined);
  if (mode === "sandbox") return mode;
  if (mode === "handoff") {
    if (id !== "zerodha") throw new StartError(`BROKER_MODES: baskets can be handed over to zerodha, not to ${id}`);
    if (values["BROKER_ZERODHA_PUBLISHER"] === undefined) {
      throw new StartError("BROKER_MODES: zerodha:handoff needs BROKER_ZERODHA_PUBLISHER");
    }
    return mode;
  }
  if (!isNamed) throw new StartError(`BROKER_MODES: ${id}:${mode} needs ${variable}=experimental`);
  if (app === undefined && mode === "vendor") {
    throw new StartError(`BROKER_MODES: ${id} knows no app of the operator's: users have a key of their own`);
  }
  if (app !== undefined && mode !== "vendor")
    throw new StartError(`BROKER_MODES: ${id} has the operator's app: vendor`);
  if (app !== undefined && apps[id] === undefined)
    throw new StartError(`${variable} needs ${app}: the app that users log in to`);
  return mode;
}

function defaultMode(values: Values, isNamed: boolean, hasApp: boolean): BrokerMode {
  if (!isNamed) return "sandbox";
  if (hasApp) return "vendor"; // an operator's app is nobody's own
  return values["BROKER_SELF"] === "1" ? "self" : "hosted";
}
