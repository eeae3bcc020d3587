import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ENV_SCHEMA, parseEnv, type RawEnv } from "./env.ts";

const textOf = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const compose = textOf("compose.yaml");

/** NAME: value of a part of compose.yaml, variables filled in as docker compose does. */
function environmentOf(part: string, variables: Readonly<Record<string, string>>): RawEnv {
  const lines = part.matchAll(/^\s+([A-Z][A-Z0-9_]*): "?([^"\n]*)"?$/gm);
  return Object.fromEntries(
    Array.from(lines, ([, name = "", value = ""]) => [
      name,
      value.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, variable: string, kind: string, rest: string) => {
        const filled = variables[variable] || undefined;
        if (filled === undefined && kind === "?") throw new Error(`${variable}: ${rest}`);
        return filled ?? rest;
      }),
    ]),
  );
}

const [, shared = "", rest = ""] = /environment: &environment\n([\s\S]*?)\nservices:\n([\s\S]*)/.exec(compose) ?? [];
const serviceOf = (name: string): string => new RegExp(`^  ${name}:\n((?:    .*\n|\n)*)`, "m").exec(rest)?.[1] ?? "";
const image = Object.fromEntries(
  (/^ENV (.*)$/m.exec(textOf("Dockerfile"))?.[1] ?? "").split(" ").map((pair) => pair.split("=")),
) as RawEnv;

const OWN = { DOMAIN: "strikeboard.example", APP_SECRET: "s".repeat(40), POSTGRES_PASSWORD: "p", FEED: "none" };
/** @param file what else is in `.env`, which reaches a container behind what compose.yaml sets. */
const parse = (
  service: string,
  variables: Readonly<Record<string, string>>,
  file: Readonly<Record<string, string>> = {},
) =>
  parseEnv(
    { ...image, ...file, ...environmentOf(shared, variables), ...environmentOf(serviceOf(service), variables) },
    () => "",
  );

test("compose.yaml starts every role as a production, with nothing embedded", () => {
  const edge = parse("edge", { ...OWN, SMTP_URL: "smtps://mail" });
  expect(edge).toMatchObject({ production: true, role: "edge", demo: false, trustProxy: true, bucket: undefined });
  expect(edge.publicUrl).toBe("https://strikeboard.example");
  expect(parse("feed", OWN)).toMatchObject({ production: true, role: "feed", dataDir: "/data", host: "0.0.0.0" });
});

test("compose.yaml asks for what it cannot do without, and the server for the rest", () => {
  for (const name of Object.keys(OWN)) {
    expect(() => parse("edge", { ...OWN, SMTP_URL: "smtps://mail", [name]: "" })).toThrow(name);
  }
  expect(() => parse("edge", OWN)).toThrow(/SMTP_URL/);
  expect(() => parse("feed", { ...OWN, FEED: "simulated" })).toThrow(/ALLOW_DEMO/);
  expect(parse("edge", { ...OWN, FEED: "simulated", ALLOW_DEMO: "1" }).demo).toBe(true);
});

test("a bucket and a payment provider reach the processes that use them", () => {
  const bucket = { ARCHIVE_URL: "s3://days/a", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  expect(parse("feed", { ...OWN, ...bucket }).bucket).toMatchObject({ bucket: "days", region: "us-east-1" });
  const keys = {
    PAYMENT_PROVIDER: "razorpay",
    RAZORPAY_KEY_ID: "id",
    RAZORPAY_KEY_SECRET: "secret",
    RAZORPAY_WEBHOOK_SECRET: "w".repeat(16),
  };
  expect(parse("edge", { ...OWN, SMTP_URL: "smtps://mail", ...bucket, ...keys })).toMatchObject({
    payments: { kind: "razorpay" },
    bucket: { prefix: "a" },
  });
});

test("all of .env reaches every role; where the data, the database and the host are is compose.yaml's own", () => {
  expect(compose).toContain("env_file: [{ path: .env, required: false }]");
  const file = {
    OPERATOR_EMAIL: "ops@strikeboard.example",
    ARCHIVE_KEEP_DAYS: "30",
    ...{ NODE_ENV: "development", HOST: "127.0.0.1", PORT: "5000", DATA_DIR: "./data", ROLE: "all" },
    ...{ DATABASE_URL: "postgresql://elsewhere/x", REDIS_URL: "redis://elsewhere", PUBLIC_URL: "http://localhost" },
  };
  const own = { ...parse("feed", OWN), operatorEmail: file.OPERATOR_EMAIL, archiveKeepDays: 30 };
  expect(parse("feed", OWN, file)).toEqual(own);
  const edge = { ...OWN, SMTP_URL: "smtps://mail" };
  expect(parse("edge", edge, file)).toEqual({
    ...parse("edge", edge),
    operatorEmail: file.OPERATOR_EMAIL,
    archiveKeepDays: 30,
  });
});

test("what the browser app is built with reaches the image's build", () => {
  for (const [, name = ""] of textOf("Dockerfile").matchAll(/^ARG (VITE_\w+)=$/gm))
    expect(compose).toContain(`${name}: \${${name}:-}`);
  expect(textOf("server/OPERATING.md")).toContain("VITE_DATA_BASE");
});

test("every variable in compose.yaml is one that the server knows", () => {
  const all = { ...OWN, ...environmentOf(shared, OWN) };
  const names = [...Object.keys(environmentOf(serviceOf("feed"), all)), ...Object.keys(environmentOf(shared, all))];
  const edge = Object.keys(environmentOf(serviceOf("edge"), all));
  expect([...names, ...edge].filter((name) => !(name in ENV_SCHEMA.shape))).toEqual([]);
});

test("the image runs as nobody in particular, and says whether it is well", () => {
  const text = textOf("Dockerfile");
  expect(text).toMatch(/^USER node$/m);
  expect(text).toMatch(/^HEALTHCHECK /m);
  expect(image).toMatchObject({ NODE_ENV: "production" });
});
