/** Prices of the legs on a past day, out of their chains. */
import { LTP } from "#contract/domain/columns.ts";
import { contractKey, INSTRUMENT_TYPES, parseExpiry, type TokenTable } from "#contract/domain/instruments.ts";
import type { LegPosition } from "#contract/domain/strategy/profits.ts";
import type { DeriveInput, MarketRoom } from "#contract/worker/derivation.ts";
import { cellOf, momentAt } from "#market/reference/moment.ts";
import { legsOf } from "./screen.ts";
import type { Positions } from "./snapshot.ts";

/** Rupees; NaN where it is not known. */
export type PriceOf = (leg: LegPosition) => number;

/** Where the contracts of a room are, for as long as its table stays. */
export interface RoomRows {
  readonly structureVersion: number;
  readonly rows: ReadonlyMap<string, number>;
}

/** Prices of the chains at the clock; undefined while one of them is still on its way. */
export function pricesAtClock(
  { market, clock, params }: Pick<DeriveInput<Positions, unknown>, "market" | "clock" | "params">,
  rooms: readonly string[],
  known: Map<string, RoomRows>,
): PriceOf | undefined {
  const cells = new Map<string, (key: string) => number>();
  for (const name of rooms) {
    const room = market.room(name);
    if (!room && market.missing(name) === undefined) return undefined;
    if (!room) continue;
    const moment = momentAt(room.day, clock);
    const rows = rowsOf(room, known.get(name));
    known.set(name, rows);
    const scale = room.day.priceScale;
    cells.set(name, (key) => {
      const row = rows.rows.get(key);
      const price = row === undefined || !moment ? 0 : cellOf(moment, LTP, row);
      return price > 0 ? price / scale : Number.NaN; // 0 was never traded
    });
  }
  const keys = new Map(legsOf(params).map((leg) => [leg, contractKey({ ...leg, expiry: parseExpiry(leg.expiry) })]));
  return (leg) => cells.get(leg.room)?.(keys.get(leg) ?? "") ?? Number.NaN;
}

function rowsOf({ day, structureVersion }: MarketRoom, before: RoomRows | undefined): RoomRows {
  if (before?.structureVersion === structureVersion) return before;
  return { structureVersion, rows: readRows(day.tokens, day.expiry, day.priceScale) };
}

function readRows(tokens: TokenTable, expiry: Parameters<typeof contractKey>[0]["expiry"], scale: number) {
  const rows = new Map<string, number>();
  for (let row = 0; row < tokens.length; row++) {
    const type = INSTRUMENT_TYPES[tokens.type[row] ?? 0];
    if (type === undefined || type === "EQ") continue;
    const key = contractKey({ expiry, strike: (tokens.strike[row] ?? 0) / scale, type });
    if (!rows.has(key)) rows.set(key, row);
  }
  return rows;
}
