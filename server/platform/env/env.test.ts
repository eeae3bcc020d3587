import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { expect, test } from "vitest";
import { StartError } from "../start-error.ts";
import { parseArchive, parseEnv, type RawEnv } from "./env.ts";
import { envExample } from "./example.ts";

const noFiles = (): string => {
  throw new Error("no files here");
};
const parse = (raw: RawEnv) => parseEnv(raw, noFiles);

test("an empty environment is one's own machine with everything embedded", () => {
  const env = parse({});
  expect(env).toMatchObject({ port: 4000, host: "127.0.0.1", demo: true, openMetrics: true, feedSpeed: 1 });
  expect(env).toMatchObject({
    feed: { kind: "simulated" },
    simSymbols: "all",
    databaseUrl: undefined,
    logLevel: "warn",
  });
  expect(isAbsolute(env.dataDir)).toBe(true);
});

test("a recorded day, its speed and a simulated start are understood", () => {
  const env = parse({
    FEED: "recorded:2026-08-18",
    FEED_SPEED: "60",
    FEED_START: "13:00",
    SIM_START: "2026-07-27T12:15",
  });
  expect(env).toMatchObject({
    feed: { kind: "recorded", date: "2026-08-18" },
    feedSpeed: 60,
    feedStart: 780,
    simStart: "2026-07-27T12:15",
  });
});

test.each([
  [{ PORT: "abc" }, /PORT: must be a whole number from 0 to 65535 \(it is "abc"\)/],
  [{ PORT: "70000" }, /PORT/],
  [{ FEED: "nse" }, /FEED: must be simulated, recorded:YYYY-MM-DD, kite or none/],
  [{ FEED: "kite", KITE_API_KEY: "k" }, /FEED=kite needs KITE_API_KEY and KITE_ACCESS_TOKEN/],
  [{ KITE_TICKER_URL: "https://ws.kite.trade" }, /KITE_TICKER_URL: must look like wss/],
  [{ FEED_SILENCE: "1" }, /FEED_SILENCE: must be a whole number from 2 to 3600/],
  [{ FEED: "recorded:2026-02-30" }, /FEED/],
  [{ FEED_SPEED: "0" }, /FEED_SPEED/],
  [{ FEED_START: "25:00" }, /FEED_START/],
  [{ SIM_START: "2026-07-27" }, /SIM_START: must be an IST date and time/],
  [{ PUBLIC_URL: "strikeboard.example" }, /PUBLIC_URL/],
  [{ NODE_ENV: "prod" }, /NODE_ENV/],
  [{ SMTP_URL: "mail.example" }, /SMTP_URL: must look like smtps:/],
  [{ MAIL_FROM: "nobody" }, /MAIL_FROM/],
  [{ PORT: "x", FEED: "y" }, /PORT: .*; FEED: /],
  [{ DATABASE_URL_FILE: "/nowhere" }, /DATABASE_URL_FILE: cannot read/],
])("%o is refused in one line", (raw, message) => {
  const refusal = (): unknown => parse(raw);
  expect(refusal).toThrow(StartError);
  expect(refusal).toThrow(message);
  expect(refusal).not.toThrow(/\n/);
});

test("a bucket needs its keys, and a prefix loses its slashes", () => {
  const keys = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  expect(parse({}).bucket).toBeUndefined();
  expect(() => parse({ ARCHIVE_URL: "s3://days" })).toThrow(/^ARCHIVE_URL needs S3_ACCESS_KEY_ID and/);
  expect(() => parse({ ARCHIVE_URL: "https://days", ...keys })).toThrow(/ARCHIVE_URL: must look like s3:/);
  expect(parse({ ARCHIVE_URL: "s3://days/a/b/", S3_ENDPOINT: "https://s3.example", ...keys }).bucket).toEqual({
    bucket: "days",
    prefix: "a/b",
    endpoint: "https://s3.example",
    region: "us-east-1",
    accessKeyId: "id",
    secretAccessKey: "secret",
  });
  const archive = { ARCHIVE_URL: "s3://days", PORT: "x", APP_SECRET_FILE: "elsewhere", ...keys };
  expect(parseArchive(archive, noFiles).bucket).toMatchObject({ prefix: "" });
  expect(() => parseArchive({ S3_ENDPOINT: "x" }, noFiles)).toThrow(/S3_ENDPOINT: must look like/);
});

