import { expect, test } from "vitest";
import { parseEnv } from "./env.ts";

const parse = (raw: Record<string, string>) => parseEnv(raw, (path) => (path === "/key" ? "secret from a file\n" : ""));
const PRODUCTION = {
  NODE_ENV: "production",
  FEED: "none",
  DATABASE_URL: "postgres://h/d",
  APP_SECRET: "s".repeat(40),
  SMTP_URL: "smtps://u:p@mail:465",
};
const RAZORPAY = {
  PAYMENT_PROVIDER: "razorpay",
  RAZORPAY_KEY_ID: "rzp_1",
  RAZORPAY_KEY_SECRET: "k",
  RAZORPAY_WEBHOOK_SECRET: "w".repeat(16),
};

test("on one's own machine the checkout is simulated; in production nothing is sold until a provider is named", () => {
  expect(parse({}).payments).toEqual({ kind: "simulated" });
  expect(parse(PRODUCTION).payments).toEqual({ kind: "none" });
  expect(parse({ ...PRODUCTION, ALLOW_DEMO: "1" }).payments).toEqual({ kind: "simulated" });
  expect(parse({ PAYMENT_PROVIDER: "none" }).payments).toEqual({ kind: "none" });
});

test("production refuses the simulated checkout unless it is allowed by name", () => {
  const simulated = { ...PRODUCTION, PAYMENT_PROVIDER: "simulated" };
  expect(() => parse(simulated)).toThrow(/^The simulated checkout is refused: set ALLOW_DEMO=1/);
  expect(() => parse({ ...simulated, NODE_ENV: "development", HOST: "0.0.0.0" })).toThrow(/simulated checkout/);
  expect(parse({ ...simulated, ALLOW_DEMO: "1" }).payments).toEqual({ kind: "simulated" });
});

test("Razorpay needs its three secrets, from variables or files; a feed needs none", () => {
  expect(parse({ ...PRODUCTION, ...RAZORPAY }).payments).toEqual({
    kind: "razorpay",
    settings: {
      keyId: "rzp_1",
      keySecret: "k",
      webhookSecret: "w".repeat(16),
      url: "https://api.razorpay.com",
      redirectHosts: ["rzp.io", "razorpay.com"],
      termsUrl: "https://razorpay.com/terms/",
    },
  });
  const { RAZORPAY_KEY_SECRET: _, ...lacking } = RAZORPAY;
  expect(() => parse(lacking)).toThrow(/^PAYMENT_PROVIDER=razorpay needs RAZORPAY_KEY_ID/);
  const fromFile = parse({ ...lacking, RAZORPAY_KEY_SECRET_FILE: "/key" }).payments;
  expect(fromFile).toMatchObject({ settings: { keySecret: "secret from a file" } });
  const feed = { ...PRODUCTION, ...lacking, ROLE: "feed", REDIS_URL: "redis://h" };
  expect(parse(feed).payments).toEqual({ kind: "none" });
});

test.each([
  [{ PAYMENT_PROVIDER: "paypal" }, /PAYMENT_PROVIDER/],
  [{ RAZORPAY_URL: "http://api.razorpay.com" }, /RAZORPAY_URL: must be https/],
  [{ RAZORPAY_URL: "https://api.razorpay.com/v1" }, /RAZORPAY_URL: must look like/],
  [{ RAZORPAY_WEBHOOK_SECRET: "short" }, /RAZORPAY_WEBHOOK_SECRET: must have at least 16/],
  [{ PAYMENT_TERMS_URL: "javascript:alert(1)" }, /PAYMENT_TERMS_URL/],
])("%o is refused in one line", (raw, message) => {
  expect(() => parse(raw as Record<string, string>)).toThrow(message);
});

test("a refusal does not repeat a secret", () => {
  expect(() => parse({ RAZORPAY_WEBHOOK_SECRET: "hunter2" })).not.toThrow(/hunter2/);
});
