import { expect, test } from "vitest";
import { createMinuteColumns, LTP, OI, type RoomDay, VOL, VWAP } from "#contract/domain/columns.ts";
import { CELL_INK, inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { minute } from "#contract/domain/units.ts";
import { NAME } from "#contract/worker/futures-row.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeFuturesRoom } from "#market/__fixtures__/futures-room.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute } from "#market/__fixtures__/room.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import type { Params, Sector, Snapshot } from "./snapshot.ts";

const kernel = undefined as unknown as Kernel; // this screen prices nothing
const before = { prevClose: 100, prevOi: 1000, prevVol: 400 };

function makeDay(): RoomDay {
  const day = makeFuturesRoom({
    NIFTY: { ...before, ltp: 120, oi: 1, vol: 1 },
    TCS: { ...before, ltp: 102, oi: 1200, vol: 400 },
    INFY: { ...before, ltp: 104, oi: 1100, vol: 800 },
    WIPRO: { ...before, ltp: 97, oi: 900, vol: 1200 },
    SBIN: { ...before, ltp: 100, oi: 1000, vol: 400 },
    DIXON: { ...before, ltp: 90, oi: 1, vol: 1 },
    DLF: { oi: 1 },
  });
  day.live.columns[VWAP]!.set([0, 10_150, 10_450, 9_700, 10_000, -1, -1]);
  return day;
}

function run(day: RoomDay, params: Partial<Params> = {}, at = 600, mode: "live" | "replay" = "live"): Snapshot {
  const room = marketRoom(day, { minuteVersion: at });
  const clock = { mode, date: day.date, minute: minute(at), speed: 1 };
  const input = {
    market: makeMarket(room),
    pane: makePane(),
    params: { ...screen.defaults, ...params },
    clock,
    kernel,
  };
  const snapshot = derivation.derive(input, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

function boxOf({ boxes }: Snapshot, sector: Sector) {
  const box = boxes.find((one) => one.sector === sector);
  if (!box) throw new Error(`no box ${sector}`);
  const { rows, slots, values, styles, names = "", advances, declines, unchanged } = box;
  const list = Array.from({ length: rows }, (_, row) => ({
    name: names.split("\n")[values[row * slots + NAME]!],
    ink: styles[row * slots + NAME]! & CELL_INK,
  }));
  return { names: list.map(({ name }) => name), inks: list.map(({ ink }) => ink), advances, declines, unchanged };
}

test("each stock future is counted once, an index and one without a price never", () => {
  const { all, stocks, priced, boxes } = run(makeDay());
  expect(all).toEqual({ advances: 2, declines: 2, unchanged: 1 });
  expect([stocks, priced]).toEqual([6, 5]);
  expect(boxes).toHaveLength(15);
});

test("a box has its sector's futures in the order of the sort, and its own counts", () => {
  const day = makeDay();
  expect(boxOf(run(day), "IT")).toMatchObject({ names: ["INFY", "TCS", "WIPRO"], advances: 2, declines: 1 });
  expect(boxOf(run(day, { sort: "oi" }), "IT").names).toEqual(["TCS", "INFY", "WIPRO"]);
  expect(boxOf(run(day, { sort: "volume" }), "IT").names).toEqual(["WIPRO", "INFY", "TCS"]);
  expect(boxOf(run(day), "PSU BANK")).toMatchObject({ names: ["SBIN"], advances: 0, declines: 0, unchanged: 1 });
  expect(boxOf(run(day), "MEDIA").names).toEqual([]);
});

test("a header sorts its own box only", () => {
  const snapshot = run(makeDay(), { own: { IT: { by: "name", descending: false } } });
  expect(boxOf(snapshot, "IT").names).toEqual(["INFY", "TCS", "WIPRO"]);
  const turned = run(makeDay(), { own: { IT: { by: "price", descending: false } } });
  expect(boxOf(turned, "IT").names).toEqual(["WIPRO", "TCS", "INFY"]);
  expect(boxOf(turned, "FINANCIAL SERVICES").names).toEqual(boxOf(run(makeDay()), "FINANCIAL SERVICES").names);
});

test("names above the average traded price stand out, in the window 'Current' only", () => {
  const quiet = inkCode("ink-3");
  expect(boxOf(run(makeDay()), "IT").inks).toEqual([quiet, 0, quiet]); // INFY under, TCS over, WIPRO at it
  const day = makeDay();
  day.minutes = createMinuteColumns(
    7,
    376,
    [LTP, VWAP, OI, VOL].reduce((mask, field) => mask | (1 << field), 0),
  );
  closeMinute(day, 0);
  closeMinute(day, 6);
  expect(boxOf(run(day, { minutes: 5 }, 561, "replay"), "IT").inks).toEqual([0, 0, 0]);
  expect(boxOf(run(day, {}, 561, "replay"), "IT").inks).toEqual([quiet, 0, quiet]);
});

test("the heat map has every stock with a price, by the value of its open interest", () => {
  const { tiles } = run(makeDay(), { view: "map" });
  expect(tiles.map(({ name, value, percent }) => [name, value, Math.round(percent)])).toEqual([
    ["TCS", 122_400, 2],
    ["INFY", 114_400, 4],
    ["WIPRO", 87_300, -3],
    ["SBIN", 100_000, 0],
    ["DIXON", 90, -10],
  ]);
  expect(run(makeDay()).tiles).toEqual([]);
});
