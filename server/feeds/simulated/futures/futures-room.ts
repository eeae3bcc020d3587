/**
 * A futures room: the future of every underlying of an exchange that has one of this expiry. Each row is run as in the
 * option rooms that print it, so that its figures are the same; the room's session spans all of theirs.
 */

import {
  ALL_FIELDS,
  type ColumnSet,
  createColumns,
  createLiveColumns,
  FIELD_COUNT,
  isPriceField,
  type RoomDay,
} from "#contract/domain/columns.ts";
import {
  createTokenTable,
  type Exchange,
  FUT,
  futuresRoomName,
  futuresSymbol,
  type RoomName,
  type TokenTable,
} from "#contract/domain/instruments.ts";
import type { Session } from "#contract/domain/reference/calendar.ts";
import { ABSENT, type IsoDate, minute, type PriceScale } from "#contract/domain/units.ts";
import type { RoomListing } from "../exchange/listing.ts";
import { type CreateMinutes, plainMinutes, type Run, type RunnableRoom, type RunState } from "../exchange/run.ts";
import { modelOf, type RoomModel } from "../options/room-model.ts";
import { RoomRun } from "../options/room-run.ts";
import type { UnderlyingDay } from "../underlyings/underlying-day.ts";

export interface FuturesListing {
  readonly name: RoomName;
  readonly exchange: Exchange;
  readonly expiry: IsoDate;
  /** A room that prints each future, by underlying. */
  readonly futures: readonly RoomListing[];
}

/** The futures rooms of a day: by exchange and expiry, the underlyings in the order of the option rooms. */
export function listFutures(listings: readonly RoomListing[]): FuturesListing[] {
  const rooms = new Map<RoomName, { exchange: Exchange; expiry: IsoDate; futures: RoomListing[] }>();
  for (const listing of listings) {
    const { future: expiry, underlying } = listing;
    const name = futuresRoomName(underlying.exchange, expiry);
    const room = rooms.get(name) ?? { exchange: underlying.exchange, expiry, futures: [] };
    rooms.set(name, room);
    if (!room.futures.some((other) => other.underlying === underlying)) room.futures.push(listing);
  }
  return Array.from(rooms, ([name, room]) => ({ name, ...room })).sort(
    (a, b) => Number(a.exchange < b.exchange) - Number(a.exchange > b.exchange) || (a.expiry < b.expiry ? -1 : 1),
  );
}

/** The model of a future alone, without the options beside which it is printed. */
export const futureModel = (market: UnderlyingDay, listing: RoomListing): RoomModel =>
  modelOf(market, { ...listing, strikes: [] });

/** One row of the room. */
interface Part {
  readonly model: RoomModel;
  /** The future's row in its model. */
  readonly row: number;
  /** What the room's prices are multiplied by. */
  readonly scale: number;
  /** Slots by which its session begins later than the room's. */
  readonly later: number;
}

/** @param models of the futures alone, with yesterday's figures, in the order of the rows; at least one */
export function futuresRoom(listing: FuturesListing, models: readonly RoomModel[]): RunnableRoom {
  const priceScale = Math.max(...models.map(({ listing: { underlying } }) => underlying.priceScale)) as PriceScale;
  const session = spanning(models.map((model) => model.session));
  const parts = models.map((model) => ({
    model,
    row: model.table.type.indexOf(FUT),
    scale: priceScale / model.listing.underlying.priceScale,
    later: model.session.open - session.open,
  }));
  const table = tableOf(parts);
  return {
    name: listing.name,
    session,
    rows: parts.length,
    run: (columns, from) => new FuturesRun(parts, columns, from),
    roomDay(create = plainMinutes) {
      const date = models[0]?.underlyingDay.date ?? listing.expiry;
      return roomDayOf(listing, date, priceScale, session, table, create);
    },
  };
}

