/**
 * The watch list on what was really traded, against a plain script over the raw files: 140 stock futures on five days of
 * October 2020, and the minutes of two index futures. Runs where MARKET_DATA names the folder of the files.
 */
import { describe, expect, test } from "vitest";
import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { CELL_RANK, CELL_RANK_SHIFT } from "#contract/domain/snapshots/cell-style.ts";
import { minute } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeFuturesRoom, setFuture } from "#market/__fixtures__/futures-room.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import type { Cell } from "#market/__fixtures__/room.ts";
import { closeMinute } from "#market/__fixtures__/room.ts";
import { CURRENT, futuresBoard } from "#market/futures/futures-board.ts";
import { indexFutures, stockFutures } from "../../testing/recorded-futures.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import { changeSlot, moveSlot, NAME } from "./snapshot.ts";

const clockOf = (day: RoomDay, at: number, mode: "live" | "replay") =>
  ({ mode, date: day.date, minute: minute(at), speed: 1 }) as const;
const roomOf = (day: RoomDay, version = 1) => marketRoom(day, { minuteVersion: version, tickVersion: version });

/** The watch list by name: figures and ranks of the 'Current' group, in the order of the rows. */
function listOf(day: RoomDay) {
  const snapshot = derivation.derive(
    {
      market: makeMarket(roomOf(day)),
      pane: makePane(),
      params: screen.defaults,
      clock: clockOf(day, 600, "live"),
      kernel: undefined as unknown as Kernel,
    },
    derivation.createScratch(),
  );
  if (!snapshot) throw new Error("no snapshot");
  const { rows, slots, values, styles, totals } = snapshot;
  const names = snapshot.names.split("\n");
  const list = Array.from({ length: rows }, (_, row) => ({
    name: names[values[row * slots + NAME]!] ?? "",
    price: values[row * slots + changeSlot(0, 0)]!,
    oi: values[row * slots + changeSlot(0, 1)]!,
    ranks: [0, 1].map((m) => (styles[row * slots + changeSlot(0, m)]! & CELL_RANK) >> CELL_RANK_SHIFT),
  }));
  return { list, moves: [...totals.subarray(moveSlot(0, 0), moveSlot(0, 3))] };
}

describe.skipIf(!HAS_RECORDED)("stock futures of October 2020, day by day (needs MARKET_DATA)", () => {
  const byDay = stockFutures();
  const dates = [...byDay.keys()].sort();

  test.each(dates.slice(1).map((date, i) => [dates[i] ?? "", date]))("%s to %s", (from, to) => {
    // The plain script: one stock after another, rules as they are written.
    const plain = [...(byDay.get(to) ?? [])].flatMap(([name, now]) => {
      const then = byDay.get(from)?.get(name);
      if (!then || then.price === 0 || then.oi === 0) return [];
      const up = now.price > then.price;
      const down = now.price < then.price;
      const more = now.oi > then.oi;
      const less = now.oi < then.oi;
      const word =
        up && more
          ? "Long Build"
          : down && more
            ? "Short Build"
            : up && less
              ? "Short Cover"
              : down && less
                ? "Long Unwind"
                : undefined;
      return [
        {
          name,
          now,
          then,
          up,
          down,
          word,
          price: (now.price / then.price - 1) * 100,
          oi: (now.oi / then.oi - 1) * 100,
        },
      ];
    });
    expect(plain.length).toBeGreaterThan(120);

    const cells = plain.map(({ name, now, then }): [string, Cell] => [
      name,
      { ltp: now.price, oi: now.oi, vol: 1, prevClose: then.price, prevOi: then.oi, prevVol: 1 },
    ]);
    const day = makeFuturesRoom(Object.fromEntries(cells));
    const { list, moves } = listOf(day);

    const advances = plain.filter(({ up }) => up).length;
    const declines = plain.filter(({ down }) => down).length;
    expect(moves).toEqual([advances, declines, plain.length - advances - declines]);

    const sorted = [...plain].sort((a, b) => b.price - a.price);
    expect(list.map(({ name }) => name)).toEqual(sorted.map(({ name }) => name));
    for (const [i, { price, oi }] of sorted.entries()) {
      expect(list[i]?.price).toBeCloseTo(price, 8);
      expect(list[i]?.oi).toBeCloseTo(oi, 8);
    }
    for (const [m, figure] of [(one: (typeof plain)[0]) => one.price, (one: (typeof plain)[0]) => one.oi].entries()) {
      const [first, second, third] = [...plain].sort((a, b) => figure(b) - figure(a));
      const ranked = [1, 2, 3].map((rank) => list.find(({ ranks }) => ranks[m] === rank)?.name);
      expect(ranked).toEqual([first?.name, second?.name, third?.name]);
    }

    const board = futuresBoard(roomOf(day), clockOf(day, 600, "live"));
    const states = Array.from(board?.window(CURRENT).buildUp ?? [], (code) => BUILD_UP_STATES[code]?.word);
    expect(states).toEqual(plain.map(({ word }) => word));
  });
});

describe.skipIf(!HAS_RECORDED)("index futures of 12 October 2020 by the minute (needs MARKET_DATA)", () => {
  const OPEN = 555;
  const captures = (["NIFTY", "BANKNIFTY"] as const).flatMap((symbol) => indexFutures(symbol, "2020-10-12"));
  /** The newest capture of a symbol in or before a minute. */
  const known = (symbol: string, at: number) =>
    captures.filter((one) => one.symbol === symbol && one.at <= at).reduce((a, b) => (b.at >= a.at ? b : a));

  test("each window is the change between two captures", () => {
    const start = Math.max(
      ...["NIFTY", "BANKNIFTY"].map((symbol) => captures.find((one) => one.symbol === symbol)?.at ?? 0),
    );
    const day = makeFuturesRoom({ NIFTY: {}, BANKNIFTY: {} });
    for (let at = start; at <= 930; at++) {
      for (const symbol of ["NIFTY", "BANKNIFTY"]) {
        const { price, oi, volume } = known(symbol, at);
        setFuture(day, symbol, { ltp: price, oi, vol: volume });
      }
      closeMinute(day, at - OPEN);
    }
    let compared = 0;
    for (const at of [start + 1, 600, 647, 720, 815, 929, 620]) {
      const board = futuresBoard(roomOf(day, at), clockOf(day, at, "replay"));
      for (const back of [1, 3, 5, 10, 15, 60]) {
        const window = board?.window(back);
        for (const [row, symbol] of ["NIFTY", "BANKNIFTY"].entries()) {
          const now = known(symbol, at);
          const then = known(symbol, Math.max(start, at - back));
          expect(window?.price.percent[row]).toBeCloseTo((now.price / then.price - 1) * 100, 6);
          expect(window?.oi.change[row]).toBe(now.oi - then.oi);
          expect(window?.volume.percent[row]).toBeCloseTo((now.volume / then.volume - 1) * 100, 6);
          compared++;
        }
      }
    }
    expect(compared).toBe(84);
  });
});
