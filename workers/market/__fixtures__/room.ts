/** Small rooms made by hand, for the tests of this folder and of derivations that read a room. Prices in rupees, OI in units. */

import {
  COMPLETE,
  createLiveColumns,
  createMinuteColumns,
  LTP,
  OI,
  type RoomDay,
  VOL,
} from "#contract/domain/columns.ts";
import { CE, createTokenTable, EQ, FUT, PE, roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { regularHours } from "#contract/domain/reference/calendar.ts";
import { isoDate } from "#contract/domain/units.ts";

export interface Cell {
  readonly ltp?: number;
  readonly oi?: number;
  readonly vol?: number;
  readonly prevClose?: number;
  readonly prevOi?: number;
  readonly prevVol?: number;
}

export interface StrikeCells {
  readonly strike: number;
  readonly ce?: Cell;
  readonly pe?: Cell;
}

export interface RoomFixture {
  readonly symbol?: string;
  readonly expiry?: string;
  readonly date?: string;
  readonly spot?: Cell;
  readonly future?: Cell;
  readonly strikes: readonly StrikeCells[];
}

/** A room whose live columns hold the cells given; its minutes are holes. Rows: spot, future, then CE and PE by strike. */
export function makeRoom(fixture: RoomFixture): RoomDay {
  const { symbol = "NIFTY", expiry = "2026-08-25", date = "2026-08-18" } = fixture;
  const { exchange, segment, priceScale } = underlyingOf(symbol);
  const session = regularHours(segment, isoDate(date));
  const capacity = 2 + fixture.strikes.length * 2;
  const tokens = createTokenTable(capacity);
  const live = createLiveColumns(capacity);
  const scaled = (rupees: number | undefined): number => (rupees === undefined ? -1 : Math.round(rupees * priceScale));

  const add = (type: number, strike: number, cell: Cell | undefined): void => {
    if (!cell) return;
    const row = tokens.length++;
    tokens.token[row] = row + 1;
    tokens.type[row] = type;
    tokens.strike[row] = scaled(strike);
    tokens.lotSize[row] = 65;
    tokens.prevClose[row] = scaled(cell.prevClose);
    tokens.prevOi[row] = cell.prevOi ?? -1;
    tokens.prevVol[row] = cell.prevVol ?? -1;
    live.columns[LTP]![row] = scaled(cell.ltp);
    live.columns[OI]![row] = cell.oi ?? -1;
    live.columns[VOL]![row] = cell.vol ?? -1;
  };

  add(EQ, 0, fixture.spot);
  add(FUT, 0, fixture.future);
  for (const { strike, ce, pe } of fixture.strikes) {
    add(CE, strike, ce);
    add(PE, strike, pe);
  }
  return {
    room: roomName(symbol, isoDate(expiry)),
    symbol,
    exchange,
    expiry: isoDate(expiry),
    date: isoDate(date),
    source: "sim",
    priceScale,
    open: session.open,
    cadence: 1,
    tokens,
    live,
    minutes: createMinuteColumns(capacity, session.points, (1 << LTP) | (1 << OI) | (1 << VOL)),
  };
}

/** Closes a minute: copies the live columns into the slot, those that the minutes have. */
export function closeMinute(day: RoomDay, slot: number): void {
  for (const [field, from] of day.live.columns.entries()) {
    if (day.minutes.columns[field]!.length === 0) continue;
    for (let row = 0; row < day.tokens.length; row++)
      day.minutes.columns[field]![slot * day.minutes.stride + row] = from[row]!;
  }
  day.minutes.state[slot] = COMPLETE;
}
