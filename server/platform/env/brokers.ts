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
  /** Of the real ones, those to which users bring a key of their own. */
  readonly keyed: readonly string[];
  /** Of the real ones, those at which users trade with a key and from an address of their own. */
  readonly own: readonly string[];
  /** Keys of the vault, the one that seals first; none: one that the master secret gives. */
  readonly vaultKeys: readonly VaultKeySetting[];
}

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
const NOT_MET = "it has met no real broker yet. Without it the practice broker stands in, where there is one";

const experimental = (words: string) =>
  z.enum(["experimental"]).optional().describe(`experimental: ${words}; ${NOT_MET}`);

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
    .describe(
      "The operator's app at Fyers, 'app id:secret': its redirect address is {PUBLIC_ORIGIN}/api/v1/broker/fyers",
    ),
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
  BROKER_SELF: z
    .enum(["1"])
    .optional()
    .describe(
      "1: whoever trades here does so with a key and from an address of their own, as on a trader's own machine. Rules that they arm may then change their orders; never set it where users are hosted",
    ),
  BROKER_VAULT_KEYS: z
    .string()
    .regex(VAULT_KEYS, "must look like name:64 hexadecimal digits, several separated by commas")
    .optional()
    .describe(
      "Keys under which broker logins are kept, name:hex, separated by commas: the first one seals, the others still open. Without them the master secret gives one",
    ),
};

/** @param text '203.0.113.7', or '10.0.0.8=203.0.113.8' */
function egressAddress(text: string): EgressAddress {
  const [local = "", seen = local] = text.trim().split("=");
  return { local, seen };
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

/** Of each broker that the operator has named. @throws StartError for one whose app is missing. */
export function realBrokers(
  values: Readonly<Partial<Record<Variable, unknown>>>,
): Pick<BrokerSettings, "real" | "apps" | "keyed" | "own"> {
  const real = Object.keys(NAMED).filter((id) => NAMED[id] && values[NAMED[id].variable] !== undefined);
  const apps: Record<string, BrokerApp> = {};
  for (const [id, { variable, app }] of Object.entries(NAMED)) {
    const text = app && values[app];
    const [key, secret] = typeof text === "string" ? text.split(":") : [];
    if (key !== undefined && secret !== undefined) apps[id] = { key, secret };
    else if (app !== undefined && real.includes(id)) {
      throw new StartError(`${variable} needs ${app}: the app that users log in to`);
    }
  }
  // An operator's app is nobody's own.
  const keyed = real.filter((id) => apps[id] === undefined);
  return { real, apps, keyed, own: values.BROKER_SELF === undefined ? [] : keyed };
}
