import { describe, expect, it } from "vitest";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { settled, termsOf } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import { heldLegs, livingLegs, newOrderId, onDay, setValue, timeOf, tradedDays } from "./book.ts";

const NIFTY = underlyingOf("NIFTY");
const monday = timeOf(isoDate("2026-08-17"), 9 * 60 + 20);
const tuesday = timeOf(isoDate("2026-08-18"), 15 * 60);
const leg = settled(
  makeLeg({}),
  [
    makeOrder({ action: "sell", contracts: 2, ltp: 80, time: monday }),
    makeOrder({ action: "buy", contracts: 1, ltp: 60, time: tuesday }),
  ],
  termsOf(makeLeg({}), NIFTY),
);

describe("the builder's book", () => {
  it("knows the days of its orders, and each day's part", () => {
    expect(tradedDays([leg])).toEqual(["2026-08-17", "2026-08-18"]);
    expect(onDay([leg], "2026-08-18", NIFTY)).toMatchObject([{ action: "buy", totalContracts: 1, ltp: 60 }]);
    expect(onDay([leg], "2026-08-19", NIFTY)).toEqual([]);
  });

  it("has legs live to the end of their expiry's day", () => {
    const later = { ...leg, expiry: "8:25:2026" };
    expect(livingLegs([leg, later], isoDate("2026-08-18"))).toEqual([leg, later]);
    expect(livingLegs([leg, later], isoDate("2026-08-19"))).toEqual([later]);
    expect(livingLegs([leg, later], undefined)).toEqual([leg, later]);
  });

  it("hands on what is open, bought lots up and sold ones down", () => {
    expect(heldLegs([leg, makeLeg({ isClosed: true })])).toEqual([
      { type: "CE", expiry: "2026-08-18", strike: 24_200, lots: -1, lotSize: 75, entry: 80 },
    ]);
  });

  it("values one set of the smallest whole lots", () => {
    const held = [
      { ...heldLegs([leg])[0]!, lots: -2, entry: 80 },
      { ...heldLegs([leg])[0]!, lots: 4, entry: 30 },
    ];
    expect(setValue(held, ({ entry }) => entry)).toBe(20);
    expect(setValue(held, () => Number.NaN)).toBeNaN();
    expect(setValue([], () => 1)).toBe(0);
  });

  it("gives orders ten hex digits", () => {
    expect(newOrderId()).toMatch(/^[0-9a-f]{10}$/);
    expect(newOrderId()).not.toBe(newOrderId());
  });
});
