/**
 * The practice broker: users' orders matched against the market that this server shows, with play money. One queue does
 * everything in turn, and what a user is told is in the database first; after a failure to write, memory is thrown away and
 * read again.
 *
 *     const exchange = createPracticeExchange({ orm, market, clock, log });
 *     await exchange.place(accountId, order);      // the booked order, or why the broker would not take it
 */
import { randomInt } from "node:crypto";
import { extrapolateMinute } from "#contract/domain/clock.ts";
import { type IsoDate, type Minute, minute, qty, scaledPrice } from "#contract/domain/units.ts";
import { MatchingEngine, rejectedOrder } from "#market/matching/engine.ts";
import {
  isLive,
  type OrderChange,
  type OrderKind,
  type OrderRequest,
  type PracticeOrder,
  type Refusal,
  type Side,
  type Validity,
} from "#market/matching/order.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/db.ts";
import type { Log } from "../../platform/log.ts";
import { createSerial } from "../../platform/serial.ts";
import { AccountBook } from "./account-book.ts";
import type { BookedOrder, PracticeProduct } from "./booked-order.ts";
import { type PracticeContract, PracticeContracts } from "./contracts.ts";
import { createPracticeRepository, type PracticeRepository } from "./repository.ts";
import type { NewPracticeFill } from "./schema.ts";

/** What an order is to do, in rupees and units. */
export interface PracticeWish {
  readonly kind: OrderKind;
  readonly quantity: number;
  readonly limit: number;
  readonly trigger: number;
  readonly validity: Validity;
  /** A fraction: how far a market order may fill from the quote. */
  readonly protection: number;
  readonly disclosed: number;
}

export interface PracticePlacement extends PracticeWish {
  readonly contract: PracticeContract;
  readonly side: Side;
  readonly product: PracticeProduct;
  readonly tag: string;
}

export interface PracticeConversion {
  readonly contract: PracticeContract;
  readonly from: PracticeProduct;
  readonly to: PracticeProduct;
  readonly side: Side;
  readonly quantity: number;
}

export type Answer<Value> = { readonly value: Value } | { readonly refusal: Refusal };

