import { describe, expect, test } from "vitest";
import type { MarketClock } from "#contract/domain/clock.ts";
import { createMinuteColumns, LTP, OI, type RoomDay, VOL, VWAP } from "#contract/domain/columns.ts";
import { futuresRoomName, roomName } from "#contract/domain/instruments.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { MarketRoom, Missing } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeFuturesRoom, setFuture } from "#market/__fixtures__/futures-room.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { type Cell, closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { rollShare } from "#market/futures/future-row.ts";
import { type Capture, indexFutures, type RolledStock, rolledStocks } from "../../testing/recorded-futures.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import type { LineId, Snapshot } from "./snapshot.ts";

const kernel = undefined as unknown as Kernel; // this screen prices nothing
const NEAR = isoDate("2026-08-25");
const NEXT = isoDate("2026-09-29");
const FAR = isoDate("2026-10-27");
const pane = makePane({ futureExpiries: [NEAR, NEXT, FAR] });

/** A room of one future with a minute for each cell. */
function makeDay(cells: readonly Cell[], more: Cell = {}, symbol = "NIFTY"): RoomDay {
  const day = makeFuturesRoom({ [symbol]: more });
  day.minutes = createMinuteColumns(
    1,
    376,
    [LTP, VWAP, OI, VOL].reduce((mask, field) => mask | (1 << field), 0),
  );
  for (const [slot, cell] of cells.entries()) {
    if (cell.oi === undefined) continue; // a hole
    setFuture(day, symbol, cell);
    day.live.columns[VWAP]!.fill((cell.ltp ?? 0) * 100 - 50);
    closeMinute(day, slot);
  }
  return day;
}
const roomOf = (day: RoomDay, version = 1): MarketRoom => marketRoom(day, { minuteVersion: version });

interface Run {
  readonly rooms: Readonly<Record<string, MarketRoom>>;
  readonly coi?: boolean;
  readonly at?: number;
  readonly mode?: MarketClock["mode"];
  readonly symbol?: string;
  readonly missing?: string;
}

