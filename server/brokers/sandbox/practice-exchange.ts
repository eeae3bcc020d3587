/**
 * The practice broker: users' orders matched against the market that this server shows, with play money. One queue does
 * everything in turn, and what a user is told is in the database first.
 *
 *     const exchange = createPracticeExchange({ orm, market, clock, log });
 *     await exchange.place(accountId, placement);      // the booked order, or why the broker would not take it
 */
import { rejectedOrder } from "#market/matching/engine.ts";
import { isLive, type Refusal } from "#market/matching/order.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import type { Log } from "../../platform/log.ts";
import { createSerial } from "../../platform/serial.ts";
import type { AccountBook } from "./account-book.ts";
import type { BookedGtt } from "./booked-gtt.ts";
import type { BookedOrder } from "./booked-order.ts";
import type { PracticeContracts } from "./contracts.ts";
import { DayEnd, SQUARE_OFF } from "./day-end.ts";
import {
  type Answer,
  asOpen,
  bookedOf,
  createOrderIds,
  type PracticeConversion,
  type PracticePlacement,
  type PracticeWish,
  requestOf,
  scaled,
} from "./placements.ts";
import { createPracticeGtts, type PracticeGtts } from "./practice-gtts.ts";
import { PracticeState } from "./practice-state.ts";
import { createPracticeRepository, type PracticeRepository } from "./repository.ts";

