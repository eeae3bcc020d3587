/**
 * The practice broker's memory: the engine, the day's contracts, the accounts that were asked for. The database is what counts:
 * everything is written before it is seen, and after a failure to write, memory is thrown away and read again.
 */
import { extrapolateMinute } from "#contract/domain/clock.ts";
import { type IsoDate, type Minute, minute } from "#contract/domain/units.ts";
import { MatchingEngine } from "#market/matching/engine.ts";
import type { OrderChange } from "#market/matching/order.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { Log } from "../../platform/log.ts";
import { AccountBook } from "./account-book.ts";
import type { BookedGtt } from "./booked-gtt.ts";
import type { BookedOrder } from "./booked-order.ts";
import { type PracticeContract, PracticeContracts } from "./contracts.ts";
import type { PracticeRepository } from "./repository.ts";
import type { NewPracticeFill } from "./schema.ts";

export interface PracticeStateDeps {
  readonly repository: PracticeRepository;
  readonly market: Pick<MarketView, "day" | "time">;
  readonly log: Log;
  /** Each order that was kept. */
  readonly onKept: (order: BookedOrder, book: AccountBook) => void;
}

/** Of a fill that no shown quote says is right: its user sees that it is a guess. */
const MODELLED = "Modelled: no bid and ask with their sizes are known, so it filled by the last price";

export class PracticeState {
  readonly #deps: PracticeStateDeps;
  #books = new Map<string, AccountBook>();
  #gtts = new Map<number, BookedGtt>();
  #contracts: PracticeContracts | undefined;
  #engine = new MatchingEngine();
  /** Memory is not what the database has. */
  #isStale = false;

  constructor(deps: PracticeStateDeps) {
    this.#deps = deps;
  }

  /** Anew with each day: take it when it is needed. */
  get engine(): MatchingEngine {
    return this.#engine;
  }

  /** Orders of all accounts that wait for a price, and the day on which it is reached. */
  get gtts(): Iterable<BookedGtt> {
    return this.#gtts.values();
  }

  /** Of the open day; undefined while none is open. */
  get contracts(): PracticeContracts | undefined {
    return this.#contracts;
  }

  /** Of the market that is traded, not of the wall. */
  get today(): IsoDate {
    return this.#contracts?.day.date ?? this.#deps.market.time().date;
  }

  get now(): Minute {
    return minute(extrapolateMinute(this.#deps.market.time(), 0));
  }

  /** Epoch ms by the exchange's clock: what happens there is stamped by it. */
  get stamp(): number {
    const time = this.#deps.market.time();
    return Math.round(Date.parse(`${time.date}T00:00:00+05:30`) + extrapolateMinute(time, 0) * 60_000);
  }

  /** Takes up the open day, with the orders that rest in it, where it is another or memory is not to be trusted. */
  async refresh(): Promise<void> {
    const { market, repository } = this.#deps;
    const { day } = market;
    if (day === undefined || (this.#contracts?.day === day && !this.#isStale)) return;
    this.#engine = new MatchingEngine();
    this.#books = new Map();
    this.#contracts = undefined;
    const contracts = new PracticeContracts(day);
    await repository.lead();
    await repository.expireBefore(day.date);
    for (const booked of await repository.liveOrders(day.date)) {
      const contract = contracts.byName(booked.order.contract);
      if (contract && this.#list(contracts, contract)) this.#engine.restore(booked.order);
      else await this.#giveUp(booked, day.date);
    }
    this.#gtts = new Map((await repository.gtts.active()).map((gtt) => [gtt.id, gtt]));
    this.#contracts = contracts;
    this.#isStale = false;
  }

  /** Tells the engine of a contract's terms. @returns false where it does not trade today. */
  list(contract: PracticeContract): boolean {
    return this.#contracts !== undefined && this.#list(this.#contracts, contract);
  }

  /** @throws Error for a user without a practice account. */
  async book(accountId: string): Promise<AccountBook> {
    const known = this.#books.get(accountId);
    if (known) return known;
    const { repository } = this.#deps;
    const facts = await repository.account(accountId);
    if (facts === undefined) throw new Error("no practice account");
    const day = this.today;
    const [fills, orders] = await Promise.all([repository.fillsOf(accountId), repository.ordersOf(accountId, day)]);
    const book = new AccountBook(facts, day, fills, orders);
    this.#books.set(accountId, book);
    return book;
  }

  /**
   * Writes what changed, and then lets everybody see it.
   * @param fresh the order that the books do not have yet. @param other fills that no order made.
   * @param gtts those that waited for a price and are others now, in the same step as the order that they fire.
   */
  async keep(
    changes: readonly OrderChange[],
    fresh?: BookedOrder,
    other: readonly NewPracticeFill[] = [],
    gtts: readonly BookedGtt[] = [],
  ): Promise<void> {
    if (changes.length === 0 && other.length === 0 && gtts.length === 0) return;
    const orders = new Map<string, BookedOrder>();
    const fills: NewPracticeFill[] = [...other];
    try {
      for (const change of changes) await this.#note(change, fresh, orders, fills);
      const kept = await this.#deps.repository.keep(this.today, [...orders.values()], fills, gtts);
      for (const gtt of gtts) this.#see(gtt);
      for (const fill of kept) (await this.book(fill.accountId)).fill(fill);
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
    for (const booked of orders.values()) {
      const book = this.#books.get(booked.order.account);
      if (book === undefined) continue;
      book.orders.set(booked.order.id, booked);
      this.#deps.onKept(booked, book);
    }
  }

  /** Takes up one that is new. */
  async addGtt(gtt: Omit<BookedGtt, "id">): Promise<BookedGtt> {
    const added = await this.#deps.repository.addGtt(gtt);
    this.#see(added);
    return added;
  }

  #see(gtt: BookedGtt): void {
    if (gtt.status === "active") this.#gtts.set(gtt.id, gtt);
    else this.#gtts.delete(gtt.id);
  }

  async #note(
    { order, fill }: OrderChange,
    fresh: BookedOrder | undefined,
    orders: Map<string, BookedOrder>,
    fills: NewPracticeFill[],
  ): Promise<void> {
    const before = orders.get(order.id) ?? (await this.book(order.account)).orders.get(order.id) ?? fresh;
    if (before === undefined) throw new Error("a practice order that nobody placed has changed");
    const at = this.stamp;
    const message = fill?.basis === "modelled" ? MODELLED : before.message;
    orders.set(order.id, { ...before, order, message, changedAt: at });
    if (fill === undefined) return;
    const { contract, side, quantity, basis } = fill;
    const price = fill.price / (this.#contracts?.byName(contract)?.room.day.priceScale ?? 1);
    const { key, product } = before;
    const who = { accountId: order.account, orderId: order.id, kind: "trade" as const, day: this.today };
    fills.push({ ...who, contract, key, product, side, quantity, price, basis, at: new Date(at) });
  }

  #list(contracts: PracticeContracts, contract: PracticeContract): boolean {
    const terms = contracts.terms(contract);
    if (terms === undefined) return false;
    this.#engine.list(terms);
    return true;
  }

  /** An order of today whose contract is not listed any more can never fill. */
  async #giveUp(booked: BookedOrder, day: IsoDate): Promise<void> {
    const { id, contract } = booked.order;
    this.#deps.log.warn({ order: id, contract }, "a practice order's contract is not listed any more");
    const order = { ...booked.order, state: "cancelled" as const, reason: "expired" as const };
    await this.#deps.repository.keep(day, [{ ...booked, order }], []);
  }
}