function roomDayOf(
  { name, exchange, expiry }: FuturesListing,
  date: IsoDate,
  priceScale: PriceScale,
  session: Session,
  table: TokenTable,
  create: CreateMinutes,
): RoomDay {
  const symbol = futuresSymbol(exchange);
  return {
    room: name,
    symbol,
    exchange,
    expiry,
    date,
    source: "sim",
    priceScale,
    open: session.open,
    cadence: 1,
    tokens: table,
    live: createLiveColumns(table.length),
    minutes: create({ symbol, priceScale, tokens: table }, session.points, ALL_FIELDS),
  };
}

function spanning(sessions: readonly Session[]): Session {
  const open = minute(Math.min(...sessions.map((session) => session.open)));
  const close = minute(Math.max(...sessions.map((session) => session.close)));
  return { open, close, points: close - open + 1 };
}

function tableOf(parts: readonly Part[]): TokenTable {
  const table = createTokenTable(parts.length);
  for (const { model, row, scale } of parts) {
    const at = table.length++;
    const close = model.table.prevClose[row]!;
    table.token[at] = model.table.token[row]!;
    table.type[at] = FUT;
    table.lotSize[at] = model.table.lotSize[row]!;
    table.prevClose[at] = close === ABSENT ? ABSENT : close * scale;
    table.prevOi[at] = model.table.prevOi[row]!;
    table.prevVol[at] = model.table.prevVol[row]!;
  }
  table.symbol = parts.map(({ model }) => model.listing.underlying.symbol);
  return table;
}

/** Where the run of one row stood; the spot beside it, which nobody sees, has no figures. */
function stateOf({ model, row, scale, later }: Part, at: number, from: RunState): RunState | undefined {
  const slot = Math.min(from.slot - later, model.session.points - 1);
  if (slot < 0) return undefined;
  const columns = createColumns(model.table.length);
  for (const [field, column] of columns.entries()) {
    const value = from.columns[field]![at]!;
    column.fill(ABSENT);
    column[row] = value !== ABSENT && isPriceField(field) ? value / scale : value;
  }
  const turnover = new Float64Array(model.table.length);
  turnover[row] = from.turnover[at]! / scale;
  return { slot, columns, turnover };
}

export class FuturesRun implements Run {
  slot = -1;
  readonly columns: ColumnSet;
  readonly #parts: readonly Part[];
  /** One of each future alone. */
  readonly runs: readonly RoomRun[];
  readonly #changed = new Uint16Array(1);

  constructor(parts: readonly Part[], columns: ColumnSet, from?: RunState) {
    this.#parts = parts;
    this.columns = columns;
    this.slot = from?.slot ?? -1;
    this.runs = parts.map(
      (part, at) => new RoomRun(part.model, createColumns(part.model.table.length), from && stateOf(part, at, from)),
    );
    for (const column of columns) column.fill(ABSENT);
    for (let at = 0; at < parts.length; at++) this.#copy(at);
  }

  prepare(): void {
    for (const run of this.runs) run.prepare();
  }

  minute(): void {
    this.slot++;
    for (let at = 0; at < this.#parts.length; at++) {
      const { model, later } = this.#parts[at]!;
      if (this.slot < later || this.slot >= later + model.session.points) continue;
      this.runs[at]!.minute();
      this.#copy(at);
    }
  }

  second(slot: number, s: number, changed: Uint16Array): number {
    this.slot = slot;
    let count = 0;
    for (let at = 0; at < this.#parts.length; at++) {
      const { model, later } = this.#parts[at]!;
      if (slot < later || slot >= later + model.session.points) continue;
      if (this.runs[at]!.second(slot - later, s, this.#changed) === 0) continue;
      this.#copy(at);
      changed[count++] = at;
    }
    return count;
  }

  #copy(at: number): void {
    const { row, scale } = this.#parts[at]!;
    const from = this.runs[at]!.columns;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const value = from[field]![row]!;
      this.columns[field]![at] = value !== ABSENT && isPriceField(field) ? value * scale : value;
    }
  }
}
