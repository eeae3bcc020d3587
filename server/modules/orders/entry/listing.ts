/** What is listed today, as orders need it: by the name that the browser sends, or by contract. */
import { ASK, BID, LTP } from "#contract/domain/columns.ts";
import { type ContractKey, underlyingOf } from "#contract/domain/instruments.ts";
import type { Quotes } from "#contract/domain/orders/follow.ts";
import { DEFAULT_FREEZE, lotsPerOrder } from "#contract/domain/reference/lots.ts";
import { inRupees, qty, scaledPrice } from "#contract/domain/units.ts";
import { DayIndex, type ListedContract } from "../../../market/instruments/day-index.ts";
import type { MarketView } from "../../../market/market-view.ts";
import type { WallClock } from "../../../platform/clocks.ts";

/** A contract that can be traded. */
export interface Tradable {
  readonly key: ContractKey;
  /** '{exchange}:{instrumentName}'. */
  readonly symbol: string;
  /** The feed's. */
  readonly token: number;
  /** Units. */
  readonly lot: number;
  /** Rupees. */
  readonly tick: number;
  /** The most units of one order: whole lots. */
  readonly largest: number;
  /** Rupees per unit and rupee of price: 1000 for USDINR. */
  readonly multiplier: number;
  /** Last price, rupees; undefined where nothing has traded, or this process does not follow it. */
  readonly price: number | undefined;
  /** Best bid and ask, rupees; undefined where one of them is missing. */
  readonly quotes: Quotes | undefined;
}

export interface Listing {
  /** False in a process that has just started: nothing is listed yet, and nothing may be refused for that. */
  readonly hasDay: boolean;
  /** @param symbol '{exchange}:{instrumentName}'. */
  bySymbol(symbol: string): Tradable | undefined;
  byContract(key: ContractKey): Tradable | undefined;
  /** Everything of an underlying that is listed; nothing where it is unknown. */
  ofUnderlying(underlying: string): readonly ContractKey[];
}

/** Strikes are added during a day; the index is made again for what it does not have, but not for every nonsense at once. */
const RENEW_MS = 1000;

export function createListing(market: Pick<MarketView, "day">, clock: WallClock): Listing {
  const index = new DayIndex(() => market.day);
  let renewed = Number.NEGATIVE_INFINITY;

  function found(look: () => ListedContract | undefined): Tradable | undefined {
    const listed = look();
    if (listed !== undefined) return tradableOf(listed);
    if (clock.monotonic() - renewed < RENEW_MS) return undefined;
    renewed = clock.monotonic();
    index.forget();
    const later = look();
    return later && tradableOf(later);
  }

  return {
    get hasDay() {
      return market.day !== undefined;
    },
    bySymbol(symbol) {
      const cut = symbol.indexOf(":");
      const tradable = found(() => index.named(symbol.slice(cut + 1)));
      return tradable?.symbol === symbol ? tradable : undefined;
    },
    byContract: (key) => found(() => index.contract(key)),
    ofUnderlying: (underlying) => index.ofUnderlying(underlying),
  };
}

function tradableOf({ key, name, token, lot, tick, freeze, room, row }: ListedContract): Tradable {
  const { live, priceScale } = room.day;
  const known = (field: number): number | undefined => {
    const price = inRupees(scaledPrice(live.columns[field]?.[row] ?? -1), priceScale);
    return Number.isNaN(price) || price === 0 ? undefined : price;
  };
  const [bid, ask] = [known(BID), known(ASK)];
  const units = lotsPerOrder(freeze === undefined ? DEFAULT_FREEZE : qty(freeze), qty(lot)) * lot;
  return {
    key,
    symbol: `${key.exchange}:${name}`,
    token,
    lot,
    tick,
    largest: units,
    multiplier: underlyingOf(key.underlying).multiplier,
    price: known(LTP),
    quotes: bid === undefined || ask === undefined ? undefined : { bid, ask },
  };
}
