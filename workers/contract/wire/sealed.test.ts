import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NODE_SEALING } from "../../../server/platform/users/sealing.ts";
import { BROWSER_SEALING } from "../../../web/state/saved/sealed-store.ts";
import { createSealer, SealError, type Sealer, sealedDigits } from "./sealed.ts";

/** Made once with node:crypto's own HKDF, HMAC and AES-256-CTR, which `sealed.ts` does not use. */
const VECTORS: readonly { secret: string; purpose: string; value: unknown; sealed: string }[] = JSON.parse(
  readFileSync(new URL("./__fixtures__/sealed-vectors.json", import.meta.url), "utf8"),
);
const SECRET = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";
const ENDS = [
  ["the server", (secret: string): Sealer => createSealer(NODE_SEALING, secret)],
  ["the browser", (secret: string): Sealer => createSealer(BROWSER_SEALING, secret)],
] as const;
const [[, server], [, browser]] = ENDS;
const runs = { numRuns: 60 };

test.each(ENDS)("%s opens the known vectors", async (_, end) => {
  for (const { secret, purpose, value, sealed } of VECTORS) {
    expect(await end(secret).open(purpose, sealed)).toEqual(value);
  }
});

test("what one end sealed the other opens, whatever JSON it is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, purpose) => {
      const json: unknown = JSON.parse(JSON.stringify(value));
      expect(await server(SECRET).open(purpose, await browser(SECRET).seal(purpose, value))).toEqual(json);
      expect(await browser(SECRET).open(purpose, await server(SECRET).seal(purpose, value))).toEqual(json);
    }),
    runs,
  );
});

test("a payload is hex: the ciphertext, then an IV of 32 digits that is never used twice", async () => {
  const value = { name: "Straddle – ₹ 24,500 \u{1f680}", legs: [{ strike: 24500 }] };
  const payloads = await Promise.all([1, 2, 3].map(() => server(SECRET).seal("strategy", value)));
  for (const payload of payloads) expect(payload).toMatch(/^[0-9a-f]+$/);
  expect(payloads[0]).toHaveLength(sealedDigits(Buffer.byteLength(JSON.stringify(value))));
  expect(new Set(payloads.map((payload) => payload.slice(-32))).size).toBe(3);
  expect(payloads.join()).not.toContain(Buffer.from("Straddle").toString("hex"));
});

test("one flipped bit, wherever it is, makes it unreadable", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.nat(), async (value, at) => {
      const bytes = Buffer.from(await browser(SECRET).seal("strategy", value), "hex");
      const bit = at % (bytes.length * 8);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(server(SECRET).open("strategy", bytes.toString("hex"))).rejects.toThrow(SealError);
    }),
    runs,
  );
});

test("another user, another purpose, a torn payload and no payload at all are refused alike", async () => {
  const payload = await server(SECRET).seal("strategy", { qty: 75 });
  const stranger = createSealer(NODE_SEALING, SECRET.replace(/^../, "00"));
  const refusals = [
    stranger.open("strategy", payload),
    server(SECRET).open("portfolio", payload),
    ...["", "zz", payload.slice(2), payload.slice(0, -2), payload.slice(0, 94), `${payload}0`, "00".repeat(48)].map(
      (torn) => server(SECRET).open("strategy", torn),
    ),
  ];
  const messages = await Promise.all(refusals.map((refusal) => refusal.catch((error: unknown) => String(error))));
  expect(new Set(messages)).toEqual(new Set(["SealError: The payload cannot be opened"]));
});

test("what JSON cannot hold, and a secret that is none, are the caller's mistake", async () => {
  await expect(server(SECRET).seal("strategy", undefined)).rejects.toThrow(TypeError);
  expect(() => server("not hex")).toThrow(RangeError);
  expect(() => server("")).toThrow(RangeError);
});
