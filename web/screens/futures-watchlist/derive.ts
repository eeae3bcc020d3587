/** The futures of one list out of the board of their room, ranked and in the user's order. */

import type { RoomDay } from "#contract/domain/columns.ts";
import { futuresRoomName, isCurrency } from "#contract/domain/instruments.ts";
import { sectorOf } from "#contract/domain/reference/sectors.ts";
import { inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import { spotRoomOf } from "#contract/worker/spot-need.ts";
import { NAME_SEPARATOR } from "#contract/worker/table.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type BasisBoard, basisBoard } from "#market/futures/basis-board.ts";
import { type BoardWindow, countMoves, futuresBoard } from "#market/futures/futures-board.ts";
import { clearTable, createTable, isFound, rankColumn, sortTable, type Table } from "#market/table.ts";
import { screen } from "./screen.ts";
import {
  BASIS,
  CARRY,
  changeSlot,
  IS_FINE,
  KEY,
  MEASURES,
  moveSlot,
  NAME,
  type Params,
  PRICE,
  SECTOR,
  SLOT_OF,
  SLOTS,
  type Snapshot,
  TOTALS_SLOTS,
  WINDOWS,
} from "./snapshot.ts";

/** What stands in the room, whatever its figures are. */
interface Listing {
  readonly structure: number;
  readonly day: RoomDay | undefined;
  /** The futures by row, then the sectors. */
  readonly names: readonly string[];
  readonly text: string;
  readonly rowOf: ReadonlyMap<string, number>;
  /** Place of a row's sector in the names; NaN where it has none. */
  readonly sectors: Float64Array;
}

interface Scratch {
  listing: Listing;
  readonly table: Table;
  readonly totals: Float64Array;
}

const nothing: Listing = {
  structure: -1,
  day: undefined,
  names: [],
  text: "",
  rowOf: new Map(),
  sectors: new Float64Array(0),
};

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({ listing: nothing, table: createTable(SLOTS), totals: new Float64Array(TOTALS_SLOTS) }),

  derive({ market, pane, params, clock }, scratch) {
    const room = pane.futureExpiry && market.room(futuresRoomName(pane.exchange, pane.futureExpiry));
    const board = room && futuresBoard(room, clock);
    if (!board) return undefined;
    const { day, structureVersion: structure } = room;
    if (scratch.listing.structure !== structure || scratch.listing.day !== day)
      scratch.listing = listingOf(day, structure);
    const { listing, table, totals } = scratch;
    const { symbols, sort, isPercentage, find } = params;
    const list = rowsOf(day, listing, symbols);
    const rows = find === "" ? list : list.filter((row) => isFound(listing.names[row] ?? "", find));
    clearTable(table, rows.length);
    fillFacts(table, rows, day, listing, board.price);
    const spotRoom = params.hasBasis ? spotRoomOf(pane) : undefined;
    if (spotRoom) fillBasis(table, rows, basisBoard(room, board, market.room(spotRoom), clock));
    WINDOWS.forEach((minutes, w) => {
      const window = board.window(minutes);
      fillChanges(table, rows, window, w, isPercentage);
      const { advances, declines, unchanged } = countMoves(window, list);
      totals.set([advances, declines, unchanged], moveSlot(w, 0));
    });
    markSymbol(table, listing.rowOf.get(pane.symbol));
    const slot = SLOT_OF.get(sort.by) ?? PRICE;
    const names = slot === NAME || slot === SECTOR ? listing.names : undefined;
    sortTable(table, { keySlot: KEY, slot, names, sort });
    const { slots, values, styles } = table;
    return {
      rows: rows.length,
      slots,
      values,
      styles,
      names: listing.text,
      totals,
      isPercentage,
      futures: day.tokens.length,
      listed: list.length,
      lacksSpots: spotRoom !== undefined && market.missing(spotRoom) !== undefined,
      priced: list.reduce((count, row) => count + (board.price[row]! > 0 ? 1 : 0), 0),
    };
  },
});

/** Words of a sector that are written as they are; the others begin with a capital. */
const ACRONYMS = new Set(["IT", "FMCG", "PSU"]);

function sectorTitle(sector: string): string {
  const words = sector.split(" ").map((word) => (ACRONYMS.has(word) ? word : word.toLowerCase()));
  const title = words.join(" ");
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function listingOf(day: RoomDay, structure: number): Listing {
  const { length, symbol: symbols = [] } = day.tokens;
  const names = symbols.slice(0, length);
  const rowOf = new Map(names.map((name, row) => [name, row]));
  const placeOf = new Map<string, number>();
  const sectors = new Float64Array(length).fill(Number.NaN);
  for (let row = 0; row < length; row++) {
    const sector = sectorOf(names[row]!);
    if (sector === undefined) continue;
    if (!placeOf.has(sector)) placeOf.set(sector, names.push(sectorTitle(sector)) - 1);
    sectors[row] = placeOf.get(sector)!;
  }
  return { structure, day, names, text: names.join(NAME_SEPARATOR), rowOf, sectors };
}

/** The listed futures of a list, in its order, but for those whose previous close, OI or volume is 0. An absent figure is none. */
function rowsOf({ tokens }: RoomDay, { rowOf }: Listing, symbols: readonly string[] | undefined): number[] {
  const rows = symbols ? symbols.map((symbol) => rowOf.get(symbol) ?? -1) : Array.from(rowOf.values());
  return rows.filter(
    (row) => row >= 0 && tokens.prevClose[row] !== 0 && tokens.prevOi[row] !== 0 && tokens.prevVol[row] !== 0,
  );
}

function fillFacts(
  { values, slots }: Table,
  rows: readonly number[],
  { tokens }: RoomDay,
  { sectors, names }: Listing,
  price: Float64Array,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const at = i * slots;
    values[at + KEY] = tokens.token[row]!;
    values[at + NAME] = row;
    values[at + SECTOR] = sectors[row]!;
    values[at + PRICE] = price[row]!;
    values[at + IS_FINE] = isCurrency(names[row]!) ? 1 : 0;
  }
}

function fillBasis({ values, slots }: Table, rows: readonly number[], { basis, carry }: BasisBoard): void {
  for (let i = 0; i < rows.length; i++) {
    values[i * slots + BASIS] = basis[rows[i]!]!;
    values[i * slots + CARRY] = carry[rows[i]!]!;
  }
}

function fillChanges(
  table: Table,
  rows: readonly number[],
  { price, oi, volume }: BoardWindow,
  window: number,
  isPercentage: boolean,
): void {
  const { values, slots } = table;
  const columns = [price, oi, volume].map(({ change, percent }) => (isPercentage ? percent : change));
  for (let m = 0; m < MEASURES.length; m++) {
    const slot = changeSlot(window, m);
    const column = columns[m]!;
    for (let i = 0; i < rows.length; i++) values[i * slots + slot] = column[rows[i]!]!;
    rankColumn(table, slot);
  }
}

/** The row of the letter's symbol: the one that was clicked last. */
function markSymbol({ rows, slots, values, styles }: Table, row: number | undefined): void {
  for (let i = 0; i < rows; i++) if (values[i * slots + NAME] === row) styles[i * slots + NAME]! |= inkCode("accent");
}
