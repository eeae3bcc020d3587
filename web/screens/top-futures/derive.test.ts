import { describe, expect, test } from "vitest";
import type { MarketClock } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { minute } from "#contract/domain/units.ts";
import { futureBarsName } from "#contract/wire/document-names.ts";
import { readDocument } from "#contract/wire/documents.ts";
import type { Market } from "#contract/worker/derivation.ts";
import * as row from "#contract/worker/futures-row.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeFuturesRoom, setFuture } from "#market/__fixtures__/futures-room.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { type Cell, closeMinute } from "#market/__fixtures__/room.ts";
import { stockFutures } from "../../testing/recorded-futures.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import { FILTERS, type Filter, type Params, RANKED, type Snapshot } from "./snapshot.ts";

const kernel = undefined as unknown as Kernel; // this screen prices nothing
const before = { prevClose: 100, prevOi: 1000, prevVol: 400 };
const makeDay = (): RoomDay =>
  makeFuturesRoom({
    AAA: { ...before, ltp: 104, oi: 1100, vol: 600 },
    BBB: { ...before, ltp: 98, oi: 1500, vol: 200 },
    CCC: { ...before, ltp: 102, oi: 900, vol: 800 },
    DDD: { ltp: 50 },
    EEE: before,
  });

interface Run extends Partial<Params> {
  readonly at?: number;
  readonly mode?: MarketClock["mode"];
}

function run(day: RoomDay, { at = 600, mode = "live", ...params }: Run = {}, scratch = derivation.createScratch()) {
  const room = marketRoom(day, { minuteVersion: at, tickVersion: day.live.columns[row.KEY]?.[0] ?? 0 });
  const clock = { mode, date: day.date, minute: minute(at), speed: 1 };
  const market = makeMarket(room);
  const input = { market, pane: makePane(), params: { ...screen.defaults, ...params }, clock, kernel };
  const snapshot = derivation.derive(input, scratch);
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

function listOf({ lists }: Snapshot, filter: Filter) {
  const list = lists.find((one) => one.filter === filter);
  if (!list) throw new Error(`no list ${filter}`);
  const { rows, slots, values, names = "" } = list;
  const column = (slot: number): number[] => Array.from({ length: rows }, (_, i) => values[i * slots + slot]!);
  return { ...list, column, names: column(row.NAME).map((place) => names.split("\n")[place] ?? "") };
}

describe("a list", () => {
  test("has its futures in order, their figures, and how many qualify", () => {
    const { names, qualify, column } = listOf(run(makeDay()), "Top Price Gainers");
    expect(names).toEqual(["AAA", "CCC"]);
    expect(qualify).toBe(2);
    expect(column(row.PRICE)).toEqual([104, 102]);
    expect(column(row.PRICE_CHANGE)).toEqual([4, 2]);
    expect(column(row.OI_PERCENT).map(Math.round)).toEqual([10, -10]);
    expect(column(row.VOLUME_PERCENT)).toEqual([50, 100]);
    expect(column(row.PRICE_BAR)).toEqual([1, 0.5]);
    expect(column(row.OI_BAR).map((bar) => Number(bar.toFixed(9)))).toEqual([1, -1]);
    expect(column(row.VOLUME_BAR)).toEqual([0.5, 1]);
  });

  test("is shown by the letters that are looked for, however far down the rest stands", () => {
    const day = makeFuturesRoom(
      Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`S${i}`, { ...before, ltp: 101 + i }])),
    );
    expect(listOf(run(day, { top: 5, find: "s3" }), "Top Price Gainers").names).toEqual(["S3"]);
  });

  test("is cut to so many rows, and counts those that it leaves out", () => {
    const day = makeFuturesRoom(
      Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`S${i}`, { ...before, ltp: 101 + i }])),
    );
    const { names, qualify } = listOf(run(day, { top: 5 }), "Top Price Gainers");
    expect([names, qualify]).toEqual([["S11", "S10", "S9", "S8", "S7"], 12]);
  });

  test("counts back so many minutes, at most to the first of the session", () => {
    const day = makeDay();
    for (let slot = 0; slot < 8; slot++) {
      setFuture(day, "AAA", { ltp: 104 + slot, oi: 1100, vol: 600 + 60 * slot });
      closeMinute(day, slot);
    }
    const late = run(day, { at: 562, mode: "replay", minutes: 5 });
    expect(listOf(late, "Top Price Gainers").column(row.PRICE_CHANGE)).toEqual([5]);
    expect(late.from).toBeNaN();
    const early = run(day, { at: 562, mode: "replay", minutes: 60 });
    expect(listOf(early, "Top Price Gainers").column(row.PRICE_CHANGE)).toEqual([7]);
    expect(listOf(early, "Top Price Gainers").column(row.VOLUME_PERCENT)[0]).toBeCloseTo(70, 9);
    expect(early.from).toBe(555);
  });

  test("keeps its rows while it is held, with figures that go on", () => {
    const day = makeDay();
    const scratch = derivation.createScratch();
    run(day, {}, scratch);
    setFuture(day, "CCC", { ltp: 109, oi: 900, vol: 800 });
    const held = listOf(run(day, { at: 601, isHeld: true }, scratch), "Top Price Gainers");
    expect([held.names, held.column(row.PRICE)]).toEqual([
      ["AAA", "CCC"],
      [104, 109],
    ]);
    expect(listOf(run(day, { at: 602 }, scratch), "Top Price Gainers").names).toEqual(["CCC", "AAA"]);
  });
});

