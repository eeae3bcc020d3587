import { describe, expect, test } from "vitest";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { PractisedFill } from "#contract/domain/orders/practice.ts";
import { type Making, newLeg } from "#contract/domain/strategy/leg-edits.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import {
  closedHeld,
  heldOf,
  placedLegs,
  practiceAttribution,
  practiceCharges,
  withoutWaiting,
} from "./practice-book.ts";

const DATE = isoDate("2025-08-29");
const EXPIRY = isoDate("2025-09-02");
const AT = minute(585);
const making: Making = {
  newId: () => "id",
  now: Date.parse("2025-08-29T09:45:00+05:30"),
  terms: { unitsPerLot: 75, decimals: 2 },
  mostLots: 24,
};
const leg = (type: "CE" | "PE", lots: number, price: number) =>
  newLeg(
    {
      expiry: "9:2:2025",
      strike: 24_550,
      type,
      lotSize: 75,
      isMonth: false,
      remainingDays: 4,
      securityId: "1",
      IV: 0.1,
    },
    { side: "sell", lots, price },
    making,
  );
const placing = { symbol: "NIFTY", date: DATE, minute: AT, mostLots: () => 24 };
const STRADDLE = placedLegs([leg("CE", 1, 99), leg("PE", 1, 103)], false, placing);
const fill = (order: string, units: number, price: number): PractisedFill => ({
  order,
  minute: AT,
  units,
  price,
  isModelled: false,
});
const FILLS = STRADDLE.map(({ id }, i) => fill(id, 75, [98.8, 103][i]!));

describe("practised orders", () => {
  test("are the open legs, cut at the exchange's largest order, at the market or at their entry prices", () => {
    expect(STRADDLE).toMatchObject([
      { type: "CE", side: "sell", units: 75, minute: 585, limit: null, expiry: "2025-09-02" },
      { type: "PE", side: "sell", units: 75 },
    ]);
    const large = placedLegs([leg("CE", 50, 99)], true, placing);
    expect(large.map(({ units, limit }) => [units, limit])).toEqual([
      [1800, 99],
      [1800, 99],
      [150, 99],
    ]);
    expect(new Set(large.map(({ id }) => id)).size).toBe(3);
  });

  test("are held as far as they are filled, and given back by the other side", () => {
    expect(heldOf(STRADDLE, FILLS).map(({ type, net }) => [type, net])).toEqual([
      ["CE", -75],
      ["PE", -75],
    ]);
    const back = closedHeld(heldOf(STRADDLE, FILLS), placing);
    expect(back.map(({ type, side, units }) => [type, side, units])).toEqual([
      ["CE", "buy", 75],
      ["PE", "buy", 75],
    ]);
    const all = [...STRADDLE, ...back];
    expect(heldOf(all, [...FILLS, ...back.map(({ id }) => fill(id, 75, 90))])).toEqual([]);
  });

  test("are given back once: what an order that waits gives back is not given back again", () => {
    const back = closedHeld(heldOf(STRADDLE, FILLS), placing);
    const [call = "", put = ""] = back.map(({ id }) => id);
    const left = (orders: Parameters<typeof withoutWaiting>[2], filled: readonly PractisedFill[] = [], now = 585) => {
      const entries = [...STRADDLE, ...back];
      const held = withoutWaiting(heldOf(entries, [...FILLS, ...filled]), entries, orders, now);
      return held.map(({ type, net }) => [type, net]);
    };
    const order = (id: string, state: "open" | "cancelled", filled: number) => ({
      [id]: { id, state, filled, average: 90 },
    });
    expect(left({})).toEqual([]); // nobody knows of it yet
    const part = [fill(call, 30, 90)];
    expect(left({ ...order(call, "open", 30), ...order(put, "cancelled", 0) }, part)).toEqual([["PE", -75]]);
    expect(left({ ...order(call, "cancelled", 30) }, part)).toEqual([["CE", -45]]);
    expect(left({}, [], 584)).toHaveLength(2); // they are placed later
  });

  test("are charged once an order, and attributed contract by contract", () => {
    const parts = [fill(STRADDLE[0]!.id, 30, 98.8), fill(STRADDLE[0]!.id, 45, 98.8)];
    const charges = practiceCharges(STRADDLE, parts, underlyingOf("NIFTY"), { date: DATE, brokerage: 20 });
    expect(charges.brokerage).toBe(20);
    expect(charges.stt).toBeCloseTo((98.8 * 75 * 0.1) / 100, 9);
    const asked = practiceAttribution(
      STRADDLE,
      FILLS,
      { symbol: "NIFTY", expiries: [EXPIRY], futureExpiries: [] },
      { date: DATE, multiplier: 1, revision: 7 },
    );
    expect(asked).toMatchObject({
      revision: 7,
      chains: [{ room: "NIFTY-9/2/2025" }],
      legs: [{ type: "CE", trades: [{ units: -75, price: 98.8, minute: 585 }] }, { type: "PE" }],
      drawn: [0, 2],
    });
  });
});