function run({ rooms, coi = false, at = 557, mode = "history", symbol = "NIFTY", missing }: Run): Snapshot {
  const market = makeMarket(undefined, {
    room: (name) => rooms[name],
    missing: (name) => (name === missing ? ({ status: 404, message: "none" } as Missing) : undefined),
  });
  const clock = { mode, date: isoDate("2026-08-18"), minute: minute(at), speed: 1 };
  const input = { market, pane: { ...pane, symbol }, params: { coi }, clock, kernel };
  const snapshot = derivation.derive(input, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}
const line = ({ series }: Snapshot, id: LineId): number[] =>
  Array.from(series.lines[id], (one) => Math.round(one * 1e6) / 1e6);

const near = futuresRoomName("NSE", NEAR);
const next = futuresRoomName("NSE", NEXT);
const far = futuresRoomName("NSE", FAR);
const three = [
  { ltp: 101, oi: 1_200_000 },
  { ltp: 102, oi: 1_300_000 },
  { ltp: 103, oi: 900_000 },
];

describe("one future", () => {
  test("price, vwap and the change of OI since the previous day", () => {
    const snapshot = run({ rooms: { [near]: roomOf(makeDay(three, { prevClose: 100, prevOi: 1_000_000 })) } });
    expect(line(snapshot, "price")).toEqual([101, 102, 103]);
    expect(line(snapshot, "vwap")).toEqual([100.5, 101.5, 102.5]);
    expect(line(snapshot, "oi")).toEqual([2, 3, -1]);
    expect(line(snapshot, "coi")).toEqual([NaN, NaN, NaN]);
    expect(snapshot).toMatchObject({ isListed: true, price: 103, previousClose: 100, spot: Number.NaN, days: 7 });
    expect(snapshot.oiFrom).toBeNaN();
  });

  test("without a previous OI the change counts from the first minute that has one, and says so; a hole is a gap", () => {
    const snapshot = run({ rooms: { [near]: roomOf(makeDay([{}, ...three.slice(0, 2)])) } });
    expect(snapshot.oiFrom).toBe(556);
    expect(line(snapshot, "oi")).toEqual([NaN, 0, 1]);
  });

  test("a replay shows its minute; a symbol without the future has no line", () => {
    const rooms = { [near]: roomOf(makeDay(three)) };
    expect(line(run({ rooms, at: 556, mode: "replay" }), "price")).toEqual([101, 102]);
    const other = run({ rooms, symbol: "TCS" });
    expect(other.isListed).toBe(false);
    expect(line(other, "price")).toEqual([NaN, NaN, NaN]);
  });

  test("basis is future less spot, carry is simple over calendar days", () => {
    const chain = makeRoom({ spot: { ltp: 100 }, strikes: [] });
    for (const slot of [0, 1, 2]) closeMinute(chain, slot);
    const rooms = { [near]: roomOf(makeDay(three)), [roomName("NIFTY", NEAR)]: roomOf(chain) };
    const snapshot = run({ rooms });
    expect(line(snapshot, "basis")).toEqual([1, 2, 3]);
    expect(snapshot.spot).toBe(100);
    expect(snapshot.carry).toBeCloseTo((0.03 * 365) / 7, 9);
  });

  test("its lines can be compared from one minute of the spot to the next", () => {
    const spot = roomOf(makeRoom({ spot: { ltp: 100 }, strikes: [] }));
    const keyAt = (minuteVersion: number) =>
      run({ rooms: { [near]: roomOf(makeDay(three)), [roomName("NIFTY", NEAR)]: { ...spot, minuteVersion } } }).series
        .key;
    expect(keyAt(2)).toBe(keyAt(1));
  });
});

describe("combined OI", () => {
  const rooms = {
    [near]: roomOf(makeDay(three, { prevOi: 1_000_000 })),
    [next]: roomOf(makeDay([{ ltp: 1, oi: 500_000 }, {}, { ltp: 1, oi: 700_000 }], { prevOi: 400_000 })),
    [far]: roomOf(makeDay(three, {}, "TCS")),
  };

  test("adds up the expiries that list the symbol; where one has no figure there is a gap", () => {
    expect(line(run({ rooms, coi: true }), "coi")).toEqual([3, NaN, 2]);
  });

  test("adds up the same minutes, though a currency opens one of the rooms earlier", () => {
    const before = Array.from({ length: 15 }, () => ({ ltp: 100, oi: 7 }));
    const early = { ...makeDay([...before, ...three], { prevOi: 1_000_000 }), open: minute(540) };
    const rooms = { [near]: roomOf(early), [next]: roomOf(makeDay(three, { prevOi: 1_000_000 })) };
    const only = { rooms: { ...rooms, [far]: roomOf(makeDay(three, { prevOi: 1_000_000 })) }, coi: true, at: 555 };
    expect(line(run(only), "coi")).toEqual([6]);
    expect(run(only).series.x).toMatchObject({ open: 555 });
  });

  test("rolled is what has left the nearest expiry, the cost what the next one is dearer", () => {
    const later = makeDay([{ ltp: 104.03, oi: 300_000 }], {}, "NIFTY");
    const expired = { ...later, expiry: NEXT };
    const { rolled, rollCost, rollCostYearly } = run({
      rooms: { [near]: roomOf(makeDay([{ ltp: 103, oi: 900_000 }])), [next]: roomOf(expired), [far]: rooms[far] },
      coi: true,
      at: 555,
    });
    expect(rolled).toEqual({ later: 0.25, next: 0.25 });
    expect(rollCost).toBeCloseTo(0.01, 9);
    expect(rollCostYearly).toBeCloseTo((0.01 * 365) / 35, 9);
  });

  test("is not known while an expiry is loading, or cannot be had", () => {
    const { [far]: _, ...two } = rooms;
    expect(line(run({ rooms: two, coi: true }), "coi")).toEqual([NaN, NaN, NaN]);
    expect(run({ rooms: two, coi: true, missing: far }).lacking).toEqual([FAR]);
  });

  test("reads every expiry's room while it is on, and its own alone while it is off", () => {
    const names = (coi: boolean, symbol = "NIFTY") =>
      screen.needs({ coi }, { ...pane, symbol }).map((need) => ("room" in need ? need.room : ""));
    expect(names(false)).toEqual([near, roomName("NIFTY", NEAR)]);
    expect(names(true)).toEqual([near, next, far, roomName("NIFTY", NEAR)]);
    for (const symbol of ["SENSEX", "BANKEX", "FINNIFTY", "MIDCPNIFTY"]) expect(names(true, symbol)).toHaveLength(2);
    expect(names(true, "USDINR")).toEqual([near]);
  });
});

/** Whole contracts of the near and the next month whose shares are the published ones to the last digit, in per cent. */
function contractsOf(
  { oi, near, rollover }: RolledStock,
  shareOf: (byExpiry: readonly number[]) => number,
): readonly number[] | undefined {
  const around = (figure: number): number[] =>
    [-1, 0, 1].map((by) => Math.round(figure) + by).filter((one) => one >= 0);
  const is = (share: number, published: number): boolean => Math.abs(share * 100 - published) < 0.0051;
  for (const held of around((near / 100) * oi)) {
    if (!is(held / oi, near)) continue;
    // Under either definition the next month holds between the two: its part of all, and its part of near and next.
    const least = Math.floor((rollover / 100) * held);
    for (let next = least; next <= Math.ceil((rollover / 100) * oi) + 1 && held + next <= oi; next++) {
      const byExpiry = [held, next, oi - held - next];
      if (is(shareOf(byExpiry), rollover)) return byExpiry;
    }
  }
  return undefined;
}

describe.skipIf(!HAS_RECORDED)("rollover of October 2020 as it was published (needs MARKET_DATA)", () => {
  const stocks = rolledStocks();
  const fitting = (shareOf: (byExpiry: readonly number[]) => number) =>
    stocks.flatMap((stock) => contractsOf(stock, shareOf) ?? []).length / 3;

  test("is the next month's part of all three; no other definition has whole contracts behind it", () => {
    expect(stocks).toHaveLength(818);
    expect(fitting((byExpiry) => rollShare(byExpiry, "next"))).toBeGreaterThanOrEqual(810);
    expect(fitting((byExpiry) => rollShare(byExpiry, "later"))).toBeLessThan(400);
    expect(fitting(([near = 0, next = 0]) => next / (near + next))).toBeLessThan(700);
  });

  test("comes within 0.2 points of it, with the months' shares that were published beside it", () => {
    for (const { symbol, near, rollover } of stocks) {
      const months = [near, rollover, 100 - near - rollover];
      expect(Math.abs(rollShare(months, "next") * 100 - rollover), symbol).toBeLessThan(0.2);
      expect(months[2], symbol).toBeGreaterThan(-0.02);
      expect(rollShare(months, "later") * 100, symbol).toBeCloseTo(100 - near, 6);
    }
  });
});

describe.skipIf(!HAS_RECORDED)("index futures of October 2020 (needs MARKET_DATA)", () => {
  test.each([
    ["NIFTY", "2020-10-12"],
    ["NIFTY", "2020-10-07"],
    ["BANKNIFTY", "2020-10-06"],
  ] as const)("%s, %s", (symbol, date) => {
    const captures = indexFutures(symbol, date);
    // The plain script: the last capture of each minute.
    const byMinute = new Map(captures.filter(({ at }) => at >= 555 && at <= 930).map((one) => [one.at, one]));
    const minutes = [...byMinute.keys()].sort((a, b) => a - b);
    const [first = 555] = minutes;
    const end = minutes.at(-1) ?? first;
    const day = makeDay([], {}, symbol);
    const chain = makeRoom({ date, expiry: "2020-10-29", spot: {}, strikes: [] });
    for (const [at, { price, oi, spot }] of byMinute) {
      setFuture(day, symbol, { ltp: price, oi });
      closeMinute(day, at - 555);
      chain.live.columns[LTP]![0] = Math.round(spot * 100);
      closeMinute(chain, at - 555);
    }
    const rooms = { [near]: roomOf(day), [roomName(symbol, NEAR)]: roomOf(chain) };
    const snapshot = run({ rooms, at: end, symbol });
    const base = byMinute.get(first)?.oi ?? Number.NaN;
    expect(snapshot.oiFrom).toBe(first);
    const plain = (of: (one: Capture) => number): number[] =>
      Array.from({ length: end - 554 }, (_, i) => {
        const one = byMinute.get(555 + i);
        return one ? Math.round(of(one) * 1e6) / 1e6 : Number.NaN;
      });
    expect(line(snapshot, "price")).toEqual(plain(({ price }) => price));
    expect(line(snapshot, "oi")).toEqual(plain(({ oi }) => (oi - base) / 1e5));
    expect(line(snapshot, "basis")).toEqual(plain(({ price, spot }) => price - spot));
    expect(minutes.length).toBeGreaterThan(150);
  });
});
