import { describe, expect, it } from "vitest";
import {
  parseTemplate,
  placed,
  strategyName,
  TEMPLATES,
  type TemplateMarket,
  VIEWS,
  widthInStrikes,
} from "./ready-made.ts";

const every50 = Array.from({ length: 41 }, (_, index) => 23_200 + 50 * index);
const market = (fields: Partial<TemplateMarket> = {}): TemplateMarket => ({
  atm: 24_200,
  step: 50,
  width: 2,
  priced: () => every50,
  ...fields,
});
const named = (name: string) => {
  const template = TEMPLATES.find((one) => one.name === name);
  if (!template) throw new Error(`no template ${name}`);
  return template;
};
/** Value at expiry of one unit, in widths from the middle, premiums aside. */
const worth = (name: string, at: number): number =>
  named(name).legs.reduce((sum, { side, lots, type, reach }) => {
    const intrinsic = Math.max(type === "CE" ? at - reach : reach - at, 0);
    return sum + (side === "buy" ? lots : -lots) * intrinsic;
  }, 0);

describe("ready-made strategies", () => {
  it("are 34, of names of their own, at most four legs each", () => {
    expect(TEMPLATES).toHaveLength(34);
    expect(new Set(TEMPLATES.map(({ name }) => name)).size).toBe(34);
    expect(VIEWS.map((view) => TEMPLATES.filter((one) => one.view === view).length)).toEqual([9, 9, 12, 4]);
    for (const { legs } of TEMPLATES) expect(legs.length).toBeLessThanOrEqual(4);
  });

  it("of a bullish view are worth more far above than far below, of a bearish one less", () => {
    for (const { name, view } of TEMPLATES) {
      if (view === "bullish") expect(worth(name, 2), name).toBeGreaterThanOrEqual(worth(name, -9));
      if (view === "bearish") expect(worth(name, -2), name).toBeGreaterThanOrEqual(worth(name, 9));
    }
  });

  it("of a neutral view are worth most in the middle, of a volatile one least", () => {
    for (const { name, view, legs } of TEMPLATES) {
      if (legs.some(({ isFar }) => isFar)) continue;
      const best = Math.max(...[-1, 0, 1].map((at) => worth(name, at)));
      const ends = [worth(name, -9), worth(name, 9)];
      if (view === "neutral") expect(best, name).toBeGreaterThanOrEqual(Math.max(...ends));
      if (view === "volatile") expect(worth(name, 0), name).toBeLessThan(Math.min(...ends));
    }
  });

  it("stand at strikes with a price", () => {
    const condor = placed(named("Iron Condor"), market());
    expect(condor?.map(({ side, type, strike }) => [side, type, strike])).toEqual([
      ["sell", "CE", 24_300],
      ["sell", "PE", 24_100],
      ["buy", "CE", 24_400],
      ["buy", "PE", 24_000],
    ]);
  });

  it("move to the next strike where one has no price, and are not offered where that changes them", () => {
    const without = (...missing: number[]) => ({ priced: () => every50.filter((strike) => !missing.includes(strike)) });
    expect(placed(named("Bull Call Spread"), market(without(24_300)))?.[1]?.strike).toBe(24_250);
    expect(placed(named("Bull Call Spread"), market(without(24_250, 24_300, 24_350)))).toBeUndefined();
    expect(placed(named("Bull Call Spread"), market({ width: 1, ...without(24_250) }))).toBeUndefined();
    expect(placed(named("Buy Put"), market({ priced: () => [] }))).toBeUndefined();
  });

  it("take their far legs from the next expiry", () => {
    const far = [24_000, 24_200];
    const calendar = placed(named("Call Calendar"), market({ priced: (_, isFar) => (isFar ? far : every50) }));
    expect(calendar?.map(({ isFar, strike }) => [isFar, strike])).toEqual([
      [false, 24_200],
      [true, 24_200],
    ]);
  });

  it("refuse a leg that cannot be read", () => {
    expect(() => parseTemplate("+C0 C1")).toThrow("'C1'");
    expect(parseTemplate("-2P-1far")).toEqual([{ side: "sell", lots: 2, type: "PE", reach: -1, isFar: true }]);
  });
});

it.each([
  // 24,200 x 0.12 x sqrt(7/365) / 2 = 201 rupees, four strikes of 50
  [0.12, 7 / 365, 4],
  [0.12, 0, 1],
  [Number.NaN, 7 / 365, 1],
])("width at IV %d and %d years", (iv, years, strikes) => {
  expect(widthInStrikes(24_200, iv, years, 50)).toBe(strikes);
});

describe("the name of legs", () => {
  const near = "2026-08-25";
  const leg = (lots: number, strike: number, type: "CE" | "PE" | "FUT", expiry = near) => ({
    lots,
    strike,
    type,
    expiry,
  });

  it("is the template's, whatever their order, distance and number of sets", () => {
    const condor = [leg(-2, 24_450, "CE"), leg(2, 24_700, "CE"), leg(-2, 23_950, "PE"), leg(2, 23_700, "PE")];
    expect(strategyName(condor)).toBe("Iron Condor");
    expect(strategyName(condor.toReversed())).toBe("Iron Condor");
    expect(strategyName([leg(-1, 24_200, "CE"), leg(-1, 24_200, "PE")])).toBe("Short Straddle");
    expect(strategyName([leg(-1, 24_300, "CE"), leg(-1, 24_100, "PE")])).toBe("Short Strangle");
    expect(strategyName([leg(-3, 24_200, "CE"), leg(6, 24_300, "CE")])).toBe("Call Ratio Backspread");
    expect(strategyName([leg(-1, 24_200, "CE"), leg(1, 24_200, "CE", "2026-09-01")])).toBe("Call Calendar");
    expect(strategyName([leg(1, 24_100, "CE"), leg(-2, 24_200, "CE"), leg(1, 24_300, "CE")])).toBe("Call Butterfly");
  });

  it("is none of other legs", () => {
    for (const legs of [
      [],
      [leg(1, 0, "FUT")],
      [leg(-1, 24_200, "CE"), leg(-2, 24_200, "PE")],
      [leg(1, 24_100, "PE"), leg(1, 24_300, "CE"), leg(1, 24_500, "CE")],
      [leg(-1, 24_200, "CE"), leg(1, 24_300, "CE", "2026-09-01")],
    ])
      expect(strategyName(legs)).toBeUndefined();
  });

  it("of each template placed on a market is its own, or that of the one with its shape", () => {
    for (const template of TEMPLATES) {
      const legs = (placed(template, market()) ?? []).map(({ side, lots, type, strike, isFar }) =>
        leg(side === "buy" ? lots : -lots, strike, type, isFar ? "2026-09-01" : near),
      );
      const alike = { "Bull Butterfly": "Call Butterfly", "Bear Butterfly": "Put Butterfly" }[template.name];
      expect(strategyName(legs)).toBe(alike ?? template.name);
    }
  });
});
