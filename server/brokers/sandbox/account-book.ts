/** One user's practice account in memory: today's orders and trades, positions, cash. Rebuilt from the tables at any time. */

import { type ContractKey, underlyingOf } from "#contract/domain/instruments.ts";
import { gainOf } from "#contract/domain/orders/average-cost.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { blockedBy } from "#market/matching/margin.ts";
import { isLive, type PracticeOrder } from "#market/matching/order.ts";
import { afterFill, carriedOver, NO_POSITION, type Position } from "#market/matching/position.ts";
import type { BookedOrder, PracticeProduct } from "./booked-order.ts";
import type { PracticeContracts } from "./contracts.ts";
import type { PracticeFill } from "./schema.ts";

export interface BookedPosition {
  readonly contract: string;
  readonly key: ContractKey;
  readonly product: PracticeProduct;
  /** As the day began. */
  readonly carried: Position;
  /** Now: sums are today's. */
  readonly now: Position;
}

/** Rupees. */
export interface PracticeFunds {
  readonly opening: number;
  /** Of all days, realised. */
  readonly realised: number;
  /** Of what is open, options and futures. */
  readonly unrealised: number;
  /** Paid for options that are held, at cost, less what was received for those that are sold. */
  readonly premium: number;
  /** By positions and resting orders. */
  readonly blocked: number;
  readonly available: number;
}

export interface AccountFacts {
  readonly accountId: string;
  readonly clientId: string;
  readonly openingCash: number;
}

const positionKey = (contract: string, product: PracticeProduct): string => `${contract}|${product}`;
const multiplierOf = ({ underlying }: ContractKey): number => underlyingOf(underlying).multiplier;

export class AccountBook {
  readonly facts: AccountFacts;
  readonly orders = new Map<string, BookedOrder>();
  readonly fills: PracticeFill[] = [];
  readonly #positions = new Map<string, BookedPosition>();
  #day: IsoDate;
  /** Rupees realised on days before. */
  #past = 0;

  /** @param fills of all days, oldest first; @param orders today's. */
  constructor(facts: AccountFacts, day: IsoDate, fills: readonly PracticeFill[], orders: readonly BookedOrder[]) {
    this.facts = facts;
    this.#day = fills[0] === undefined || fills[0].day > day ? day : (fills[0].day as IsoDate);
    for (const fill of fills) {
      if (fill.day > this.#day) this.#begin(fill.day as IsoDate);
      this.fill(fill);
    }
    if (day > this.#day) this.#begin(day);
    for (const order of orders) this.orders.set(order.order.id, order);
  }

  get positions(): Iterable<BookedPosition> {
    return this.#positions.values();
  }

  position(contract: string, product: PracticeProduct): BookedPosition | undefined {
    return this.#positions.get(positionKey(contract, product));
  }

  fill(fill: PracticeFill): void {
    const { contract, key, product } = fill;
    const at = positionKey(contract, product);
    const before = this.#positions.get(at) ?? { contract, key, product, carried: NO_POSITION, now: NO_POSITION };
    this.#positions.set(at, { ...before, now: afterFill(before.now, fill) });
    this.fills.push(fill);
  }

  /** @param instead reckons with these orders, in the place of those with their ids. */
  funds(contracts: PracticeContracts, ...instead: readonly BookedOrder[]): PracticeFunds {
    let realised = this.#past;
    let unrealised = 0;
    let premium = 0;
    let futures = 0;
    for (const { contract, key, now } of this.#positions.values()) {
      const multiplier = multiplierOf(key);
      realised += now.realised * multiplier;
      const listed = contracts.byName(contract);
      const gain = gainOf(now, (listed && contracts.last(listed)) ?? now.average) * multiplier;
      unrealised += gain;
      if (key.type === "FUT") futures += gain;
      else premium += now.average * now.net * multiplier;
    }
    const blocked = this.#blocked(contracts, instead);
    const { openingCash: opening } = this.facts;
    return {
      opening,
      realised,
      unrealised,
      premium,
      blocked,
      available: opening + realised + futures - premium - blocked,
    };
  }

  #blocked(contracts: PracticeContracts, instead: readonly BookedOrder[]): number {
    const orders = new Map([...this.orders].filter(([, { order }]) => isLive(order)));
    for (const order of instead) orders.set(order.order.id, order);
    const names = new Set([...this.#positions.values()].map(({ contract }) => contract));
    for (const { order } of orders.values()) names.add(order.contract);
    let blocked = 0;
    for (const name of names) {
      const listed = contracts.byName(name);
      if (listed === undefined) continue;
      const { key } = listed;
      const { kind, multiplier } = underlyingOf(key.underlying);
      const price = contracts.last(listed) ?? 0;
      const own = [...orders.values()].filter(({ order }) => order.contract === name);
      const scale = listed.room.day.priceScale;
      const { buying, buyingValue, selling } = resting(own, (order) => worstPrice(order, price * scale) / scale);
      const net = [...this.#positions.values()].reduce((sum, at) => (at.contract === name ? sum + at.now.net : sum), 0);
      const spot = contracts.spot(listed) ?? (key.type === "FUT" ? price : key.strike);
      const { type, strike } = key;
      blocked += blockedBy({ kind, type, strike, spot, price, multiplier, net, buying, buyingValue, selling });
    }
    return blocked;
  }

  /** Another day: positions are carried over, yesterday's orders and trades are history. */
  #begin(day: IsoDate): void {
    this.#day = day;
    this.orders.clear();
    this.fills.length = 0;
    for (const [at, position] of this.#positions) {
      const { key, now } = position;
      this.#past += now.realised * multiplierOf(key);
      const carried = carriedOver(now);
      // What expired while nobody could settle it is over at its cost.
      if (carried.net === 0 || key.expiry < day) this.#positions.delete(at);
      else this.#positions.set(at, { ...position, carried, now: carried });
    }
  }
}

/** What an order may cost a unit, scaled. */
const worstPrice = ({ kind, limit, bound, trigger }: PracticeOrder, last: number): number => {
  if (kind === "limit" || kind === "stop-limit") return limit;
  return bound > 0 ? bound : Math.max(trigger, last);
};

function resting(orders: readonly BookedOrder[], priceOf: (order: PracticeOrder) => number) {
  let buying = 0;
  let buyingValue = 0;
  let selling = 0;
  for (const { order } of orders) {
    const pending = order.quantity - order.filled;
    if (order.side === "sell") selling += pending;
    else {
      buying += pending;
      buyingValue += pending * priceOf(order);
    }
  }
  return { buying, buyingValue, selling };
}