test("build-ups and prices are counted over all futures", () => {
  const { buildUps, futures, priced } = run(makeDay());
  expect([...buildUps]).toEqual([2, 1, 1, 1, 0]);
  expect([futures, priced]).toEqual([5, 4]);
});

test("usual volumes are told when all days are read and one future has them; till then, why not", () => {
  const day = makeDay();
  const room = marketRoom(day, { minuteVersion: 600 });
  const clock = { mode: "live", date: day.date, minute: minute(600), speed: 1 } as const;
  const pane = makePane();
  const lackOf = (market: Partial<Market>) =>
    derivation.derive(
      { market: makeMarket(room, market), pane, params: screen.defaults, clock, kernel },
      derivation.createScratch(),
    )?.daysLack;
  const docOf = (volumes: readonly number[], pending: number): Partial<Market> => {
    const data = { AAA: Object.fromEntries(volumes.map((one, i) => [`6/${i + 1}/2026`, [1, 1, 1, 1, one, 1, 0]])) };
    const document = readDocument(futureBarsName(day.expiry), { data, sources: {}, pending });
    return { doc: (() => document) as Market["doc"] };
  };
  expect(lackOf({ missing: () => ({ status: 404, message: "none" }) })).toBe("all");
  expect(lackOf(docOf([1, 2], 3))).toBe("pending");
  expect(lackOf(docOf([1, 2], 0))).toBe("some");
  expect(lackOf(docOf([1, 2, 3, 4, 5], 3))).toBe("pending");
  expect(lackOf(docOf([1, 2, 3, 4, 5], 0))).toBeUndefined();
});

describe.skipIf(!HAS_RECORDED)("stock futures of October 2020 (needs MARKET_DATA)", () => {
  const byDay = stockFutures();
  const dates = [...byDay.keys()].sort();

  test.each(dates.slice(1).map((date, i) => [dates[i] ?? "", date]))("%s to %s", (from, to) => {
    const cells = [...(byDay.get(to) ?? [])].flatMap(([name, { price, oi }]): [string, Cell][] => {
      const then = byDay.get(from)?.get(name);
      return then ? [[name, { ltp: price, oi, vol: 1, prevClose: then.price, prevOi: then.oi, prevVol: 1 }]] : [];
    });
    const snapshot = run(makeFuturesRoom(Object.fromEntries(cells)), { lists: FILTERS, top: 25 });
    for (const filter of ["Top Price Gainers", "Top Price Losers", "Top OI Gainers", "Top OI Losers"] as const) {
      const { measure, falling } = RANKED[filter];
      // The plain script: per cent of each, those of the sign, sorted.
      const all = cells.map(([name, { ltp = 0, oi = 0, prevClose = 0, prevOi = 0 }]) => ({
        name,
        percent: measure === "price" ? (ltp * 100) / prevClose - 100 : (oi * 100) / prevOi - 100,
      }));
      const sign = falling ? -1 : 1;
      const wanted = all.filter(({ percent }) => percent * sign > 1e-9).sort((a, b) => (b.percent - a.percent) * sign);
      const list = listOf(snapshot, filter);
      expect(list.qualify, filter).toBe(wanted.length);
      expect(list.names, filter).toEqual(wanted.slice(0, 25).map(({ name }) => name));
    }
  });
});
