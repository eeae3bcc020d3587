/**
 * The matching engine: resting orders against what a market shows.
 *
 *     const engine = new MatchingEngine();
 *     engine.list(terms);
 *     engine.show("NIFTY26112424600CE", quote, minute)     // changes of the orders that rest there
 *     engine.place(request, minute)                        // its own changes: accepted, filled in part, rejected ...
 *
 * Orders that can have the same price are served by their own price, best first, and then by their turn. The engine keeps
 * live orders only; who calls it keeps the history.
 */
import { ABSENT, type Minute, qty, scaledPrice } from "#contract/domain/units.ts";
import { refusalOf } from "./checks.ts";
import { Display, type Quote } from "./display.ts";
import {
  type Fill,
  isLive,
  type OrderChange,
  type OrderRequest,
  type OrderWish,
  type PracticeOrder,
  type Refusal,
} from "./order.ts";
import { type ContractTerms, onTick } from "./terms.ts";

const NOTHING: readonly OrderChange[] = [];

interface Listed {
  terms: ContractTerms;
  readonly display: Display;
  /** Live orders by id. */
  readonly orders: Map<string, PracticeOrder>;
}

export class MatchingEngine {
  readonly #contracts = new Map<string, Listed>();
  /** The contract of each live order. */
  readonly #places = new Map<string, Listed>();
  #turns = 0;

  /** A contract of the day; what rests there stays. */
  list(terms: ContractTerms): void {
    const known = this.#contracts.get(terms.contract);
    if (known) known.terms = terms;
    else this.#contracts.set(terms.contract, { terms, display: new Display(), orders: new Map() });
  }

  terms(contract: string): ContractTerms | undefined {
    return this.#contracts.get(contract)?.terms;
  }

  quote(contract: string): Quote | undefined {
    return this.#contracts.get(contract)?.display.quote;
  }