test("the Kite ticker has its places by default, and takes a file and a list of stocks", () => {
  const raw = { FEED: "kite", KITE_API_KEY: "key", KITE_ACCESS_TOKEN: "access" };
  expect(parse(raw).kite).toEqual({
    apiKey: "key",
    accessToken: "access",
    tickerUrl: "wss://ws.kite.trade",
    instruments: "https://api.kite.trade/instruments",
    stocks: [],
  });
  const { kite } = parse({ ...raw, KITE_INSTRUMENTS: "list.csv", KITE_STOCKS: "TCS, INFY" });
  expect(isAbsolute(kite?.instruments ?? "")).toBe(true);
  expect(kite?.stocks).toEqual(["TCS", "INFY"]);
  expect(parse({}).kite).toBeUndefined();
});

test("a wrong secret is not repeated in the message", () => {
  expect(() => parse({ APP_SECRET: "short-secret" })).toThrow(/^(?!.*short-secret).*APP_SECRET/);
  expect(() => parse({ BROKER_FYERS_APP: "id-and-secret" })).toThrow(/^(?!.*id-and-secret).*BROKER_FYERS_APP/);
});

test("a value that came from a file is said to be that file's", () => {
  expect(() => parseEnv({ PORT_FILE: "/run/port" }, () => "abc")).toThrow(/PORT: must be .* \(from PORT_FILE\)$/);
  expect(() => parseEnv({ APP_SECRET_FILE: "/run/secret" }, () => "short-secret")).toThrow(
    /^(?!.*short-secret).*\(from APP_SECRET_FILE\)/,
  );
});

test("keys of the vault have names of their own, none of them the master secret's", () => {
  const [one, other] = ["a".repeat(64), "b".repeat(64)];
  const names = (text: string) => parse({ BROKER_VAULT_KEYS: text }).brokers.vaultKeys.map(({ name }) => name);
  expect(names(`new:${one},old:${other}`)).toEqual(["new", "old"]);
  for (const wrong of [`k:${one},k:${other}`, `master:${one}`])
    expect(() => names(wrong)).toThrow(/^(?!.*aaaa).*BROKER_VAULT_KEYS: has a name twice, or calls a key master/);
  expect(() => names("short")).toThrow(/BROKER_VAULT_KEYS: must look like[^;]*$/);
});

test("a variable can come from a file, and an empty one counts as not set", () => {
  expect(parseEnv({ APP_SECRET_FILE: "/run/secret" }, () => `${"s".repeat(40)}\n`).appSecret).toBe("s".repeat(40));
  expect(parse({ DATABASE_URL: "" }).databaseUrl).toBeUndefined();
});

test("every secret can be a mounted file", () => {
  const texts: Record<string, string> = {
    DATABASE_URL: "postgres://h/d",
    REDIS_URL: "redis://h",
    APP_SECRET: "s".repeat(40),
    SMTP_URL: "smtps://u:p@mail",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "key",
    METRICS_TOKEN: "m".repeat(16),
    KITE_API_KEY: "api",
    KITE_ACCESS_TOKEN: "access",
    RAZORPAY_KEY_ID: "rzp",
    RAZORPAY_KEY_SECRET: "rzp secret",
    RAZORPAY_WEBHOOK_SECRET: "w".repeat(16),
  };
  const files = Object.fromEntries(Object.keys(texts).map((name) => [`${name}_FILE`, `/run/secrets/${name}`]));
  const choices = { ARCHIVE_URL: "s3://days", FEED: "kite", PAYMENT_PROVIDER: "razorpay" };
  const env = parseEnv({ ...files, ...choices }, (path) => `${texts[path.split("/").at(-1) ?? ""]}\n`);
  expect(env).toMatchObject({
    databaseUrl: texts["DATABASE_URL"],
    redisUrl: texts["REDIS_URL"],
    appSecret: texts["APP_SECRET"],
    metricsToken: texts["METRICS_TOKEN"],
    mail: { smtpUrl: texts["SMTP_URL"] },
    bucket: { accessKeyId: "id", secretAccessKey: "key" },
    kite: { apiKey: "api", accessToken: "access" },
    payments: { settings: { keyId: "rzp", keySecret: "rzp secret", webhookSecret: texts["RAZORPAY_WEBHOOK_SECRET"] } },
  });
});

