/** Futures of a board as the rows of a ranked table. Hot: up to 220 rows in a few tables, twice a second. */
import type { RoomDay } from "#contract/domain/columns.ts";
import { isCurrency } from "#contract/domain/instruments.ts";
import {
  BASIS,
  BUILD_UP,
  CARRY,
  IS_FINE,
  KEY,
  NAME,
  OI_BAR,
  OI_PERCENT,
  PRICE,
  PRICE_BAR,
  PRICE_CHANGE,
  PRICE_PERCENT,
  SLOTS,
  VOLUME_BAR,
  VOLUME_PERCENT,
  VOLUME_RATIO,
} from "#contract/worker/futures-row.ts";
import { NAME_SEPARATOR } from "#contract/worker/table.ts";
import { clearTable, createTable, type Table } from "../table.ts";
import type { BasisBoard } from "./basis-board.ts";
import type { BoardWindow, FuturesBoard } from "./futures-board.ts";

export const createFuturesTable = (): Table => createTable(SLOTS);

/** The names of a futures room, kept while its token table stays. */
export interface FutureNames {
  readonly names: readonly string[];
  /** As a table sends them. */
  readonly text: string;
  readonly rowOf: ReadonlyMap<string, number>;
  readonly isFine: readonly boolean[];
}

export function createNameKeeper(): (room: {
  readonly day: RoomDay;
  readonly structureVersion: number;
}) => FutureNames {
  let kept: FutureNames = { names: [], text: "", rowOf: new Map(), isFine: [] };
  let of: RoomDay | undefined;
  let version = -1;
  return ({ day, structureVersion }) => {
    if (of !== day || version !== structureVersion) {
      const names = (day.tokens.symbol ?? []).slice(0, day.tokens.length);
      const rowOf = new Map(names.map((name, row) => [name, row]));
      kept = { names, text: names.join(NAME_SEPARATOR), rowOf, isFine: names.map(isCurrency) };
      of = day;
      version = structureVersion;
    }
    return kept;
  };
}

/** What a table may show beside the board; left out where it is not shown. */
export interface MoreFigures {
  readonly basis?: BasisBoard | undefined;
  /** Usual volume by row of the room. */
  readonly usual?: Float64Array | undefined;
}

/** Fills the table with these rows of the board, in their order, and scales its bars. */
export function fillFutures(
  table: Table,
  rows: ArrayLike<number>,
  { tokens }: RoomDay,
  board: FuturesBoard,
  window: BoardWindow,
  { isFine }: FutureNames,
  { basis, usual }: MoreFigures = {},
): void {
  clearTable(table, rows.length);
  const { values, slots } = table;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const at = i * slots;
    values[at + KEY] = tokens.token[row]!;
    values[at + NAME] = row;
    values[at + PRICE] = board.price[row]!;
    values[at + IS_FINE] = isFine[row] ? 1 : 0;
    values[at + PRICE_CHANGE] = window.price.change[row]!;
    values[at + PRICE_PERCENT] = window.price.percent[row]!;
    values[at + OI_PERCENT] = window.oi.percent[row]!;
    values[at + VOLUME_PERCENT] = window.volume.percent[row]!;
    values[at + BUILD_UP] = window.buildUp[row]!;
    values[at + BASIS] = basis?.basis[row] ?? Number.NaN;
    values[at + CARRY] = basis?.carry[row] ?? Number.NaN;
    values[at + VOLUME_RATIO] = usual ? board.volume[row]! / usual[row]! : Number.NaN;
  }
  scaleBars(table, PRICE_PERCENT, PRICE_BAR);
  scaleBars(table, OI_PERCENT, OI_BAR);
  scaleBars(table, VOLUME_PERCENT, VOLUME_BAR);
  for (let i = 0; i < rows.length; i++) values[i * slots + VOLUME_BAR] = Math.abs(values[i * slots + VOLUME_BAR]!);
}

/** Each figure over the greatest of its column, whichever sign that has. */
function scaleBars({ rows, slots, values }: Table, from: number, to: number): void {
  let greatest = 0;
  for (let row = 0; row < rows; row++) {
    const size = Math.abs(values[row * slots + from]!);
    if (size > greatest) greatest = size;
  }
  for (let row = 0; row < rows; row++) values[row * slots + to] = values[row * slots + from]! / greatest;
}
