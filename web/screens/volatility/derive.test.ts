import { describe, expect, test } from "vitest";
import { type PricedStrikes, pricedStrikes } from "#chain/testing/priced-strikes.ts";
import type { PricingChoice } from "#contract/domain/choices/pricing.ts";
import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { VolatilityDays } from "#contract/wire/documents.ts";
import { createKernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { dayTicks, moveData, smileData, termData } from "./chart.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";
import { asideWords, caveatsOf, isAside } from "./words.ts";

const kernel = createKernel(loadQuantModule());
const SPOT = 24_200;
const BEFORE = 24_000;
const NEAR = isoDate("2026-08-25");
const FAR = isoDate("2026-09-29");
const MISSING = isoDate("2026-12-29");
const STRIKES = [23_800, 23_900, 24_000, 24_100, 24_200, 24_300, 24_400, 24_500, 24_600];
const NOON = 12 * 60;
const smileAt = (money: number, level: number) => (strike: number) => level + Math.abs(strike - money) / 20_000;

const near: PricedStrikes = {
  strikes: STRIKES,
  model: "spot",
  underlying: SPOT,
  years: 7 / 365,
  iv: smileAt(SPOT, 0.1),
  // The trading day before 18-Aug-2026, a Tuesday, was the 17th.
  previous: { model: "spot", underlying: BEFORE, years: 8 / 365, iv: smileAt(BEFORE, 0.12) },
};
const far: PricedStrikes = { strikes: STRIKES, model: "spot", underlying: SPOT, years: 42 / 365, iv: () => 0.13 };
const spot = { ltp: SPOT, prevClose: BEFORE };

const dayOf = (chain: PricedStrikes, expiry = NEAR): RoomDay =>
  makeRoom({ expiry, date: "2026-08-18", spot, strikes: pricedStrikes(chain) });

interface Look {
  readonly near?: RoomDay;
  readonly params?: Partial<Params>;
  readonly mode?: "live" | "replay";
  readonly at?: number;
  readonly pricing?: PricingChoice;
  readonly document?: VolatilityDays;
  readonly missing?: readonly string[];
}

function look({
  near: day = dayOf(near),
  params,
  mode = "live",
  at = NOON,
  pricing,
  document,
  missing = [roomName("NIFTY", MISSING)],
}: Look = {}): Snapshot {
  const days = new Map([
    [roomName("NIFTY", NEAR), day],
    [roomName("NIFTY", FAR), dayOf(far, FAR)],
  ]);
  const market = makeMarket(undefined, {
    room(name) {
      const of = days.get(name);
      return of && marketRoom(of);
    },
    missing: (name) => (missing.includes(name) ? { status: 404, message: "not here" } : undefined),
    doc: () => document as never,
  });
  const pane = makePane({ expiry: NEAR, expiries: [NEAR, FAR, MISSING], pricing });
  const clock = { mode, date: day.date, minute: minute(at), speed: 1 } as const;
  const input = { market, pane, clock, kernel, params: { ...screen.defaults, ...params } };
  const snapshot = derivation.derive(input, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return snapshot;
}

const percent = (line: Float64Array): number[] => Array.from(line, (iv) => Math.round(iv * 10) / 10);

describe("the smile", () => {
  test("has the IV of each strike's out-of-the-money side, now and at the previous close", () => {
    const { smile, reference, atm, daysLeft } = look();
    expect([...smile.strikes]).toEqual(STRIKES);
    expect(percent(smile.now)).toEqual([12, 11.5, 11, 10.5, 10, 10.5, 11, 11.5, 12]);
    expect(percent(smile.previous)).toEqual([13, 12.5, 12, 12.5, 13, 13.5, 14, 14.5, 15]);
    expect([reference, atm, daysLeft]).toEqual([SPOT, SPOT, 7]);
  });

  test("at a chosen minute: that minute's prices; in a hole the last before it; later than now, none", () => {
    const day = dayOf(near);
    const early = dayOf({ ...near, iv: smileAt(SPOT, 0.2) });
    for (const [row, price] of early.live.columns[LTP]!.entries()) day.minutes.columns[LTP]![row] = price;
    for (const [field, column] of early.live.columns.entries())
      if (field !== LTP && day.minutes.columns[field]!.length > 0) day.minutes.columns[field]!.set(column);
    day.minutes.state[0] = 1; // 09:15 stands at 20 %
    closeMinute(day, NOON - day.open);
    const first = look({ near: day });
    expect(first.earlierMinute).toBe(day.open);
    expect(percent(first.smile.earlier)[4]).toBe(20);
    const hole = look({ near: day, params: { minute: day.open + 30 } });
    expect(hole.earlierMinute).toBe(day.open);
    expect(caveatsOf(hole, day.open + 30)).toContain("No figures at 09:45: 09:15 is shown");
    const later = look({ near: day, params: { minute: NOON }, mode: "replay", at: day.open + 5 });
    expect(later.earlierMinute).toBeNaN();
    expect(caveatsOf(later, NOON)).toContain("No figures at 12:00");
    expect(look({ near: day, params: { minute: "off" } }).smile.earlier.every(Number.isNaN)).toBe(true);
  });

  test("a strike without a price is a gap; in forward mode its other side stands in", () => {
    const strikes = pricedStrikes(near).map((one) => (one.strike === 24_400 ? { ...one, ce: {} } : one));
    const day = makeRoom({ expiry: NEAR, date: "2026-08-18", spot, strikes });
    expect(percent(look({ near: day }).smile.now)[6]).toBeNaN();
    const forward = look({ near: day, pricing: { forward: true, untraded: false } });
    expect(forward.smile.now[6]).toBeGreaterThan(5);
    expect(forward.pricedOn).toMatchObject({ forward: true, basis: "forward" });
    // F = S e^(rT): the chain was made with the rate of 10 %.
    expect(forward.reference).toBeCloseTo(SPOT * Math.exp((0.1 * 7) / 365), 0);
  });

  test("as many strikes as asked for; none of an expired chain has an IV, and the chart is empty", () => {
    expect(look({ params: { range: 10 } }).smile.strikes).toHaveLength(9);
    const expired = makeRoom({ expiry: "2026-08-18", date: "2026-08-18", spot, strikes: pricedStrikes(near) });
    const snapshot = look({ near: expired, at: 15 * 60 + 40, params: { minute: "off" } });
    expect(snapshot.smile.now.every(Number.isNaN)).toBe(true);
    expect(caveatsOf(snapshot, "off")).toContain("No IV of 18 Aug now");
    expect(
      smileData({ ...snapshot, smile: { ...snapshot.smile, previous: snapshot.smile.now } }, false, String).x,
    ).toEqual([]);
  });
});

describe("the term structure", () => {
  test("IV at the money by expiry; what cannot be had, and what is on its way, is counted", () => {
    const { terms, atmIv, previousAtmIv } = look();
    expect(terms.expiries).toEqual([NEAR, FAR]);
    expect([...terms.days]).toEqual([7, 42]);
    expect(percent(terms.now)).toEqual([10, 13]);
    expect(percent(terms.previous)[0]).toBe(12);
    expect(terms.previous[1]).toBeNaN();
    expect([terms.missing, terms.loading]).toEqual([1, 0]);
    expect([atmIv, previousAtmIv]).toEqual([terms.now[0], terms.previous[0]]);
    expect(caveatsOf(look(), "off")).toContain("1 listed expiry without a chain");
  });

  test("priced on the spot both sides must have an IV, in forward mode one is enough", () => {
    const strikes = pricedStrikes(near).map((one) => (one.strike === SPOT ? { ...one, pe: {} } : one));
    const day = makeRoom({ expiry: NEAR, date: "2026-08-18", spot, strikes });
    expect(look({ near: day }).atmIv).toBeNaN();
    expect(look({ near: day, pricing: { forward: true, untraded: false } }).atmIv).toBeCloseTo(10, 0);
  });

  test("an expiry far off the others' scale is named, not drawn", () => {
    const snapshot = look();
    const terms = {
      ...snapshot.terms,
      expiries: [isoDate("2026-08-18"), NEAR, FAR, MISSING],
      days: Float64Array.of(0, 7, 42, 133),
      now: Float64Array.of(17.62, 9.85, 10.8, 12.1),
      previous: Float64Array.of(11, 10, 11, 12),
    };
    expect(isAside(terms)).toBe(true);
    expect(asideWords({ terms })).toBe("18 Aug 17.62, off the scale: expires today");
    expect([...Array.from(termData({ ...snapshot, terms }).x)]).toEqual([7, 42, 133]);
    expect(isAside({ now: Float64Array.of(12.9, 9.85, 10.8, 12.1) })).toBe(false);
    expect(asideWords(snapshot)).toBe("");
  });

  test("ticks are round days as far apart as the scale has room for", () => {
    expect(dayTicks(7, 133)).toEqual([7, 14, 21, 30, 60, 90, 120]);
    expect(dayTicks(4, 1800)).toEqual([7, 30, 90, 180, 365, 730, 1095, 1460]);
  });
});

describe("the expected move", () => {
  const document: VolatilityDays = {
    symbols: ["NIFTY"],
    dates: ["2026-08-13", "2026-08-14", "2026-08-17"].map(isoDate),
    columns: { change: Float64Array.of(1, 2, 25), iv: Float64Array.of(11, 12, 13) },
    sources: {},
    pending: 0,
  };

  test("the closes, today's price, then the band around it", () => {
    const { move, daily } = look({ document });
    expect(move.dates.slice(0, 4)).toEqual(["2026-08-13", "2026-08-14", "2026-08-17", "2026-08-18"]);
    expect(move.closes[3]).toBe(SPOT);
    expect(move.closes[2]).toBe(BEFORE);
    expect(move.closes[1]).toBeCloseTo(BEFORE / 1.25, 6);
    const place = move.dates.indexOf(NEAR);
    const deviation = SPOT * 0.1 * Math.sqrt(7 / 365);
    expect(move.upper[place]).toBeCloseTo(SPOT + deviation, -1);
    expect(move.lower2[place]).toBeCloseTo(SPOT - 2 * deviation, -1);
    expect(move.toExpiry).toBeCloseTo(deviation, -1);
    expect(move.upper[3]).toBe(SPOT);
    expect(move.upper[0]).toBeNaN();
    // At least three weeks ahead, trading days only.
    expect(move.dates.at(-1)).toBe("2026-09-08");
    expect(move.dates).not.toContain("2026-08-22");
    expect(daily?.ivRank).toBe(100);
    const words = moveData(look({ document }), (value) => value.toFixed(0)).marks?.map(({ label }) => label);
    expect(words?.[1]).toMatch(/^25 Aug: 238\d\d to 245\d\d$/);
  });

  test("without daily figures it begins today", () => {
    const { move, daily } = look();
    expect(move.dates[0]).toBe("2026-08-18");
    expect(daily).toBeUndefined();
  });

  test("daily figures that the server has not sent yet are not those that it does not have", () => {
    const cases = [look(), look({ missing: [roomName("NIFTY", MISSING), "HVIV"] }), look({ document })];
    expect(cases.map(({ isDailyComing }) => isDailyComing)).toEqual([true, false, false]);
  });
});
