/** What is particular to a stock's room: open interest and trades that are known for the whole day beforehand. */
import { EQ, FUT, type TokenTable } from "#contract/domain/instruments.ts";
import type { RoomListing } from "../exchange/listing.ts";
import { draw, normal, subkey, wordKey } from "../exchange/random.ts";
import { type FutureInput, futureLotsHeld, futureLotsTraded } from "../futures/future-interest.ts";
import type { Profile } from "../options/activity.ts";
import { type CountedTrades, countedTrades } from "../options/counted-trades.ts";
import type { Liquidity } from "../options/liquidity.ts";
import type { UnderlyingDay } from "../underlyings/underlying-day.ts";
import { heldLots, tradedLots } from "./stock-liquidity.ts";

/** Strikes were opened over weeks: so little of the shape follows the day. */
const OF_TODAY = 0.25;
/** Noise of a future's day in lots, sd of the log. */
const FUTURE_NOISE = 0.25;
const FUTURE_DAY = wordKey("future volume");

export interface StockRoomInput {
  readonly market: UnderlyingDay;
  readonly listing: RoomListing;
  readonly liquidity: Liquidity;
  readonly table: TokenTable;
  /** Keys of the contracts on this day, by row. */
  readonly keys: Int32Array;
  readonly future: FutureInput;
}

/** Units of open interest at the close, by row; -1 for the spot. */
export function stockInterest({ market, listing, liquidity, table, future }: StockRoomInput): Float64Array {
  const centre = market.centre * OF_TODAY + market.resting * (1 - OF_TODAY);
  const held = futureLotsHeld(future);
  return heldLots(market.seed, listing, liquidity, table, centre).map((lots, row) => {
    if (table.type[row] === EQ) return -1;
    return (table.type[row] === FUT ? held : lots) * (table.lotSize[row] ?? 1);
  });
}

export function stockTrades(input: StockRoomInput, kind: Profile): CountedTrades {
  const { market, listing, liquidity, table, keys, future } = input;
  const dayKey = subkey(market.seed, wordKey(market.date));
  const lots = tradedLots(dayKey, listing, liquidity, table, market.centre);
  const row = table.type.indexOf(FUT);
  const noise = Math.exp(FUTURE_NOISE * normal(draw(keys[row] ?? 0, FUTURE_DAY)));
  lots[row] = Math.round(futureLotsTraded(future) * noise);
  const options = market.volumeCurves(kind);
  const futures = market.volumeCurves("near");
  return countedTrades(lots, keys, (at) => (at === row ? futures : options));
}
