/** Orders on a day that is over: what each would have had by a minute. Pure: the same orders have the same fills every time. */

import { ASK, ASK_QTY, BID, BID_QTY, hasField, LTP, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { INSTRUMENT_TYPES, underlyingOf } from "#contract/domain/instruments.ts";
import { expiryClose, sessionOf } from "#contract/domain/reference/calendar.ts";
import { type Ticks, tickOf } from "#contract/domain/reference/ticks.ts";
import { ABSENT, type Minute, minute, qty, scaledPrice } from "#contract/domain/units.ts";
import { cellOf, slotMoment } from "../reference/moment.ts";
import type { Quote } from "./display.ts";
import { MatchingEngine } from "./engine.ts";
import type { Fill, OrderChange, OrderRequest, PracticeOrder } from "./order.ts";
import type { ContractTerms } from "./terms.ts";

/** Of a market order: how far from the quote it may fill, a fraction. */
const PROTECTION = 0.03;

export interface ReplayOrder extends Pick<OrderRequest, "id" | "side" | "quantity"> {
  /** Of the room's token table. */
  readonly row: number;
  readonly placed: Minute;
  /** Scaled; ABSENT: a market order. */
  readonly limit: OrderRequest["limit"];
  readonly cancelled: Minute | undefined;
}

export interface Replayed {
  /** By id; one that was placed in a hole of the recording is not here until the hole ends. */
  readonly orders: ReadonlyMap<string, PracticeOrder>;
  /** In the order in which they happened. */
  readonly fills: readonly Fill[];
  /** Why an order was refused, by its id. */
  readonly refusals: ReadonlyMap<string, string>;
}

/**
 * @param until the last minute that is known; later orders do not exist yet
 * @param ticks of the room's underlying
 */
export function replayed(day: RoomDay, orders: readonly ReplayOrder[], until: Minute, ticks?: Ticks): Replayed {
  const engine = new MatchingEngine();
  const rows = [...new Set(orders.map(({ row }) => row))];
  for (const row of rows) engine.list(termsOf(day, row, ticks));
  const states = new Map<string, PracticeOrder>();
  const refusals = new Map<string, string>();
  const fills: Fill[] = [];
  const take = (changes: readonly OrderChange[]): void => {
    for (const { order, fill } of changes) {
      states.set(order.id, order);
      if (fill) fills.push(fill);
    }
  };
  let waiting = orders.filter(({ placed }) => placed <= until);
  const first = Math.min(...waiting.map(({ placed }) => placed));
  for (let at = first; at <= until; at++) {
    const slot = at - day.open;
    // Nobody saw a market there: nothing is placed, taken back or filled until it is seen again.
    if ((day.minutes.state[slot] ?? MISSING_MINUTE) === MISSING_MINUTE) continue;
    const now = minute(at);
    for (const row of rows) take(engine.show(String(row), quoteAt(day, slot, row), now));
    for (const order of waiting.filter(({ placed }) => placed <= at)) {
      const request = requestOf(order);
      const refusal = engine.check(request, now);
      if (refusal) refusals.set(order.id, refusal.message);
      take(engine.place(request, now));
    }
    waiting = waiting.filter(({ placed }) => placed > at);
    // Who takes an order back has seen what this minute made of it.
    for (const { id, cancelled } of orders) {
      if (cancelled === undefined || cancelled > at || states.get(id)?.state !== "open") continue;
      const changes = engine.cancel(id);
      if (!("code" in changes)) take(changes);
    }
  }
  return { orders: states, fills, refusals };
}

const requestOf = ({ id, row, side, quantity, limit }: ReplayOrder): OrderRequest => ({
  id,
  account: "",
  contract: String(row),
  side,
  kind: limit === ABSENT ? "market" : "limit",
  quantity,
  limit,
  trigger: scaledPrice(ABSENT),
  validity: "day",
  protection: PROTECTION,
});

function quoteAt(day: RoomDay, slot: number, row: number): Quote {
  const cells = slotMoment(day, slot);
  return {
    ltp: scaledPrice(cellOf(cells, LTP, row)),
    bid: scaledPrice(cellOf(cells, BID, row)),
    bidQty: qty(cellOf(cells, BID_QTY, row)),
    ask: scaledPrice(cellOf(cells, ASK, row)),
    askQty: qty(cellOf(cells, ASK_QTY, row)),
  };
}

function termsOf(day: RoomDay, row: number, ticks: Ticks | undefined): ContractTerms {
  const { symbol, date, expiry, priceScale, tokens, minutes, open } = day;
  const { segment } = underlyingOf(symbol);
  const session = sessionOf(segment, date);
  const close = date === expiry ? expiryClose(segment, expiry) : session?.close;
  return {
    contract: String(row),
    priceScale,
    tick: Math.round(tickOf(symbol, INSTRUMENT_TYPES[tokens.type[row]!] ?? "EQ", ticks) * priceScale),
    lot: qty(tokens.lotSize[row]!),
    freeze: undefined,
    band: undefined,
    open: session?.open ?? open,
    close: close ?? minute(open + minutes.slots),
    isQuoted: hasField(minutes.fields, BID) && hasField(minutes.fields, ASK),
  };
}
