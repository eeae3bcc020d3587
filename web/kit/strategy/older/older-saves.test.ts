import { describe, expect, it } from "vitest";
import { type Making, newLeg } from "#contract/domain/strategy/leg-edits.ts";
import { isAdjusted, settled } from "#contract/domain/strategy/position.ts";
import { isPending } from "#contract/domain/strategy/trading.ts";
import { isoDate } from "#contract/domain/units.ts";
import { BuilderStrategy } from "#contract/wire/http/strategies.ts";
import { freeLocalName, olderForm, olderLegs, olderName, whyClosed } from "./older-saves.ts";

const DATE = isoDate("2026-08-18");
const facts = {
  expiry: "8:25:2026",
  strike: 24_200,
  type: "CE",
  lotSize: 65,
  isMonth: true,
  remainingDays: 7,
  securityId: "57",
  IV: 0.12,
} as const;
const making: Making = {
  newId: () => "id",
  now: 1_700_000_000_000,
  terms: { unitsPerLot: 65, decimals: 2 },
  mostLots: 27,
};
const leg = () => newLeg(facts, { side: "buy", lots: 2, price: 100 }, making);

describe("saved strategies", () => {
  const valuation = {
    legs: [{ strike: 24_200, type: "CE", shownIv: 0.12 }],
    delta: 60,
    theta: -900,
    gamma: 0.1,
    vega: 700,
    pop: { percent: 41, rule: 41, isCorrected: false },
  } as unknown as Parameters<typeof olderForm>[0]["valuation"];
  const saved = olderForm({ name: " Long ", symbol: "NIFTY", date: DATE, legs: [leg()], spot: 24_207.05, valuation });
  if (!saved) throw new Error("no form");

  it("have the older name, greeks, PoP, and legs whose id is their time", () => {
    expect(BuilderStrategy.parse(saved)).toEqual(saved);
    expect(saved).toMatchObject({
      name: "Long - NIFTY-8:25:2026 ( Aug-18 )",
      symbolName: "NIFTY",
      expiry: "8:25:2026",
      date: DATE,
      greeks: { rateDelta: 60, rateTheta: -900, rateGamma: 0.1, rateVega: 700, "24200CE": 0.12 },
      pop: 41,
      strategy: [{ id: making.now, time: making.now, orderType: "Limit", disabled: false }],
    });
    expect(olderForm({ name: "x", symbol: "NIFTY", date: DATE, legs: [], spot: 1, valuation })).toBeUndefined();
  });

  it("give the same legs back; one without orders, as old saves have it, is one order", () => {
    expect(olderLegs(saved)).toMatchObject([
      { action: "buy", totalContracts: 2, ltp: 100, orders: [{ contracts: 2 }] },
    ]);
    const { orders: _, ...old } = saved.strategy[0] ?? {};
    expect(olderLegs({ ...saved, strategy: [old] })).toMatchObject([
      { totalContracts: 2, orders: [{ contracts: 2, ltp: 100, action: "buy", builder: true }] },
    ]);
    expect(() => olderLegs({ ...saved, strategy: [{ type: "CE" }] })).toThrow(TypeError);
  });

  it.each([
    [-500, 2, "buy"],
    [312.35, 3, "sell"],
    [-500, 0, undefined],
  ] as const)("of a leg without orders keep %d realised, and the ladder cannot change it", (realised, lots, action) => {
    const { orders: _, action: __, ...old } = saved.strategy[0] ?? {};
    const strategy = [{ ...old, ...(action && { action }), totalContracts: lots, disabled: true, realised }];
    const [leg] = olderLegs({ ...saved, strategy });
    if (!leg) throw new Error("no leg");
    expect(isAdjusted(leg)).toBe(true);
    const average = lots === 0 ? 0 : 100;
    expect(settled(leg, leg.orders, making.terms)).toMatchObject({ realised, totalContracts: lots, ltp: average });
    expect(leg.orders.filter(isPending)).toHaveLength(lots === 0 ? 0 : 1);
  });

  it("get a number before the first '-' where their name is taken", () => {
    const name = olderName("Fly", "NIFTY", "8:25:2026", DATE);
    expect(freeLocalName(name, [])).toBe(name);
    const second = freeLocalName(name, [name]);
    expect(second).toBe("Fly (1) - NIFTY-8:25:2026 ( Aug-18 )");
    expect(freeLocalName(name, [name, second])).toBe("Fly (2) - NIFTY-8:25:2026 ( Aug-18 )");
  });

  it("are closed where the market is another one, or does not list their expiry any more", () => {
    const market = { symbol: "NIFTY", expiries: [isoDate("2026-08-25")] };
    expect(whyClosed(saved, market)).toBeUndefined();
    expect(whyClosed(saved, { ...market, symbol: "BANKNIFTY" })).toBe("A strategy of NIFTY");
    expect(whyClosed(saved, { ...market, expiries: [] })).toBe("Its expiry is no longer listed");
    expect(whyClosed(saved, undefined)).toBeDefined();
  });
});
