import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { readStrategyLink, type StrategyLink, strategyLinkOf } from "./strategy-link.ts";

const LEG = { type: "CE", expiry: isoDate("2026-08-18"), strike: 24_200, lots: -2, entry: 63.3 } as const;
const LINK: StrategyLink = {
  letters: { A: { exchange: "NSE", symbol: "NIFTY", expiry: isoDate("2026-08-18") } },
  day: { source: "import", date: isoDate("2026-08-18") },
  minute: 645,
  legs: [LEG, { ...LEG, type: "FUT", strike: 0, lots: 1, entry: 24_210.5 }],
  whatIf: { spot: 24_350, daysLeft: 1.5, iv: { all: 0.1, byExpiry: { "2026-08-18": -0.02 } } },
};
const fold = (value: unknown): string => `#s=${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;

describe("a link to a strategy", () => {
  it("comes back as it was", async () => {
    expect(await readStrategyLink(await strategyLinkOf(LINK))).toEqual(LINK);
  });

  it("takes at most 2,000 characters for ten legs", async () => {
    const legs = Array.from({ length: 10 }, (_, i) => ({
      ...LEG,
      type: i % 2 ? ("PE" as const) : ("CE" as const),
      expiry: isoDate(`2026-0${1 + (i % 9)}-1${i % 10}`),
      strike: 24_000 + i * 137,
      lots: i - 20,
      entry: Math.round(Math.sqrt(i + 2) * 12_345) / 100,
    }));
    expect((await strategyLinkOf({ ...LINK, legs })).length).toBeLessThan(600);
  });

  it.each([
    ["another kind of link", "#w=abc"],
    ["a link that was cut off", fold({ v: 1, ...LINK }).slice(0, 40)],
    ["no legs", fold({ v: 1, ...LINK, legs: [] })],
    ["a later form", fold({ v: 2, ...LINK })],
    ["a leg that cannot be read", fold({ v: 1, ...LINK, legs: [LEG, { ...LEG, strike: "24200" }] })],
    ["half a lot", fold({ v: 1, ...LINK, legs: [{ ...LEG, lots: 0.5 }] })],
    ["more lots than a leg may have", fold({ v: 1, ...LINK, legs: [{ ...LEG, lots: 1e9 }] })],
  ])("is none: %s", async (_, hash) => {
    expect(await readStrategyLink(hash)).toBeUndefined();
  });

  it("leaves out a what-if that cannot be read", async () => {
    const whatIf = { spot: -1, daysLeft: "x", iv: { all: 40, byExpiry: { x: 1, "2026-08-18": 0.01 } } };
    expect((await readStrategyLink(fold({ v: 1, ...LINK, whatIf })))?.whatIf).toEqual({
      iv: { all: 0, byExpiry: { "2026-08-18": 0.01 } },
    });
  });

  it("never throws, whatever the address says", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => fold(JSON.parse(text)).slice(3)),
        ),
        async (text) => {
          await readStrategyLink(`#s=${text}`);
        },
      ),
      { numRuns: 60 },
    );
  });
});