export interface PracticeExchange {
  readonly repository: PracticeRepository;
  /** Of the open day; undefined while none is open. */
  contracts(): Promise<PracticeContracts | undefined>;
  /** Opens the account with its first login. */
  open(accountId: string): Promise<AccountBook>;
  /** What the user sees: everything in it is kept. */
  book(accountId: string): Promise<AccountBook>;
  place(accountId: string, order: PracticePlacement): Promise<Answer<BookedOrder>>;
  modify(accountId: string, id: string, wish: PracticeWish): Promise<Answer<BookedOrder>>;
  cancel(accountId: string, id: string): Promise<Answer<BookedOrder>>;
  convert(accountId: string, conversion: PracticeConversion): Promise<Answer<undefined>>;
  /** Rupees that the orders would block besides what is blocked: one by one, and all together. */
  margin(accountId: string, orders: readonly PracticePlacement[]): Promise<{ separately: number; together: number }>;
  /** Each change of one of the account's orders, after it was kept. @returns what ends it. */
  listen(accountId: string, listener: (order: BookedOrder) => void): () => void;
  /** Looks at the market now; it does so by itself several times a second. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export interface PracticeDeps {
  readonly orm: Orm;
  readonly market: Pick<MarketView, "day" | "time">;
  readonly clock: WallClock;
  readonly log: Log;
}

/** Rupees: enough for orders of the freeze quantity. */
export const OPENING_CASH = 1_00_00_000;
const LOOK_MS = 200;
/** Minutes before the close at which intraday positions are closed. */
const SQUARE_OFF = 10;
const MARKET_PROTECTION = 0.03;
const MAX_MODIFIES = 25;

/** What the broker says no to at once; of all else the book says so. */
const AT_ONCE = new Set<Refusal["code"]>(["contract", "session", "quantity", "lot", "freeze", "price", "trigger"]);

export function createPracticeExchange({ orm, market, clock, log }: PracticeDeps): PracticeExchange {
  const repository = createPracticeRepository(orm);
  const serially = createSerial();
  const orderId = createOrderIds(clock);
  const listeners = new Map<string, Set<(order: BookedOrder) => void>>();
  let engine = new MatchingEngine();
  let books = new Map<string, AccountBook>();
  let contracts: PracticeContracts | undefined;
  /** Memory is not what the database has. */
  let isStale = false;
  let isLooking = false;
  /** Days on which it is done. */
  let squaredOff: IsoDate | undefined;
  let settled: IsoDate | undefined;
  /** The minute in which it was last asked whether the day is over. */
  let looked: number | undefined;

  const queued = <Value>(task: () => Promise<Value>): Promise<Value> =>
    serially("practice", async () => {
      await refresh();
      return task();
    });

  /** Of the market that is traded, not of the wall. */
  const today = (): IsoDate => contracts?.day.date ?? market.time().date;
  const now = (): Minute => minute(extrapolateMinute(market.time(), 0));

  /** Memory as the open day and the database have it. */
  async function refresh(): Promise<void> {
    const { day } = market;
    if (day === undefined || (contracts?.day === day && !isStale)) return;
    engine = new MatchingEngine();
    books = new Map();
    contracts = undefined;
    const listed = new PracticeContracts(day);
    await repository.expireBefore(day.date);
    for (const { order } of await repository.liveOrders(day.date)) {
      const contract = listed.byName(order.contract);
      if (contract && list(listed, contract)) engine.restore(order);
      else
        log.warn({ order: order.id, contract: order.contract }, "a practice order's contract is not listed any more");
    }
    contracts = listed;
    isStale = false;
  }

  /** Tells the engine of a contract and its quote. @returns false where it does not trade today. */
  function list(listed: PracticeContracts, contract: PracticeContract): boolean {
    const terms = listed.terms(contract);
    if (terms === undefined) return false;
    engine.list(terms);
    return true;
  }

  async function bookOf(accountId: string): Promise<AccountBook> {
    const known = books.get(accountId);
    if (known) return known;
    const facts = await repository.account(accountId);
    if (facts === undefined) throw new Error("no practice account");
    const day = today();
    const [fills, orders] = await Promise.all([repository.fillsOf(accountId), repository.ordersOf(accountId, day)]);
    const book = new AccountBook(facts, day, fills, orders);
    books.set(accountId, book);
    return book;
  }

  /** Writes what changed, and then lets everybody see it. @param fresh orders that the books do not have yet. */
  async function keep(
    changes: readonly OrderChange[],
    fresh?: BookedOrder,
    other: readonly NewPracticeFill[] = [],
  ): Promise<void> {
    if (changes.length === 0 && other.length === 0) return;
    const at = clock.now();
    const day = today();
    const orders = new Map<string, BookedOrder>();
    const fills: NewPracticeFill[] = [...other];
    try {
      for (const { order, fill } of changes) {
        const before =
          orders.get(order.id) ?? (await bookOf(order.account)).orders.get(order.id) ?? (fresh as BookedOrder);
        orders.set(order.id, { ...before, order, changedAt: at });
        if (fill === undefined) continue;
        const { account: accountId, id: orderId } = order;
        const { contract, side, quantity, basis } = fill;
        const price = fill.price / (contracts?.byName(contract)?.room.day.priceScale ?? 1);
        const { key, product } = before;
        const what = { contract, key, product, side, quantity, price, basis };
        fills.push({ ...what, accountId, orderId, kind: "trade", day, at: new Date(at) });
      }
      const kept = await repository.keep(day, [...orders.values()], fills);
      for (const fill of kept) (await bookOf(fill.accountId)).fill(fill);
    } catch (error) {
      isStale = true;
      throw error;
    }
    for (const booked of orders.values()) {
      books.get(booked.order.account)?.orders.set(booked.order.id, booked);
      for (const listener of listeners.get(booked.order.account) ?? []) listener(booked);
    }
  }

  function requestOf(id: string, account: string, { contract, side, ...wish }: PracticePlacement): OrderRequest {
    return { id, account, contract: contract.name, side, ...scaled(wish, contract) };
  }

  /** Whether the account can pay for the order: what only closes is always paid for. */
  function unpaid(book: AccountBook, listed: PracticeContracts, booked: BookedOrder): Refusal | undefined {
    const before = book.funds(listed);
    const after = book.funds(listed, booked);
    if (after.available >= 0 || after.blocked <= before.blocked) return undefined;
    const required = (after.blocked - before.blocked).toFixed(2);
    const available = Math.max(before.available, 0).toFixed(2);
    return {
      code: "margin",
      message: `Insufficient funds. Required margin is ${required} but available margin is ${available}.`,
    };
  }

  async function placeNow(
    accountId: string,
    placement: PracticePlacement,
    isOurs = false,
  ): Promise<Answer<BookedOrder>> {
    const book = await bookOf(accountId);
    const { contract, product } = placement;
    if (contracts === undefined || !list(contracts, contract)) return { refusal: CLOSED };
    const at = now();
    const terms = engine.terms(contract.name);
    if (!isOurs && product === "intraday" && terms && at >= terms.close - SQUARE_OFF) return { refusal: TOO_LATE };
    await keep(engine.show(contract.name, contracts.quote(contract), at));
    const request = requestOf(orderId(today()), accountId, placement);
    const refusal = engine.check(request, at);
    if (refusal && AT_ONCE.has(refusal.code)) return { refusal };
    const base = bookedOf(rejectedOrder(request, refusal?.code), placement, clock.now());
    const poor = refusal ?? (isOurs ? undefined : unpaid(book, contracts, { ...base, order: asOpen(base.order) }));
    if (poor) {
      const booked = { ...base, order: rejectedOrder(request, poor.code), message: poor.message };
      await keep([{ order: booked.order, fill: undefined }], booked);
    } else {
      await keep(engine.place(request, at), base);
    }
    const booked = book.orders.get(request.id);
    if (booked === undefined) throw new Error("the practice order was not kept");
    return { value: booked };
  }

  /** The account's own live order. */
  async function own(accountId: string, id: string): Promise<BookedOrder | undefined> {
    return (await bookOf(accountId)).orders.get(id);
  }

  async function closeIntraday(listed: PracticeContracts, at: Minute, date: IsoDate): Promise<void> {
    if (squaredOff === date) return;
    let isEverywhere = true;
    for (const accountId of await repository.holders({ intraday: date })) {
      const book = await bookOf(accountId);
      for (const { contract: name, product, now: position } of [...book.positions]) {
        const contract = listed.byName(name);
        const terms = contract && listed.terms(contract);
        if (product !== "intraday" || contract === undefined || terms === undefined) continue;
        if (at < terms.close - SQUARE_OFF) {
          isEverywhere = false;
          continue;
        }
        for (const { order, product: other } of [...book.orders.values()]) {
          if (other !== "intraday" || order.contract !== name || !isLive(order)) continue;
          const ended = engine.cancel(order.id);
          if (!("code" in ended)) await keep(ended);
        }
        if (position.net !== 0) await placeNow(accountId, closing(contract, position.net), true);
      }
    }
    if (isEverywhere && at >= listed.lastClose - SQUARE_OFF) squaredOff = date;
  }

  /** Contracts that expire today are settled at what they are worth when they stop trading. */
  async function settle(listed: PracticeContracts, at: Minute, date: IsoDate): Promise<void> {
    if (settled === date || at < listed.lastClose) return;
    const fills: NewPracticeFill[] = [];
    for (const accountId of await repository.holders({ expiry: date })) {
      const book = await bookOf(accountId);
      for (const { contract: name, key, product, now: position } of book.positions) {
        if (position.net === 0 || key.expiry !== date) continue;
        const contract = listed.byName(name);
        const spot = contract && listed.spot(contract);
        fills.push({
          accountId,
          orderId: null,
          kind: "settlement",
          day: date,
          contract: name,
          key,
          product,
          side: position.net > 0 ? "sell" : "buy",
          quantity: Math.abs(position.net),
          price: spot === undefined ? position.average : worth(key, spot),
          basis: "modelled",
          at: new Date(clock.now()),
        });
      }
    }
    await keep([], undefined, fills);
    settled = date;
  }

  async function lookNow(): Promise<void> {
    if (contracts === undefined) return;
    const at = now();
    for (const name of [...engine.resting()]) {
      const contract = contracts.byName(name);
      if (contract) await keep(engine.show(name, contracts.quote(contract), at));
    }
    const thisMinute = Math.floor(at);
    if (thisMinute === looked) return;
    looked = thisMinute;
    if (at >= contracts.firstClose - SQUARE_OFF) await closeIntraday(contracts, at, today());
    await keep(engine.expire(at));
    await settle(contracts, at, today());
  }

  const exchange: PracticeExchange = {
    repository,
    contracts: () =>
      queued(async () => {
        contracts?.refresh();
        return contracts;
      }),
    open: (accountId) =>
      queued(async () => {
        const facts = { accountId, clientId: `PR${randomInt(100_000, 1_000_000)}`, openingCash: OPENING_CASH };
        await repository.openAccount(facts, new Date(clock.now()));
        return bookOf(accountId);
      }),
    book: (accountId) => queued(() => bookOf(accountId)),
    place: (accountId, order) => queued(() => placeNow(accountId, order)),

    modify: (accountId, id, wish) =>
      queued(async () => {
        const before = await own(accountId, id);
        const contract = before && contracts?.byName(before.order.contract);
        if (before === undefined || contract === undefined || contracts === undefined) return { refusal: UNKNOWN };
        if (before.modifies >= MAX_MODIFIES) return { refusal: TOO_OFTEN };
        const next = { ...before, disclosed: wish.disclosed, modifies: before.modifies + 1 };
        const wanted = scaled(wish, contract);
        const book = await bookOf(accountId);
        const poor = unpaid(book, contracts, { ...next, order: { ...before.order, ...wanted } });
        if (isLive(before.order) && poor) return { refusal: poor };
        const changes = engine.modify(id, wanted, now());
        if ("code" in changes) return { refusal: changes };
        book.orders.set(id, next);
        await keep(changes);
        return { value: book.orders.get(id) ?? next };
      }),

    cancel: (accountId, id) =>
      queued(async () => {
        const before = await own(accountId, id);
        if (before === undefined) return { refusal: UNKNOWN };
        const changes = engine.cancel(id);
        if ("code" in changes) return { refusal: changes };
        await keep(changes);
        return { value: (await own(accountId, id)) ?? before };
      }),

    convert: (accountId, { contract, from, to, side, quantity }) =>
      queued(async () => {
        const book = await bookOf(accountId);
        const position = book.position(contract.name, from)?.now;
        const held = position === undefined ? 0 : side === "buy" ? position.net : -position.net;
        if (position === undefined || quantity > held || quantity <= 0 || quantity % contract.lot !== 0) {
          return { refusal: NOT_HELD };
        }
        const what = { accountId, orderId: null, kind: "conversion" as const, day: today() };
        const at = new Date(clock.now());
        const moved = { ...what, contract: contract.name, key: contract.key, quantity, at };
        const cost = { price: position.average, basis: "quote" as const };
        await keep([], undefined, [
          { ...moved, ...cost, product: from, side: side === "buy" ? "sell" : "buy" },
          { ...moved, ...cost, product: to, side },
        ]);
        return { value: undefined };
      }),

    margin: (accountId, orders) =>
      queued(async () => {
        const book = await bookOf(accountId);
        const listed = contracts;
        if (listed === undefined) return { separately: 0, together: 0 };
        const before = book.funds(listed).blocked;
        const booked = orders.map((placement, i) => {
          const order = asOpen(rejectedOrder(requestOf(`basket ${i}`, accountId, placement), undefined));
          return bookedOf(order, placement, clock.now());
        });
        const blocked = (those: readonly BookedOrder[]): number => book.funds(listed, ...those).blocked - before;
        const separately = booked.reduce((sum, order) => sum + blocked([order]), 0);
        return { separately, together: blocked(booked) };
      }),

    listen(accountId, listener) {
      const own = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(accountId);
      };
    },

    look: () => queued(lookNow),
    async stop() {
      stopLooking();
      await serially("practice", async () => undefined);
    },
  };

