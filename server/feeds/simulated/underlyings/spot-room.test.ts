import { expect, test } from "vitest";
import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { EQ, roomName, rowSymbol } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { simulatedDay } from "../past/simulated-history.ts";

const DATE = isoDate("2026-07-28");
const STOCKS = ["RELIANCE", "SBIN"];

/** Of the row of a symbol's spot: its token, its previous close, and its price by minute. */
function spotOf(room: RoomDay | undefined, symbol: string) {
  if (!room) throw new Error(`no room of ${symbol}`);
  const { tokens, minutes } = room;
  const rows = Array.from({ length: tokens.length }, (_, row) => row);
  const row = rows.find((one) => tokens.type[one] === EQ && rowSymbol(room, one) === symbol) ?? -1;
  const prices = Array.from({ length: minutes.slots }, (_, slot) => minutes.columns[LTP]![slot * minutes.stride + row]);
  return { token: tokens.token[row], prevClose: tokens.prevClose[row], prices };
}

test("spots of an exchange are those of its chains, minute by minute; a currency has none", { timeout: 60_000 }, () => {
  const day = simulatedDay(7, DATE, ["NIFTY", "USDINR", "SENSEX", ...STOCKS]);
  expect(day.rooms.filter((room) => room.startsWith("Spot-"))).toEqual(["Spot-NSE-7/28/2026", "Spot-BSE-7/30/2026"]);
  const spots = day.room("Spot-NSE-7/28/2026");
  expect(spots?.tokens.symbol).toEqual(["NIFTY", ...STOCKS]);
  for (const symbol of ["NIFTY", "SBIN"]) {
    const own = spotOf(spots, symbol);
    expect(own).toEqual(spotOf(day.room(roomName(symbol, DATE)), symbol));
    expect(new Set(own.prices).size).toBeGreaterThan(100);
  }
});