test.each([
  [{ HOST: "0.0.0.0" }, /ALLOW_DEMO/],
  [{ NODE_ENV: "production" }, /ALLOW_DEMO/],
  [{ NODE_ENV: "production", FEED: "none" }, /DATABASE_URL/],
  [{ NODE_ENV: "production", FEED: "none", DATABASE_URL: "postgres://h/d" }, /APP_SECRET/],
  [
    { NODE_ENV: "production", FEED: "none", DATABASE_URL: "postgres://h/d", APP_SECRET: "s".repeat(40) },
    /mailbox .*SMTP_URL or ALLOW_DEMO=1/,
  ],
  [{ HOST: "0.0.0.0", FEED: "none" }, /mailbox .*SMTP_URL or ALLOW_DEMO=1/],
  [{ PUBLIC_URL: "https://strikeboard.example" }, /refused with PUBLIC_URL=https:.*ALLOW_DEMO=1/],
  [{ TRUST_PROXY: "1" }, /refused with TRUST_PROXY=1, .*ALLOW_DEMO=1/],
  [
    { TRUST_PROXY: "1", FEED: "none", SMTP_URL: "smtp://mail", PAYMENT_PROVIDER: "simulated" },
    /checkout .*ALLOW_DEMO=1/,
  ],
])("%o refuses an embedded default by name", (raw, message) => {
  expect(() => parse(raw)).toThrow(message);
});

test("a feed and an edge need what they share, by name; one process for all needs nothing", () => {
  const shared = { DATABASE_URL: "postgres://h/d", REDIS_URL: "redis://h" };
  expect(() => parse({ ROLE: "feed" })).toThrow(/^ROLE=feed .*set DATABASE_URL, REDIS_URL, or ROLE=all/);
  expect(() => parse({ ROLE: "edge", ...shared })).toThrow(/^ROLE=edge .*set APP_SECRET, or ROLE=all/);
  expect(() => parse({ ROLE: "both" })).toThrow(/ROLE/);
  expect(parse({ ROLE: "feed", ...shared }).role).toBe("feed");
  expect(parse({ ROLE: "edge", ...shared, APP_SECRET: "s".repeat(40) }).role).toBe("edge");
  expect(parse({}).role).toBe("all");
});

test("each embedded default can be allowed by name, and demo accounts go with ALLOW_DEMO", () => {
  expect(parse({ HOST: "0.0.0.0", ALLOW_DEMO: "1" }).demo).toBe(true);
  expect(parse({ HOST: "0.0.0.0", FEED: "none", SMTP_URL: "smtp://mail" })).toMatchObject({
    demo: false,
    openMetrics: false,
    mail: { smtpUrl: "smtp://mail", from: undefined },
  });
  const allowed = { ALLOW_EMBEDDED_DATABASE: "1", ALLOW_GENERATED_SECRETS: "1", SMTP_URL: "smtps://u:p@mail:465" };
  expect(parse({ NODE_ENV: "production", FEED: "none", ...allowed })).toMatchObject({ production: true, demo: false });
});

test.each([{ PUBLIC_URL: "https://strikeboard.example" }, { TRUST_PROXY: "1" }])(
  "%o counts as reached by others: no demo accounts, no simulated checkout, no open metrics or mailbox",
  (raw) => {
    expect(parse({ ...raw, FEED: "none", SMTP_URL: "smtp://mail" })).toMatchObject({
      demo: false,
      openMetrics: false,
      payments: { kind: "none" },
    });
    expect(parse({ ...raw, ALLOW_DEMO: "1" })).toMatchObject({ demo: true, openMetrics: false });
  },
);