  const stopLooking = clock.every(LOOK_MS, () => {
    if (isLooking) return;
    isLooking = true;
    exchange
      .look()
      .catch((error: unknown) => log.error({ err: error }, "practice broker"))
      .finally(() => {
        isLooking = false;
      });
  });
  return exchange;
}

const CLOSED: Refusal = { code: "session", message: "Markets are closed: this contract does not trade today" };
const TOO_LATE: Refusal = {
  code: "session",
  message:
    "Intraday positions are being closed: intraday orders are not taken in the last ten minutes of trading hours",
};
const UNKNOWN: Refusal = { code: "state", message: "There is no such order today" };
const TOO_OFTEN: Refusal = { code: "state", message: `Maximum allowed order modifications exceeded: ${MAX_MODIFIES}` };
const NOT_HELD: Refusal = {
  code: "quantity",
  message: "There is no such position to convert: check side, product and quantity",
};

const bookedOf = (order: PracticeOrder, placement: PracticePlacement, at: number): BookedOrder => ({
  order,
  key: placement.contract.key,
  product: placement.product,
  tag: placement.tag,
  disclosed: placement.disclosed,
  message: "",
  modifies: 0,
  placedAt: at,
  changedAt: at,
});

/** As the engine would take it, for reckoning. */
const asOpen = (order: PracticeOrder): PracticeOrder => ({ ...order, state: "open", reason: undefined });

