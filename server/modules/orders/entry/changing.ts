/** Changes of what the broker already has: an open order's terms, its cancellation, a position's product. */
import { contractId } from "#contract/domain/instruments.ts";
import { checkSize, STRATEGY_STOPPED_WORDS } from "#contract/domain/orders/guards.ts";
import type { BookOrder, Conversion, OrderChange, OrderStatus, Product } from "#contract/domain/orders/order.ts";
import { CANCELLED, EXPIRED, FILLED, isOpen, REJECTED } from "#contract/domain/orders/order.ts";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import type { BookOrderBody, Outcome } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { BrokerError } from "../../../brokers/port.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Holding } from "../guards/holding.ts";
import type { Intent, Submission } from "../intents/intent.ts";
import type { IntentRepository } from "../intents/intent-repository.ts";
import type { IntentRequest } from "../intents/intent-request.ts";
import type { ReadLedger } from "../intents/ledger.ts";
import { outcomeOf, refused } from "../intents/outcome.ts";
import type { Submitting } from "../intents/submitting.ts";
import { type Check, checkOrder, measured } from "./checks.ts";
import type { Listing } from "./listing.ts";

export interface ChangingDeps {
  readonly submitting: Submitting;
  readonly intents: Pick<IntentRepository, "unchanged">;
  readonly holding: Holding;
  readonly listing: Listing;
  readonly ledger: ReadLedger;
  /** Ids of contracts of which a conversion may be done that positions need not show yet. */
  readonly converting: (accountId: string, broker: string) => Promise<ReadonlySet<string>>;
  readonly clock: WallClock;
}

/** Some of a position, as the browser asks for it. */
export type ConversionRequest = Pick<Conversion, "symbol" | "side" | "qty" | "from" | "to">;

export interface Changing {
  /** @param follows which change of a limit that follows the quotes it is. */
  modify(
    connection: Connection,
    submission: Submission,
    id: string,
    change: OrderChange,
    follows?: number,
  ): Promise<Outcome>;
  /** @param seen the order as the user saw it, for a broker whose book cannot be read now. */
  cancel(connection: Connection, submission: Submission, seen: BookOrderBody): Promise<Outcome>;
  convert(connection: Connection, submission: Submission, request: ConversionRequest): Promise<Outcome>;
}

/** Why an order that is not open cannot be changed. */
export const ENDED: Readonly<Partial<Record<OrderStatus, string>>> = {
  [FILLED]: "The order has traded",
  [CANCELLED]: "The order is cancelled already",
  [REJECTED]: "The order was rejected",
  [EXPIRED]: "The order has expired",
};
const TRADED_FIRST = "The order had traded before it could be cancelled";
const TAKEN = "The broker took the cancellation; its book does not show it yet";

const UNCONFIRMED = "A conversion of it is not confirmed yet: look at the positions";

/** A broker's book follows its answers by some of these. */
const LOOKS = 4;
const LOOK_MS = 150;