test("a public address of this machine is one's own", () => {
  for (const url of ["http://localhost:5000", "http://127.0.0.1:5000", "http://[::1]:5000"]) {
    expect(parse({ PUBLIC_URL: url })).toMatchObject({ demo: true, openMetrics: true });
  }
});

test("addresses that orders leave by are told as this machine has them, and as brokers see them where that differs", () => {
  expect(parse({}).brokers.egress).toEqual([]);
  expect(parse({ BROKER_EGRESS: "203.0.113.7, 10.0.0.8=203.0.113.8,2001:db8::7" }).brokers.egress).toEqual([
    { local: "203.0.113.7", seen: "203.0.113.7" },
    { local: "10.0.0.8", seen: "203.0.113.8" },
    { local: "2001:db8::7", seen: "2001:db8::7" },
  ]);
  expect(() => parse({ BROKER_EGRESS: "203.0.113" })).toThrow(/BROKER_EGRESS: must be IP addresses/);
  expect(() => parse({ BROKER_EGRESS: "10.0.0.8,10.0.0.8=203.0.113.8" })).toThrow(
    /BROKER_EGRESS: has an address twice/,
  );
});

test("a broker's mode is named, or follows from whose key it is; what cannot be is refused by name", () => {
  const raw = { BROKER_ZERODHA: "experimental", BROKER_FYERS: "experimental", BROKER_FYERS_APP: "id:secret" };
  const modesOf = (more: object) => parse({ ...raw, ...more }).brokers.modes;
  expect(parse({}).brokers).toMatchObject({ real: [], modes: { zerodha: "sandbox", fyers: "sandbox" } });
  expect(parse(raw).brokers).toMatchObject({
    real: ["zerodha", "fyers"],
    modes: { zerodha: "hosted", fyers: "vendor" },
  });
  expect(modesOf({ BROKER_SELF: "1" })).toMatchObject({ zerodha: "self", fyers: "vendor", upstox: "sandbox" });
  expect(modesOf({ BROKER_SELF: "0" })).toMatchObject({ zerodha: "hosted" });
  expect(modesOf({ BROKER_MODES: "zerodha:self" })).toMatchObject({ zerodha: "self", fyers: "vendor" });
  expect(modesOf({ BROKER_SELF: "1", BROKER_MODES: "zerodha:hosted" })).toMatchObject({ zerodha: "hosted" });
  expect(parse({ ...raw, BROKER_MODES: "zerodha:sandbox,fyers:vendor" }).brokers.real).toEqual(["fyers"]);
  const publisher = { BROKER_ZERODHA_PUBLISHER: "abc123" };
  const handed = parse({ BROKER_MODES: "zerodha:handoff", ...publisher }).brokers;
  expect(handed).toMatchObject({ real: [], modes: { zerodha: "handoff" }, publisher: "abc123" });
  expect(parse(publisher).brokers.publisher).toBeUndefined();
  for (const [more, words] of [
    [{ BROKER_MODES: "zerodha:live" }, /BROKER_MODES: must look like zerodha:self; modes are sandbox, self/],
    [{ BROKER_MODES: "nobody:self" }, /BROKER_MODES: must look like/],
    [{ BROKER_MODES: "upstox:self" }, /upstox:self needs BROKER_UPSTOX=experimental/],
    [{ BROKER_MODES: "zerodha:vendor" }, /zerodha knows no app of the operator's/],
    [{ BROKER_MODES: "fyers:self" }, /fyers has the operator's app: vendor/],
    [{ BROKER_MODES: "upstox:handoff" }, /handed over to zerodha, not to upstox/],
    [{ BROKER_MODES: "zerodha:handoff" }, /needs BROKER_ZERODHA_PUBLISHER/],
  ] as const)
    expect(() => parse({ ...raw, ...more })).toThrow(words);
});

test(".env.example is in sync (npm run env:example)", () => {
  expect(readFileSync(new URL("../../../.env.example", import.meta.url), "utf8")).toBe(envExample());
});