export interface PracticeExchange {
  readonly repository: PracticeRepository;
  /** Of the open day; undefined while none is open. */
  contracts(): Promise<PracticeContracts | undefined>;
  /** What the user sees: everything in it is kept. */
  book(accountId: string): Promise<AccountBook>;
  place(accountId: string, order: PracticePlacement): Promise<Answer<BookedOrder>>;
  modify(accountId: string, id: string, wish: PracticeWish): Promise<Answer<BookedOrder>>;
  cancel(accountId: string, id: string): Promise<Answer<BookedOrder>>;
  convert(accountId: string, conversion: PracticeConversion): Promise<Answer<undefined>>;
  /** Rupees that the orders would block besides what is blocked: one by one, and all together. */
  margin(accountId: string, orders: readonly PracticePlacement[]): Promise<{ separately: number; together: number }>;
  /** Orders that wait for a price, over days. */
  readonly gtts: PracticeGtts;
  /** Each change of anybody's orders, after it was kept. */
  listen(listener: OrderListener): void;
  /** Looks at the market now; it does so by itself several times a second. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** @param book of who gave the order. */
export type OrderListener = (order: BookedOrder, book: AccountBook, contracts: PracticeContracts | undefined) => void;

export interface PracticeDeps {
  readonly orm: Orm;
  readonly market: Pick<MarketView, "day" | "time">;
  readonly clock: WallClock;
  readonly log: Log;
  /** Of this process's tenure, where others may take over. */
  readonly term?: number | undefined;
}

const LOOK_MS = 200;
const MAX_MODIFIES = 25;

/** What the broker says no to at once; of all else the book says so. */
const AT_ONCE = new Set<Refusal["code"]>(["contract", "session", "quantity", "lot", "freeze", "price", "trigger"]);

export function createPracticeExchange({ orm, market, clock, log, term }: PracticeDeps): PracticeExchange {
  const repository = createPracticeRepository(orm, term);
  const serially = createSerial();
  const orderId = createOrderIds(clock);
  const listeners: OrderListener[] = [];
  const state = new PracticeState({
    repository,
    market,
    log,
    onKept: (order, book) => {
      for (const listener of listeners) listener(order, book, state.contracts);
    },
  });
  const placeNow = (accountId: string, placement: PracticePlacement) => place(accountId, placement, true);
  const dayEnd = new DayEnd({ state, repository, place: placeNow });
  const gtts = createPracticeGtts({
    ...{ state, clock, repository: repository.gtts },
    fire: (accountId, placement, fired) => place(accountId, placement, false, fired),
  });

  const queued = <Value>(task: () => Promise<Value>): Promise<Value> =>
    serially("practice", async () => {
      await state.refresh();
      return task();
    });

  /**
   * @param isOurs what closes a position for its user is always taken.
   * @param fired what the order makes of the one that waited and fired it: both are kept, or none.
   */
  async function place(
    accountId: string,
    placement: PracticePlacement,
    isOurs = false,
    fired?: (order: { readonly id: string; readonly message: string }) => BookedGtt,
  ): Promise<Answer<BookedOrder>> {
    const { contract, product } = placement;
    const book = await state.book(accountId);
    const { contracts, now } = state;
    if (contracts === undefined || !state.list(contract)) return { refusal: CLOSED };
    const close = state.engine.terms(contract.name)?.close ?? 0;
    if (!isOurs && product === "intraday" && now >= close - SQUARE_OFF) return { refusal: TOO_LATE };
    await state.keep(state.engine.show(contract.name, contracts.quote(contract), now));
    const request = requestOf(orderId(state.today), accountId, placement);
    const refusal = state.engine.check(request, now);
    if (refusal && AT_ONCE.has(refusal.code)) return { refusal };
    const base = bookedOf(rejectedOrder(request, refusal?.code), placement, state.stamp);
    const open = { ...base, order: asOpen(base.order) };
    const fault = refusal ?? (isOurs ? undefined : unpaid(book, contracts, open));
    const firedBy = fired ? [fired({ id: request.id, message: fault?.message ?? "" })] : [];
    if (fault) {
      const booked = { ...base, order: rejectedOrder(request, fault.code), message: fault.message };
      await state.keep([{ order: booked.order, fill: undefined }], booked, [], firedBy);
    } else {
      await state.keep(state.engine.place(request, now), base, [], firedBy);
    }
    return { value: book.orders.get(request.id) ?? base };
  }

  async function modify(accountId: string, id: string, wish: PracticeWish): Promise<Answer<BookedOrder>> {
    const book = await state.book(accountId);
    const before = book.orders.get(id);
    const { contracts } = state;
    const contract = before && contracts?.byName(before.order.contract);
    if (before === undefined || contract === undefined || contracts === undefined) return { refusal: UNKNOWN };
    if (before.modifies >= MAX_MODIFIES) return { refusal: TOO_OFTEN };
    const wanted = scaled(wish, contract);
    const next = { ...before, disclosed: wish.disclosed, modifies: before.modifies + 1 };
    const poor = isLive(before.order)
      ? unpaid(book, contracts, { ...next, order: { ...before.order, ...wanted } })
      : undefined;
    if (poor) return { refusal: poor };
    const changes = state.engine.modify(id, wanted, state.now);
    if ("code" in changes) return { refusal: changes };
    book.orders.set(id, next);
    await state.keep(changes);
    return { value: book.orders.get(id) ?? next };
  }

  async function cancel(accountId: string, id: string): Promise<Answer<BookedOrder>> {
    const book = await state.book(accountId);
    const before = book.orders.get(id);
    if (before === undefined) return { refusal: UNKNOWN };
    const changes = state.engine.cancel(id);
    if ("code" in changes) return { refusal: changes };
    await state.keep(changes);
    return { value: book.orders.get(id) ?? before };
  }

  async function convert(
    accountId: string,
    { contract, from, to, side, quantity }: PracticeConversion,
  ): Promise<Answer<undefined>> {
    const position = (await state.book(accountId)).position(contract.name, from)?.now;
    const held = position === undefined ? 0 : side === "buy" ? position.net : -position.net;
    if (position === undefined || quantity <= 0 || quantity > held || quantity % contract.lot !== 0) {
      return { refusal: NOT_HELD };
    }
    const who = { accountId, orderId: null, kind: "conversion", basis: "quote" } as const;
    const when = { day: state.today, at: new Date(state.stamp) };
    const what = { contract: contract.name, key: contract.key, quantity, price: position.average };
    const other = side === "buy" ? ("sell" as const) : ("buy" as const);
    await state.keep([], undefined, [
      { ...who, ...when, ...what, product: from, side: other },
      { ...who, ...when, ...what, product: to, side },
    ]);
    return { value: undefined };
  }

  async function margin(accountId: string, orders: readonly PracticePlacement[]) {
    const book = await state.book(accountId);
    const { contracts, stamp } = state;
    if (contracts === undefined) return { separately: 0, together: 0 };
    const before = book.funds(contracts).blocked;
    const booked = orders.map((placement, i) => {
      const order = rejectedOrder(requestOf(`basket ${i}`, accountId, placement), undefined);
      return bookedOf(asOpen(order), placement, stamp);
    });
    const blocked = (...those: readonly BookedOrder[]): number => book.funds(contracts, ...those).blocked - before;
    const separately = booked.reduce((sum, order) => sum + blocked(order), 0);
    return { separately, together: blocked(...booked) };
  }

  async function look(): Promise<void> {
    const { contracts, engine, now } = state;
    if (contracts === undefined) return;
    for (const name of [...engine.resting()]) {
      const contract = contracts.byName(name);
      if (contract) await state.keep(engine.show(name, contracts.quote(contract), now));
    }
    await gtts.look(contracts);
    await dayEnd.look(contracts);
  }

  let isLooking = false;
  const stopLooking = clock.every(LOOK_MS, () => {
    if (isLooking) return;
    isLooking = true;
    queued(look)
      .catch((error: unknown) => log.error({ err: error }, "practice broker"))
      .finally(() => {
        isLooking = false;
      });
  });

  return {
    repository,
    contracts: () =>
      queued(async () => {
        state.contracts?.refresh();
        return state.contracts;
      }),
    book: (accountId) => queued(() => state.book(accountId)),
    place: (accountId, order) => queued(() => place(accountId, order)),
    modify: (accountId, id, wish) => queued(() => modify(accountId, id, wish)),
    cancel: (accountId, id) => queued(() => cancel(accountId, id)),
    convert: (accountId, conversion) => queued(() => convert(accountId, conversion)),
    margin: (accountId, orders) => queued(() => margin(accountId, orders)),
    gtts: {
      of: (accountId) => queued(() => gtts.of(accountId)),
      place: (accountId, gtt) => queued(() => gtts.place(accountId, gtt)),
      modify: (accountId, id, wish) => queued(() => gtts.modify(accountId, id, wish)),
      delete: (accountId, id) => queued(() => gtts.delete(accountId, id)),
    },
    listen: (listener) => void listeners.push(listener),
    look: () => queued(look),
    async stop() {
      stopLooking();
      await serially("practice", async () => undefined);
    },
  };
}

/** Whether the account cannot pay for the order: what only closes a position is always paid for. */
function unpaid(book: AccountBook, contracts: PracticeContracts, booked: BookedOrder): Refusal | undefined {
  const before = book.funds(contracts);
  const after = book.funds(contracts, booked);
  if (after.available >= 0 || after.blocked <= before.blocked) return undefined;
  const required = (after.blocked - before.blocked).toFixed(2);
  const available = Math.max(before.available, 0).toFixed(2);
  return {
    code: "margin",
    message: `Insufficient funds. Required margin is ${required} but available margin is ${available}.`,
  };
}

const CLOSED: Refusal = { code: "session", message: "Markets are closed: this contract does not trade today" };
const TOO_LATE: Refusal = {
  code: "session",
  message:
    "Intraday positions are being closed: intraday orders are not taken in the last ten minutes of trading hours",
};
const UNKNOWN: Refusal = { code: "state", message: "There is no such order today" };
const TOO_OFTEN: Refusal = {
  code: "state",
  message: `Maximum allowed order modifications exceeded: ${MAX_MODIFIES}`,
};
const NOT_HELD: Refusal = {
  code: "quantity",
  message: "There is no such position to convert: check side, product and quantity",
};