const scaled = (wish: PracticeWish, { room }: PracticeContract) => {
  const { priceScale } = room.day;
  const at = (rupees: number) => scaledPrice(Math.round(rupees * priceScale * 1000) / 1000);
  const { kind, validity, protection } = wish;
  return { kind, validity, protection, quantity: qty(wish.quantity), limit: at(wish.limit), trigger: at(wish.trigger) };
};

const closing = (contract: PracticeContract, net: number): PracticePlacement => ({
  contract,
  side: net > 0 ? "sell" : "buy",
  product: "intraday",
  kind: "market",
  quantity: Math.abs(net),
  limit: 0,
  trigger: 0,
  validity: "day",
  protection: MARKET_PROTECTION,
  disclosed: 0,
  tag: "autosquareoff",
});

const worth = ({ type, strike }: BookedOrder["key"], spot: number): number => {
  if (type === "FUT") return spot;
  return Math.max(type === "CE" ? spot - strike : strike - spot, 0);
};

const DAY_MS = 86_400_000;

/** 'YYMMDD', the millisecond of the day, and a number that is never twice the same in it: later orders have higher ids. */
function createOrderIds(clock: Pick<WallClock, "now">): (day: IsoDate) => string {
  let turn = 0;
  return (day) => {
    turn = (turn + 1) % 1000;
    const parts = [clock.now() % DAY_MS, turn, randomInt(0, 1000)];
    return (
      day.slice(2).replaceAll("-", "") + parts.map((part, i) => String(part).padStart(i === 0 ? 8 : 3, "0")).join("")
    );
  };
}
