/** Futures by sector out of the board of their room, and who rose and fell. */

import { futuresRoomName, underlyingOf } from "#contract/domain/instruments.ts";
import { recordOf } from "#contract/domain/record-of.ts";
import { SECTOR_LISTS } from "#contract/domain/reference/sectors.ts";
import { inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { minute } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import { KEY, NAME, PRICE_PERCENT } from "#contract/worker/futures-row.ts";
import { spotRoomOf } from "#contract/worker/spot-need.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type BasisBoard, basisBoard } from "#market/futures/basis-board.ts";
import { BREADTH_LINES, type Breadth, createBreadth } from "#market/futures/breadth.ts";
import {
  type BoardWindow,
  CURRENT,
  countMoves,
  type FuturesBoard,
  futuresBoard,
} from "#market/futures/futures-board.ts";
import { createFuturesTable, createNameKeeper, type FutureNames, fillFutures } from "#market/futures/futures-rows.ts";
import { inEquitySession } from "#market/futures/own-session.ts";
import { dayMomentAt } from "#market/reference/moment.ts";
import { isFound, sortTable, type Table } from "#market/table.ts";
import { screen } from "./screen.ts";
import { type Box, type Params, type Sector, SLOT_OF, type Snapshot, type Tile } from "./snapshot.ts";

const SECTORS = Object.keys(SECTOR_LISTS) as Sector[];

interface Scratch {
  readonly namesOf: ReturnType<typeof createNameKeeper>;
  readonly tables: ReadonlyMap<Sector, Table>;
  names: FutureNames | undefined;
  /** Rows of the room by sector, and those of all stocks. */
  members: ReadonlyMap<Sector, readonly number[]>;
  stocks: readonly number[];
  readonly breadth: Breadth;
}

const NO_BREADTH: Snapshot["series"] = {
  x: { open: minute(0), cadence: 1 },
  lines: recordOf(BREADTH_LINES, () => new Float64Array(0)),
};

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    namesOf: createNameKeeper(),
    tables: new Map(SECTORS.map((sector) => [sector, createFuturesTable()])),
    names: undefined,
    members: new Map(),
    stocks: [],
    breadth: createBreadth(),
  }),

  derive({ market, pane, params, clock }, scratch) {
    const room = pane.futureExpiry && market.room(futuresRoomName(pane.exchange, pane.futureExpiry));
    const board = room && futuresBoard(room, clock);
    if (!board) return undefined;
    const names = scratch.namesOf(room);
    if (scratch.names !== names) list(scratch, names);
    const { minutes, sort, own, held, view, find } = params;
    const window = board.window(minutes);

    const boxes = SECTORS.map((sector): Box => {
      const members = scratch.members.get(sector) ?? [];
      const rows = find === "" ? members : members.filter((row) => isFound(names.names[row] ?? "", find));
      const table = scratch.tables.get(sector)!;
      fillFutures(table, rows, room.day, board, window, names);
      if (minutes === CURRENT) markAbove(table, board);
      const by = own[sector] ?? { by: sort, descending: true };
      const slot = SLOT_OF.get(by.by) ?? PRICE_PERCENT;
      sortTable(table, {
        keySlot: KEY,
        slot,
        names: slot === NAME ? names.names : undefined,
        sort: { descending: by.descending, isHeld: held === sector },
      });
      const { slots, values, styles } = table;
      return { sector, rows: rows.length, slots, values, styles, names: names.text, ...countMoves(window, members) };
    });
    const all = countMoves(window, scratch.stocks);
    const priced = all.advances + all.declines + all.unchanged;
    const at = view === "breadth" ? dayMomentAt(inEquitySession(room), clock) : undefined;
    const series = at ? scratch.breadth.upTo(at, scratch.stocks) : NO_BREADTH;
    const tiles = view === "map" ? tilesOf(scratch.stocks, names, board, window) : [];
    const spotRoom = spotRoomOf(pane);
    const premium = premiumOf(
      scratch.stocks,
      basisBoard(room, board, spotRoom === undefined ? undefined : market.room(spotRoom), clock),
    );
    const lacksSpots = spotRoom !== undefined && market.missing(spotRoom) !== undefined;
    return { premium, lacksSpots, boxes, all, series, tiles, stocks: scratch.stocks.length, priced };
  },
});

function list(scratch: Scratch, names: FutureNames): void {
  scratch.names = names;
  scratch.members = new Map(
    SECTORS.map((sector) => [
      sector,
      SECTOR_LISTS[sector].map((symbol) => names.rowOf.get(symbol) ?? -1).filter((row) => row >= 0),
    ]),
  );
  scratch.stocks = names.names.flatMap((name, row) => (underlyingOf(name).kind === "stock" ? [row] : []));
}

function premiumOf(stocks: readonly number[], { basis }: BasisBoard): Snapshot["premium"] {
  let above = 0;
  let known = 0;
  for (const row of stocks) {
    if (basis[row]! > 0) above++;
    if (!Number.isNaN(basis[row]!)) known++;
  }
  return { above, known };
}

function tilesOf(
  stocks: readonly number[],
  { names }: FutureNames,
  { price, oi }: FuturesBoard,
  window: BoardWindow,
): readonly Tile[] {
  return stocks.flatMap((row) => {
    const value = price[row]! * oi[row]!;
    const percent = window.price.percent[row]!;
    return value > 0 ? [{ name: names[row] ?? "", value, percent }] : [];
  });
}

/** Names above the day's average traded price stand out: the others are quieter. */
function markAbove({ rows, slots, values, styles }: Table, { price, atp }: FuturesBoard): void {
  for (let i = 0; i < rows; i++) {
    const row = values[i * slots + NAME]!;
    if (!(price[row]! > atp[row]!)) styles[i * slots + NAME] = inkCode("ink-3");
  }
}