export function createChanging(deps: ChangingDeps): Changing {
  const { submitting, intents, holding, listing, ledger, converting, clock } = deps;

  async function one(
    connection: Connection,
    submission: Submission,
    request: IntentRequest,
    refusal?: string,
  ): Promise<Intent | undefined> {
    return (await submitting.submit(connection, submission, [{ request, refusal }]))[0];
  }

  const outcome = (intent: Intent | undefined): Outcome => (intent ? outcomeOf(intent) : refused("Nothing was asked"));

  /** A change that asks for more than the order did is a new order as far as that goes: switch and limits hold it. */
  async function heldBack(connection: Connection, order: BookOrder, change: OrderChange): Promise<Check> {
    const { accountId, port } = connection;
    const { stopped, stoppedStrategies, limits } = await holding.of(accountId, port.facts.isPractice);
    const isMore = change.qty > order.qty;
    if (isMore && stopped !== undefined) return stopped;
    if (isMore && stoppedStrategies.length > 0) {
      const { sent } = await ledger(connection, [order]);
      const strategy = sent.find(({ orderId }) => orderId === order.id)?.strategy;
      if (strategy && stoppedStrategies.includes(strategy)) return STRATEGY_STOPPED_WORDS;
    }
    const tradable = order.contract && listing.byContract(order.contract);
    if (tradable === undefined) return undefined;
    const [asked, before] = [measured(change, tradable), measured(order, tradable)];
    // At the market it may go for more than its limit was; what has no price to measure it by may be worth anything.
    const isDearer = (asked.price || Number.POSITIVE_INFINITY) > (before.price || Number.POSITIVE_INFINITY);
    return isMore || isDearer ? checkSize(asked, limits) : undefined;
  }

  /** Brokers refuse more changes of one order than so many; those that were made elsewhere are not known here. */
  async function changedTooOften({ accountId, port }: Connection, id: string): Promise<string | undefined> {
    const { limits, id: broker } = port.facts;
    if (limits.modifies === undefined) return undefined;
    const changed = await intents.unchanged(accountId, broker, new Date(clock.now() - DAY_MS));
    if (changed.filter((order) => order.id === id).length < limits.modifies) return undefined;
    return `The broker takes ${limits.modifies} changes of an order at most: cancel it and place another`;
  }

  /** Cancelled is what the book says is cancelled: an order may trade while it is being cancelled. */
  async function confirmed({ port, session }: Connection, id: string, asked: Outcome): Promise<Outcome> {
    for (let look = 0; look < LOOKS; look++) {
      if (look > 0) await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
      const book = await port.orders(session).catch(() => []);
      const order = book.find((found) => found.id === id);
      if (order === undefined || isOpen(order.status)) continue;
      if (order.status === CANCELLED) return asked;
      const m = order.status === FILLED ? TRADED_FIRST : (ENDED[order.status] ?? TRADED_FIRST);
      return { s: "error", m, state: "refused" };
    }
    return { s: "error", m: TAKEN, state: "unknown" };
  }

  return {
    async modify(connection, submission, id, change, follows) {
      const known = await submitting.known(connection.accountId, submission);
      if (known !== undefined) return outcome(known[0]);
      const order = await openOrder(connection, id);
      if (typeof order === "string") return refused(order);
      const refusal =
        checkChange(connection, order, change, listing) ??
        (await heldBack(connection, order, change)) ??
        (await changedTooOften(connection, id));
      const request = { kind: "modify", order, change, ...(follows !== undefined && { follows }) } as const;
      return outcome(await one(connection, submission, request, refusal));
    },

    async cancel(connection, submission, seen) {
      const known = await submitting.known(connection.accountId, submission);
      const intent = known?.[0];
      if (intent !== undefined) return outcome(intent);
      const order = await openOrder(connection, seen.id).catch((error: unknown) => {
        // To cancel must not depend on a book that cannot be read.
        if (error instanceof BrokerError && error.kind === "away") return orderSeen(seen);
        throw error;
      });
      if (typeof order === "string") return refused(order);
      const asked = outcome(await one(connection, submission, { kind: "cancel", order }));
      return asked.s === "ok" ? confirmed(connection, order.id, asked) : asked;
    },

    async convert(connection, submission, { symbol, side, qty, from, to }) {
      const { port, session, accountId } = connection;
      const known = await submitting.known(accountId, submission);
      if (known !== undefined) return outcome(known[0]);
      if (port.convert === undefined) return refused("This broker converts no positions here");
      if (from === to) return refused("The position has this product already");
      const doubtful = await converting(accountId, session.broker);
      const positions = await port.positions(session);
      const under = (product: Product) =>
        positions.find((found) => found.symbol === symbol && found.productType === product);
      const position = under(from);
      const { contract } = position ?? {};
      const lot = contract && listing.byContract(contract)?.lot;
      if (position === undefined || contract === undefined || lot === undefined)
        return refused("There is no such position");
      if (doubtful.has(contractId(contract))) return refused(UNCONFIRMED);
      if (Math.sign(position.netQty) !== side) return refused("The position has turned since it was shown");
      const most = Math.abs(position.netQty);
      const refusal =
        qty > most
          ? `The position is ${most} now`
          : qty % lot === 0
            ? undefined
            : `The quantity is not in lots of ${lot}`;
      const conversion = { contract, symbol, side, qty, lot, from, to };
      const held = { before: position.netQty, beforeTo: under(to)?.netQty ?? 0 };
      return outcome(await one(connection, submission, { kind: "convert", conversion, ...held }, refusal));
    },
  };
}

/** @returns the order as the broker has it now, or why it cannot be changed. @throws BrokerError */
async function openOrder({ port, session }: Connection, id: string): Promise<BookOrder | string> {
  const order = (await port.orders(session)).find((found) => found.id === id);
  if (order === undefined) return "The broker has no such order today";
  return isOpen(order.status) ? order : (ENDED[order.status] ?? "The order is not open");
}

const orderSeen = ({
  ex_sym: _,
  securityId: __,
  lotSize: ___,
  contract: ____,
  ...order
}: BookOrderBody): BookOrder => ({
  ...order,
  tag: "",
});

function checkChange(
  { port }: Connection,
  order: BookOrder,
  change: OrderChange,
  listing: Listing,
): string | undefined {
  const { contract, remainingQuantity, qty, productType, side, orderValidity } = order;
  const tradable = contract && listing.byContract(contract);
  if (tradable === undefined || productType === "CNC") return "This order can be changed at the broker only";
  const traded = qty - remainingQuantity;
  if (change.qty <= traded) return `${traded} have traded already`;
  const { key, lot, tick } = tradable;
  const child = { contract: key, lot, tick, side, productType, validity: orderValidity, stopLoss: 0, takeProfit: 0 };
  return checkOrder({ ...child, ...change }, tradable, port.facts);
}
