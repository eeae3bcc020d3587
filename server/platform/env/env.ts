/**
 * The environment, parsed once: only main.ts and the commands read it, everything else is handed values.
 * The descriptions and defaults here are what `.env.example` is made of (`example.ts`).
 */
import { resolve } from "node:path";
import { z } from "zod";
import type { Minute } from "#contract/domain/units.ts";
import type { LogLevel } from "../log.ts";
import { StartError } from "../start-error.ts";
import { ARCHIVE_URL, type BucketSettings, type BucketVariables, bucketSettings } from "./archive.ts";
import { BROKER_VARIABLES, type BrokerSettings, realBrokers, vaultKeys } from "./brokers.ts";
import { type FeedChoice, feedChoice, type KiteSettings, recordedStart, simulatedStart, symbolList } from "./feed.ts";
import { PAYMENT_VARIABLES, type PaymentSettings, paymentSettings } from "./payments.ts";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const url = (pattern: RegExp, form: string) => z.string().regex(pattern, `must look like ${form}`);
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

/** Every variable, in the order of `.env.example`. A default is written as the text one would type. */
export const ENV_SCHEMA = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"])
    .default("development")
    .describe("'production' refuses the embedded defaults below unless they are allowed by name"),
  ROLE: z
    .enum(["all", "feed", "edge"])
    .default("all")
    .describe(
      "all: one process does everything; feed: the market alone (one leads, others stand by); edge: HTTP and sockets of a feed elsewhere. feed and edge need DATABASE_URL and REDIS_URL",
    ),
  PORT: wholeNumber(0, 65_535).prefault("4000").describe("Port of HTTP and sockets; 0 takes a free one"),
  HOST: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .describe("Address to listen on; other machines reach the server only over https (see PUBLIC_URL, TRUST_PROXY)"),
  PUBLIC_URL: url(/^https?:\/\/[^/\s]+$/, "https://strikeboard.example")
    .optional()
    .describe("Where users reach the server; the default is http://localhost:{PORT}"),
  TRUST_PROXY: flag
    .prefault("0")
    .describe("1: a reverse proxy in front terminates TLS and sets X-Forwarded-Proto and X-Forwarded-For"),
  ALLOWED_HOSTS: z
    .string()
    .default("")
    .transform((list) => list.split(/[\s,]+/).filter((host) => host !== ""))
    .describe("Further host names to answer for, separated by commas; loopback and PUBLIC_URL's are always answered"),
  DATA_DIR: z
    .string()
    .min(1)
    .default("./data")
    .transform((path) => resolve(path))
    .describe("Folder of the embedded database, the journal, the archive and the generated secrets"),
  ARCHIVE_URL: url(ARCHIVE_URL, "s3://bucket/prefix")
    .optional()
    .describe(
      "S3-compatible bucket for finished days, such as s3://bucket/prefix; it must know conditional writes. Without it they are in DATA_DIR",
    ),
  S3_ENDPOINT: url(/^https?:\/\/[^/\s]+$/, "https://s3.example")
    .optional()
    .describe("The bucket's service, where it is not AWS; the bucket's name goes into the path"),
  S3_REGION: z.string().min(1).default("us-east-1").describe("The bucket's region"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe("Access key of the bucket"),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe("Its secret"),
  ARCHIVE_KEEP_DAYS: wholeNumber(0, 36_500)
    .prefault("0")
    .describe("Days of the past to keep of what a feed brought, 0 for all; imported days always stay"),
  DATABASE_URL: url(/^postgres(ql)?:\/\//, "postgresql://user:password@host/database")
    .optional()
    .describe("PostgreSQL 15 or newer; without it PGlite runs in DATA_DIR"),
  REDIS_URL: url(/^rediss?:\/\//, "redis://host:6379")
    .optional()
    .describe("Shared rate limits, and the bus between feed and edges; without it limits are kept in memory"),
  APP_SECRET: z
    .string()
    .min(32, "must have at least 32 characters")
    .optional()
    .describe(
      "Master secret, at least 32 characters; without it one is generated into DATA_DIR. Losing it loses sealed settings",
    ),
  SMTP_URL: url(/^smtps?:\/\/[^\s]+$/, "smtps://user:password@host:465")
    .optional()
    .describe("Mail server, smtps:// or smtp://; without it messages are kept in DATA_DIR and shown at /dev/mail"),
  MAIL_FROM: url(/^[^\r\n]*@[^\r\n]+$/, "Strikeboard <no-reply@strikeboard.example>")
    .optional()
    .describe("Sender of messages; the default is no-reply at the host of PUBLIC_URL"),
  FEED: feedChoice.prefault("simulated").describe("Market data: simulated, recorded:YYYY-MM-DD, kite, or none"),
  FEED_SPEED: wholeNumber(1, 60)
    .prefault("1")
    .describe("Exchange seconds per second of a recorded day or the simulated exchange, 1 to 60"),
  FEED_START: recordedStart
    .optional()
    .describe("Where a recorded day begins, IST, such as 13:00; the default is its first minute"),
  FEED_LOOP: flag.prefault("0").describe("1: a recorded day begins again when it ends"),
  FEED_SILENCE: wholeNumber(2, 3600)
    .prefault("20")
    .describe("Seconds without anything new, in session, after which a part of the market is reported down"),
  SIM_START: simulatedStart
    .optional()
    .describe(
      "Where the simulated exchange starts, IST, such as 2026-07-27T12:15; before 09:00 it stands before its open, in real time",
    ),
  SIM_SEED: wholeNumber(0, 4_294_967_295)
    .prefault("1")
    .describe("Seed of the simulated exchange: one seed, one market"),
  KITE_API_KEY: z.string().optional().describe("FEED=kite: the API key of a Kite Connect app"),
  KITE_ACCESS_TOKEN: z.string().optional().describe("FEED=kite: the access token of this morning's login"),
  KITE_TICKER_URL: url(/^wss?:\/\/[^\s?]+$/, "wss://ws.kite.trade")
    .default("wss://ws.kite.trade")
    .describe("FEED=kite: where the ticker is"),
  KITE_INSTRUMENTS: z
    .string()
    .default("https://api.kite.trade/instruments")
    .transform((place) => (/^https?:\/\//.test(place) ? place : resolve(place)))
    .describe("FEED=kite: the day's list of instruments, a URL or a file (CSV, plain or .gz)"),
  KITE_STOCKS: symbolList.describe("FEED=kite: stocks whose chains come first where Kite's limit leaves some out"),
  SIM_SYMBOLS: z
    .string()
    .prefault("all")
    .describe(
      "What the simulated exchange lists: all, or a list such as indices,RELIANCE,TCS; futures in it adds every underlying's futures without its options",
    ),
  ...PAYMENT_VARIABLES,
  ...BROKER_VARIABLES,
  OPERATOR_EMAIL: z
    .email("must be an e-mail address")
    .optional()
    .describe(
      "Who gets bug reports and news of refunds that are due, by mail; administrators read reports in any case",
    ),
  ALLOW_DEMO: flag
    .prefault("0")
    .describe(
      "1: allow demo accounts, the mailbox page and the simulated exchange in production, or where other machines reach the server (HOST, PUBLIC_URL or TRUST_PROXY say so)",
    ),
  ALLOW_EMBEDDED_DATABASE: flag.prefault("0").describe("1: allow PGlite in production"),
  ALLOW_GENERATED_SECRETS: flag.prefault("0").describe("1: allow secrets generated into DATA_DIR in production"),
  METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .optional()
    .describe(
      "Bearer token of /metrics; without it /metrics answers outside production only, where no other machine reaches the server",
    ),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .optional()
    .describe("trace, debug, info, warn, error, fatal or silent; the default is warn, in production info"),
});

export type Role = "all" | "feed" | "edge";

export interface Env {
  readonly production: boolean;
  readonly role: Role;
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly trustProxy: boolean;
  readonly allowedHosts: readonly string[];
  /** Absolute. */
  readonly dataDir: string;
  /** Where finished days are kept; undefined for the data folder. */
  readonly bucket: BucketSettings | undefined;
  /** 0 for all. */
  readonly archiveKeepDays: number;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly appSecret: string | undefined;
  readonly mail: {
    /** undefined: the mailbox of this machine. */
    readonly smtpUrl: string | undefined;
    /** The sender; undefined for one at the public host. */
    readonly from: string | undefined;
  };
  readonly feed: FeedChoice;
  readonly feedSpeed: number;
  /** Minute at which a recorded day begins. */
  readonly feedStart: Minute | undefined;
  readonly feedLoop: boolean;
  /** Seconds. */
  readonly feedSilence: number;
  /** 'YYYY-MM-DDTHH:MM', IST. */
  readonly simStart: string | undefined;
  readonly simSeed: number;
  /** Of FEED=kite. */
  readonly kite: KiteSettings | undefined;
  readonly simSymbols: string;
  /** Demo accounts may log in. */
  readonly demo: boolean;
  readonly payments: PaymentSettings;
  readonly brokers: BrokerSettings;
  /** Of whoever runs the server. */
  readonly operatorEmail: string | undefined;
  readonly metricsToken: string | undefined;
  /** /metrics needs no token: nobody but this machine can ask. */
  readonly openMetrics: boolean;
  readonly logLevel: LogLevel;
}

export type RawEnv = Readonly<Record<string, string | undefined>>;

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * @param readFile reads the file that a `{NAME}_FILE` variable points at, for secrets that are mounted as files.
 * @throws StartError naming every wrong variable in one line.
 */
export function parseEnv(raw: RawEnv, readFile: (path: string) => string): Env {
  const parsed = ENV_SCHEMA.safeParse(withFiles(Object.keys(ENV_SCHEMA.shape), raw, readFile));
  if (!parsed.success) throw notValid(raw, parsed.error.issues);
  const values = parsed.data;
  const production = values.NODE_ENV === "production";
  const reachedBy = reachedByOthers(values);
  const reachable = reachedBy !== undefined;
  refuseLonelyRole(values);
  refuseDefaults(values, production, reachedBy);
  const demo = values.ALLOW_DEMO || (!production && !reachable);
  return {
    production,
    role: values.ROLE,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    allowedHosts: values.ALLOWED_HOSTS,
    dataDir: values.DATA_DIR,
    bucket: checkedBucket(values),
    archiveKeepDays: values.ARCHIVE_KEEP_DAYS,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    appSecret: values.APP_SECRET,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    feed: values.FEED,
    feedSpeed: values.FEED_SPEED,
    feedStart: values.FEED_START,
    feedLoop: values.FEED_LOOP,
    feedSilence: values.FEED_SILENCE,
    simStart: values.SIM_START,
    simSeed: values.SIM_SEED,
    kite: kiteSettings(values),
    simSymbols: values.SIM_SYMBOLS,
    demo,
    payments: checkedPayments(values, demo),
    brokers: {
      practiceLagDays: values.PRACTICE_LAG_DAYS,
      ...realBrokers(values),
      addresses: values.BROKER_ADDRESSES,
      egress: values.BROKER_EGRESS,
      vaultKeys: vaultKeys(values.BROKER_VAULT_KEYS),
    },
    operatorEmail: values.OPERATOR_EMAIL,
    metricsToken: values.METRICS_TOKEN,
    openMetrics: !production && !reachable,
    logLevel: values.LOG_LEVEL ?? (production ? "info" : "warn"),
  };
}

/** What several processes share has to be where all of them reach it. */
function refuseLonelyRole(values: z.output<typeof ENV_SCHEMA>): void {
  const { ROLE: role } = values;
  if (role === "all") return;
  const needed = ["DATABASE_URL", "REDIS_URL", ...(role === "edge" ? (["APP_SECRET"] as const) : [])] as const;
  const missing = needed.filter((name) => values[name] === undefined);
  if (missing.length > 0) {
    throw new StartError(`ROLE=${role} shares its work with other processes: set ${missing.join(", ")}, or ROLE=all.`);
  }
}

/** @throws StartError where FEED=kite lacks what it is let in with. */
function kiteSettings(values: z.output<typeof ENV_SCHEMA>): KiteSettings | undefined {
  if (values.FEED.kind !== "kite" || values.ROLE === "edge") return undefined;
  const { KITE_API_KEY: apiKey, KITE_ACCESS_TOKEN: accessToken } = values;
  if (!apiKey || !accessToken) {
    throw new StartError("FEED=kite needs KITE_API_KEY and KITE_ACCESS_TOKEN, or their _FILE forms.");
  }
  return {
    apiKey,
    accessToken,
    tickerUrl: values.KITE_TICKER_URL,
    instruments: values.KITE_INSTRUMENTS,
    stocks: values.KITE_STOCKS,
  };
}

/** @returns the variable that says that other machines reach this server; undefined where it is one's own alone. */
function reachedByOthers({ HOST, PUBLIC_URL, TRUST_PROXY }: z.output<typeof ENV_SCHEMA>): string | undefined {
  if (!isLoopback(HOST)) return `HOST=${HOST}`;
  if (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)) return `PUBLIC_URL=${PUBLIC_URL}`;
  return TRUST_PROXY ? "TRUST_PROXY=1" : undefined;
}

/** Defaults that are right on one's own machine and wrong elsewhere refuse to start there, each by name. */
function refuseDefaults(values: z.output<typeof ENV_SCHEMA>, production: boolean, reachedBy: string | undefined): void {
  const reachable = reachedBy !== undefined;
  const where = production ? "NODE_ENV=production" : `${reachedBy}, which other machines can reach`;
  if ((production || reachable) && values.FEED.kind === "simulated" && !values.ALLOW_DEMO) {
    throw new StartError(
      `The simulated exchange and the demo accounts are refused with ${where}: set ALLOW_DEMO=1, or choose another FEED.`,
    );
  }
  if (production && values.DATABASE_URL === undefined && !values.ALLOW_EMBEDDED_DATABASE) {
    throw new StartError(
      `The embedded database is refused with ${where}: set DATABASE_URL or ALLOW_EMBEDDED_DATABASE=1.`,
    );
  }
  if (production && values.APP_SECRET === undefined && !values.ALLOW_GENERATED_SECRETS) {
    throw new StartError(`A generated secret is refused with ${where}: set APP_SECRET or ALLOW_GENERATED_SECRETS=1.`);
  }
  if ((production || reachable) && values.ROLE !== "feed" && values.SMTP_URL === undefined && !values.ALLOW_DEMO) {
    throw new StartError(`The mailbox page instead of e-mail is refused with ${where}: set SMTP_URL or ALLOW_DEMO=1.`);
  }
}

/** A feed serves nobody: it needs no keys. */
function checkedPayments(values: z.output<typeof ENV_SCHEMA>, demo: boolean): PaymentSettings {
  if (values.ROLE === "feed") return { kind: "none" };
  const payments = paymentSettings(values, demo);
  if (typeof payments === "string") throw new StartError(payments);
  return payments;
}

function checkedBucket(values: BucketVariables): BucketSettings | undefined {
  const bucket = bucketSettings(values);
  if (typeof bucket === "string") throw new StartError(bucket);
  return bucket;
}

const ARCHIVE_SCHEMA = ENV_SCHEMA.pick({
  DATA_DIR: true,
  ARCHIVE_URL: true,
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
});

/** Where days are, for commands that need nothing else. @throws StartError in one line. */
export function parseArchive(raw: RawEnv, readFile: (path: string) => string): Pick<Env, "dataDir" | "bucket"> {
  const parsed = ARCHIVE_SCHEMA.safeParse(withFiles(Object.keys(ARCHIVE_SCHEMA.shape), raw, readFile));
  if (!parsed.success) throw notValid(raw, parsed.error.issues);
  return { dataDir: parsed.data.DATA_DIR, bucket: checkedBucket(parsed.data) };
}

function notValid(raw: RawEnv, issues: readonly z.core.$ZodIssue[]): StartError {
  const faults = issues.map(({ path, message }) => {
    const name = String(path[0]);
    if (!raw[name] && raw[`${name}_FILE`]) return `${name}: ${message} (from ${name}_FILE)`;
    return `${name}: ${message}${isSecret(name) ? "" : ` (it is ${JSON.stringify(raw[name])})`}`;
  });
  return new StartError(`The environment is not valid: ${[...new Set(faults)].join("; ")}`);
}

const isSecret = (name: string): boolean => /SECRET|TOKEN|_KEYS?$|_APP$|_URL$/.test(name);

/** `NAME_FILE` stands in for `NAME`; an empty variable counts as not set. */
function withFiles(names: readonly string[], raw: RawEnv, readFile: (path: string) => string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const path = raw[`${name}_FILE`];
    const text = raw[name] || (path ? readVariable(name, path, readFile) : undefined);
    if (text !== undefined && text !== "") values[name] = text;
  }
  return values;
}

function readVariable(name: string, path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path).trim();
  } catch {
    throw new StartError(`${name}_FILE: cannot read ${path}`);
  }
}