  /** The contracts where something rests. */
  *resting(): Iterable<string> {
    for (const [contract, { orders }] of this.#contracts) if (orders.size > 0) yield contract;
  }

  order(id: string): PracticeOrder | undefined {
    return this.#places.get(id)?.orders.get(id);
  }

  /** A live order of an earlier run takes its old place. @throws RangeError for a contract that is not listed. */
  restore(order: PracticeOrder): void {
    const listed = this.#contracts.get(order.contract);
    if (listed === undefined) throw new RangeError(`not listed: ${order.contract}`);
    if (!isLive(order)) return;
    this.#turns = Math.max(this.#turns, order.turn);
    this.#keep(listed, order);
  }

  /** Why this order would be refused now; undefined where it would be taken. */
  check(request: OrderRequest, at: Minute): Refusal | undefined {
    const listed = this.#contracts.get(request.contract);
    if (listed === undefined) return { code: "contract", message: `${request.contract} is not traded today` };
    const { terms, display } = listed;
    const refusal = refusalOf(request, terms, display.quote, at);
    if (refusal) return refusal;
    if (request.kind === "market" && this.#reference(listed, request.side) === undefined) {
      return { code: "no-quote", message: "Nobody quotes this contract: a market order has no price" };
    }
    return undefined;
  }

  /** Takes an order, or rejects it. */
  place(request: OrderRequest, at: Minute): readonly OrderChange[] {
    const refusal = this.check(request, at);
    const listed = this.#contracts.get(request.contract);
    if (refusal || listed === undefined) return [{ order: rejectedOrder(request, refusal?.code), fill: undefined }];
    const order = this.#accepted(listed, request);
    const changes: OrderChange[] = [{ order, fill: undefined }];
    this.#keep(listed, order);
    changes.push(...this.#match(listed, at), ...this.#endImmediate(listed, order.id));
    return changes;
  }

  /** @returns the changes, or why there are none. */
  modify(id: string, wish: OrderWish, at: Minute): readonly OrderChange[] | Refusal {
    const listed = this.#places.get(id);
    const before = listed?.orders.get(id);
    if (listed === undefined || before === undefined) return NOT_LIVE;
    if (wish.quantity <= before.filled) {
      return { code: "quantity", message: `${before.filled} are filled already: the quantity has to be above that` };
    }
    const request = { ...before, ...wish };
    const refusal = this.check(request, at);
    if (refusal) return refusal;
    const order = { ...this.#accepted(listed, request), filled: before.filled, value: before.value };
    this.#keep(listed, order);
    return [{ order, fill: undefined }, ...this.#match(listed, at), ...this.#endImmediate(listed, id)];
  }

  /** @returns the changes, or why there are none. */
  cancel(id: string): readonly OrderChange[] | Refusal {
    const listed = this.#places.get(id);
    const order = listed?.orders.get(id);
    if (listed === undefined || order === undefined) return NOT_LIVE;
    return [this.#end(listed, order, undefined)];
  }

  /** What the market shows now of one contract. Hot: it returns at once where nothing rests. */
  show(contract: string, quote: Quote, at: Minute): readonly OrderChange[] {
    const listed = this.#contracts.get(contract);
    if (listed === undefined) return NOTHING;
    listed.display.show(quote);
    return listed.orders.size === 0 ? NOTHING : this.#match(listed, at);
  }

  /** Ends what rests on contracts whose session is over: an order is good for one day at most. */
  expire(at: Minute): readonly OrderChange[] {
    const changes: OrderChange[] = [];
    for (const listed of this.#contracts.values()) {
      if (at < listed.terms.close) continue;
      for (const order of [...listed.orders.values()]) changes.push(this.#end(listed, order, "expired"));
    }
    return changes;
  }

  /** Forgets every contract and what rests there: another day begins. @returns the orders that ended with it. */
  clear(): readonly OrderChange[] {
    const changes: OrderChange[] = [];
    for (const listed of this.#contracts.values()) {
      for (const order of [...listed.orders.values()]) changes.push(this.#end(listed, order, "expired"));
    }
    this.#contracts.clear();
    return changes;
  }

  #accepted(listed: Listed, request: OrderRequest): PracticeOrder {
    const isWaiting = request.kind === "stop" || request.kind === "stop-limit";
    const order: PracticeOrder = {
      ...request,
      state: isWaiting ? "waiting" : "open",
      filled: qty(0),
      value: 0,
      bound: scaledPrice(ABSENT),
      reason: undefined,
      turn: ++this.#turns,
    };
    return isWaiting ? order : this.#bounded(listed, order);
  }

  /** Open: a limit order at its limit, a market order at the price that protects it. */
  #bounded(listed: Listed, order: PracticeOrder): PracticeOrder {
    if (order.kind === "limit" || order.kind === "stop-limit") return { ...order, state: "open", bound: order.limit };
    const { side, protection } = order;
    const { tick, band } = listed.terms;
    const reference = this.#reference(listed, side) ?? order.trigger;
    const furthest = onTick(reference * (side === "buy" ? 1 + protection : 1 - protection), tick, side);
    const low = band?.low ?? tick;
    const high = band?.high ?? Number.MAX_SAFE_INTEGER;
    return { ...order, state: "open", bound: scaledPrice(Math.min(Math.max(furthest, low), high)) };
  }

  /** What a market order is measured by: the other side's price, the last one where there is none. */
  #reference({ display, terms }: Listed, side: PracticeOrder["side"]): number | undefined {
    const { bid, ask, ltp } = display.quote;
    const other = side === "buy" ? ask : bid;
    if (other > 0) return other;
    return !terms.isQuoted && ltp > 0 ? ltp : undefined;
  }

  #match(listed: Listed, at: Minute): readonly OrderChange[] {
    const { terms } = listed;
    if (at < terms.open || at >= terms.close) return NOTHING;
    const changes: OrderChange[] = [];
    this.#trigger(listed, changes);
    for (const side of ["buy", "sell"] as const) {
      const queue = [...listed.orders.values()].filter((order) => order.side === side && order.state === "open");
      queue.sort((a, b) => (side === "buy" ? b.bound - a.bound : a.bound - b.bound) || a.turn - b.turn);
      for (const order of queue) {
        const change = this.#fill(listed, order, at);
        if (change === undefined) break;
        changes.push(change);
      }
    }
    return changes;
  }

  #trigger(listed: Listed, changes: OrderChange[]): void {
    const { ltp } = listed.display.quote;
    if (ltp <= 0) return;
    for (const order of listed.orders.values()) {
      if (order.state !== "waiting") continue;
      if (order.side === "buy" ? ltp < order.trigger : ltp > order.trigger) continue;
      const open = this.#bounded(listed, order);
      this.#keep(listed, open);
      changes.push({ order: open, fill: undefined });
    }
  }

  /** @returns undefined where this order, and each behind it, has to wait. */
  #fill(listed: Listed, order: PracticeOrder, at: Minute): OrderChange | undefined {
    const { terms, display } = listed;
    const offer = display.offer(order.side, terms);
    if (offer === undefined) return undefined;
    if (order.side === "buy" ? offer.price > order.bound : offer.price < order.bound) return undefined;
    const { id, account, contract, side } = order;
    const quantity = qty(Math.min(order.quantity - order.filled, offer.quantity));
    display.use(side, quantity);
    const filled = qty(order.filled + quantity);
    const isFilled = filled === order.quantity;
    const next: PracticeOrder = {
      ...order,
      filled,
      value: order.value + offer.price * quantity,
      state: isFilled ? "filled" : "open",
    };
    const fill: Fill = {
      order: id,
      account,
      contract,
      side,
      quantity,
      price: offer.price,
      basis: offer.basis,
      minute: at,
    };
    if (isFilled) this.#drop(listed, id);
    else this.#keep(listed, next);
    return { order: next, fill };
  }

  #endImmediate(listed: Listed, id: string): readonly OrderChange[] {
    const order = listed.orders.get(id);
    if (order === undefined || order.validity !== "ioc" || order.state !== "open") return NOTHING;
    return [this.#end(listed, order, "unfilled")];
  }

  #end(listed: Listed, order: PracticeOrder, reason: PracticeOrder["reason"]): OrderChange {
    this.#drop(listed, order.id);
    return { order: { ...order, state: "cancelled", reason }, fill: undefined };
  }

  #keep(listed: Listed, order: PracticeOrder): void {
    listed.orders.set(order.id, order);
    this.#places.set(order.id, listed);
  }

  #drop(listed: Listed, id: string): void {
    listed.orders.delete(id);
    this.#places.delete(id);
  }
}

const NOT_LIVE: Refusal = { code: "state", message: "The order is neither open nor waiting for its trigger any more" };

/** An order that never rests: refused here, or by who asks first whether it is paid for. */
export const rejectedOrder = (request: OrderRequest, reason: PracticeOrder["reason"]): PracticeOrder => ({
  ...request,
  state: "rejected",
  filled: qty(0),
  value: 0,
  bound: scaledPrice(ABSENT),
  reason,
  turn: 0,
});
