import { describe, expect, it } from "vitest";
import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { impliedVol, normalCdf, optionDelta, optionPrice } from "./black76.ts";
import { marginBases } from "./margin-base.ts";

const expiry = isoDate("2026-08-06");

/** Strikes 910..1090 around a forward of 1000, priced at 20 %. */
function pricedRoom(): RoomDay {
  const price = (sign: 1 | -1, strike: number) => ({ ltp: optionPrice(sign, 1000, strike, 0.2, 10 / 365) });
  const strikes = Array.from({ length: 19 }, (_, index) => 910 + 10 * index);
  return makeRoom({
    expiry,
    date: "2026-07-27",
    spot: { ltp: 998 },
    future: { ltp: 1000 },
    strikes: strikes.map((strike) => ({ strike, ce: price(1, strike), pe: price(-1, strike) })),
  });
}

/** Lots of 65. */
const input = (room: RoomDay) => ({ room, minute: minute(735), sd: 0.008, futureExpiry: expiry });

describe("Black-76", () => {
  it("agrees with textbook figures", () => {
    expect(normalCdf(1)).toBeCloseTo(0.8413447, 6);
    expect(optionPrice(1, 100, 100, 0.2, 1)).toBeCloseTo(7.9656, 3);
    expect(optionPrice(1, 100, 90, 0.2, 1) - optionPrice(-1, 100, 90, 0.2, 1)).toBeCloseTo(10, 5);
    expect(optionDelta(1, 100, 100, 0.2, 1) - optionDelta(-1, 100, 100, 0.2, 1)).toBeCloseTo(1, 6);
  });

  it("finds the volatility of a price, and none where there is none", () => {
    expect(impliedVol(-1, optionPrice(-1, 100, 80, 0.35, 0.1), 100, 80, 0.1)).toBeCloseTo(0.35, 3);
    expect(impliedVol(1, 10, 100, 90, 1)).toBeUndefined();
    expect(impliedVol(1, 0, 100, 110, 1)).toBeUndefined();
    expect(impliedVol(1, 99.9, 100, 110, 0.001)).toBeUndefined();
  });
});

describe("the margin base", () => {
  it("is the scan range for a future, and most for options in the money", () => {
    const room = pricedRoom();
    const { base, delta } = marginBases(input(room));
    expect(base[1]).toBeCloseTo(0.093 * 1000 * 65, 6);
    expect([base[0], delta[0], delta[1]]).toEqual([0, 1, 1]);
    const notional = 1000 * 65;
    for (let row = 2; row < room.tokens.length; row++) {
      const share = (base[row] as number) / notional;
      expect(share).toBeGreaterThan(0.02);
      expect(share).toBeLessThan(0.1);
    }
    // Calls get cheaper to hold short as the strike rises.
    for (let row = 4; row < room.tokens.length; row += 2) expect(base[row]).toBeLessThan(base[row - 2] as number);
  });

  it("has deltas that fit the strike", () => {
    const room = pricedRoom();
    const { delta } = marginBases(input(room));
    const at = (strike: number) => 2 + ((strike - 910) / 10) * 2;
    expect(delta[at(1000)]).toBeCloseTo(0.5, 1);
    expect(delta[at(1000) + 1]).toBeCloseTo(-0.5, 1);
    expect(delta[at(910)]).toBeGreaterThan(0.98);
    expect(delta[at(1080) + 1]).toBeLessThan(-0.97);
  });

  it("takes a future that has not traded for one without a price: put-call parity stands in for it", () => {
    const [room, untraded] = [pricedRoom(), pricedRoom()];
    untraded.live.columns[LTP]![1] = 0;
    expect(marginBases(input(untraded)).base[1]).toBeCloseTo(marginBases(input(room)).base[1]!, -1);
  });

  it("is 0 where the room has no price at all", () => {
    const { base, delta } = marginBases(input(makeRoom({ strikes: [{ strike: 910, ce: {}, pe: {} }] })));
    expect([...base, ...delta].every((value) => value === 0)).toBe(true);
  });
});
