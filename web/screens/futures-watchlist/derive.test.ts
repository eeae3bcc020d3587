import { describe, expect, test } from "vitest";
import type { MarketClock } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { CELL_INK, CELL_RANK, CELL_RANK_SHIFT, inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { minute } from "#contract/domain/units.ts";
import type { MarketRoom } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { FUTURES_ROOM, makeFuturesRoom, setFuture } from "#market/__fixtures__/futures-room.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute } from "#market/__fixtures__/room.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import { changeSlot, IS_FINE, moveSlot, NAME, type Params, SECTOR, SLOT_OF, type Snapshot } from "./snapshot.ts";

const kernel = undefined as unknown as Kernel; // this screen prices nothing
const before = { prevClose: 100, prevOi: 200_000, prevVol: 400_000 };

const makeDay = (): RoomDay =>
  makeFuturesRoom({
    TCS: { ...before, ltp: 102, oi: 300_000, vol: 200_000 },
    SBIN: { ...before, ltp: 99, oi: 250_000, vol: 800_000 },
    NIFTY: { ...before, ltp: 101, oi: 200_000, vol: 400_000 },
    INFY: { ...before, prevVol: 0, ltp: 103, oi: 1, vol: 1 },
    ITC: { ltp: 104, oi: 1, vol: 1 },
    WIPRO: { ...before, ltp: 100, oi: 100_000, vol: 100_000 },
  });

interface Run extends Partial<Params> {
  readonly at?: number;
  readonly mode?: MarketClock["mode"];
  readonly symbol?: string;
}

/** The room is named by what was asked for: another one is not there. */
function run(day: RoomDay, { at = 600, mode = "live", symbol = "NIFTY", ...params }: Run = {}): Snapshot {
  const room: MarketRoom = marketRoom(day, { minuteVersion: at });
  const snapshot = derivation.derive(
    {
      market: makeMarket(undefined, { room: (name) => (name === FUTURES_ROOM ? room : undefined) }),
      pane: makePane({ symbol }),
      params: { ...screen.defaults, ...params },
      clock: { mode, date: day.date, minute: minute(at), speed: 1 },
      kernel,
    },
    derivation.createScratch(),
  );
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

const column = ({ rows, slots, values }: Snapshot, id: string): number[] =>
  Array.from({ length: rows }, (_, row) => values[row * slots + (SLOT_OF.get(id) ?? -1)]!);
const words = (snapshot: Snapshot, id: string): (string | undefined)[] => {
  const names = snapshot.names.split("\n");
  return column(snapshot, id).map((place) => names[place]);
};
const styles = ({ rows, slots, styles: codes }: Snapshot, slot: number): number[] =>
  Array.from({ length: rows }, (_, row) => codes[row * slots + slot]!);

describe("the list", () => {
  test("holds every future but those with a previous figure of 0; an absent one shows '-'", () => {
    const snapshot = run(makeDay());
    expect(words(snapshot, "name")).toEqual(["TCS", "NIFTY", "WIPRO", "SBIN", "ITC"]);
    expect(column(snapshot, "ltp")).toEqual([102, 101, 100, 99, 104]);
    expect(column(snapshot, "0-price")).toEqual([2, 1, 0, -1, Number.NaN]);
    expect(snapshot.futures).toBe(6);
  });

  test("of names holds those that are listed, in its own order where nothing sorts it", () => {
    const symbols = ["WIPRO", "GONE", "TCS", "SBIN"];
    const snapshot = run(makeDay(), { symbols, sort: { by: "60-oi", descending: false } });
    expect(words(snapshot, "name")).toEqual(["WIPRO", "TCS", "SBIN"]);
  });

  test("says each stock's sector, and none for an index", () => {
    const snapshot = run(makeDay(), { sort: { by: "sector", descending: false } });
    expect(words(snapshot, "sector")).toEqual(["FMCG", "IT", "IT", "PSU bank", undefined]);
  });

  test("tells whose prices have four decimals", () => {
    const day = makeFuturesRoom({ USDINR: { ...before, ltp: 84.5 }, NIFTY: { ...before, ltp: 101 } });
    const { values, slots } = run(day, { sort: { by: "name", descending: false } });
    expect([values[IS_FINE], values[slots + IS_FINE]]).toEqual([0, 1]);
  });

  test("marks the letter's symbol", () => {
    const snapshot = run(makeDay(), { symbol: "SBIN" });
    const marked = styles(snapshot, NAME).map((code) => (code & CELL_INK) === inkCode("accent"));
    expect(marked).toEqual([false, false, false, true, false]);
    expect(styles(snapshot, SECTOR)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("changes", () => {
  test("are per cents, or rupees and units", () => {
    const percent = run(makeDay(), { symbols: ["TCS"] });
    expect(["0-price", "0-oi", "0-vol"].map((id) => column(percent, id)[0])).toEqual([2, 50, -50]);
    const absolute = run(makeDay(), { symbols: ["TCS"], isPercentage: false });
    expect(["0-price", "0-oi", "0-vol"].map((id) => column(absolute, id)[0])).toEqual([2, 100_000, -200_000]);
    expect(absolute.isPercentage).toBe(false);
  });

  test("the three highest of a column are ranked among the whole list", () => {
    const snapshot = run(makeDay(), { sort: { by: "name", descending: false } });
    expect(words(snapshot, "name")).toEqual(["ITC", "NIFTY", "SBIN", "TCS", "WIPRO"]);
    const ranks = styles(snapshot, changeSlot(0, 0)).map((code) => (code & CELL_RANK) >> CELL_RANK_SHIFT);
    expect(ranks).toEqual([0, 2, 0, 1, 0]);
  });

  test("advances, declines and unchanged are counted for each stretch, over the list", () => {
    const day = makeDay();
    closeMinute(day, 0);
    setFuture(day, "SBIN", { ltp: 99.5, oi: 1, vol: 1 });
    closeMinute(day, 1);
    const { totals } = run(day, { at: 556, mode: "replay" });
    expect([...totals.subarray(moveSlot(0, 0), moveSlot(0, 3))]).toEqual([2, 1, 1]);
    expect([...totals.subarray(moveSlot(1, 0), moveSlot(1, 3))]).toEqual([1, 0, 4]);
  });

  test("of a plan without ticks count from the last closed minute", () => {
    const day = makeDay();
    closeMinute(day, 0);
    setFuture(day, "TCS", { ltp: 103, oi: 1, vol: 1 });
    closeMinute(day, 1);
    for (const field of day.live.columns) field.fill(-1);
    const snapshot = run(day, { at: 557.2, symbols: ["TCS"], isPercentage: false });
    expect(["ltp", "1-price"].map((id) => column(snapshot, id)[0])).toEqual([103, 1]);
  });

  test("a step back of a replay shows what was known then", () => {
    const day = makeDay();
    for (let slot = 0; slot < 10; slot++) {
      setFuture(day, "TCS", { ltp: 102 + slot, oi: 300_000, vol: 200_000 + slot });
      closeMinute(day, slot);
    }
    const shown = (at: number) => {
      const snapshot = run(day, { at, mode: "replay", symbols: ["TCS"], isPercentage: false });
      return ["ltp", "0-price", "1-price", "5-price"].map((id) => column(snapshot, id)[0]);
    };
    expect(shown(555 + 9)).toEqual([111, 11, 1, 5]);
    expect(shown(555 + 6)).toEqual([108, 8, 1, 5]);
    expect(shown(555)).toEqual([102, 2, Number.NaN, Number.NaN]);
  });
});

test("without a future expiry, or while its room is loading, there is nothing", () => {
  const input = {
    market: makeMarket(),
    pane: { ...makePane(), futureExpiry: undefined },
    params: screen.defaults,
    clock: { mode: "live", date: makePane().expiry, minute: minute(600), speed: 1 } as const,
    kernel,
  };
  expect(derivation.derive(input, derivation.createScratch())).toBeUndefined();
  expect(screen.needs(screen.defaults, input.pane)).toEqual([]);
});
