/**
 * Leaving positions. They are read again before anything is sent: what goes is opposite to what is there and no more than
 * that. Short positions are covered first; long ones, which may be their cover, are sold when all of those are placed.
 */
import { type ContractKey, contractId } from "#contract/domain/instruments.ts";
import type { BookOrder, ChildOrder, Position } from "#contract/domain/orders/order.ts";
import { BUY, isOpen, MARKET, SELL } from "#contract/domain/orders/order.ts";
import type { Outcome, PositionBody, StrategyPart } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { byStrategy, type SentOrder } from "../books/by-strategy.ts";
import type { Intent, Submission } from "../intents/intent.ts";
import { outcomeOf, refused } from "../intents/outcome.ts";
import type { Submitting } from "../intents/submitting.ts";
import type { Listing } from "./listing.ts";

export interface Exited {
  readonly symbol: string;
  readonly body: Outcome;
}

export interface ExitingDeps {
  readonly submitting: Submitting;
  readonly listing: Listing;
  /** Orders of the account that the broker took today. */
  readonly sent: (accountId: string, broker: string) => Promise<readonly SentOrder[]>;
}

/** A position as it was shown, and how much of it is to be closed: `netQty` units, with its sign. */
export type Leave = Pick<PositionBody, "id" | "symbol" | "netQty">;

/** @returns one for each position that was asked for, the short ones first. @throws BrokerError, AppError 409 */
export type Exit = (
  connection: Connection,
  submission: Submission,
  positions: readonly Leave[],
  /** The id of the kept strategy that what is closed was held for: its share of them now is read again, too. */
  strategy?: string,
) => Promise<readonly Exited[]>;

const UNCOVERED = "Not sent: a short position could not be closed first";
const GONE = "The position is closed already";
const TURNED = "The position has turned since it was shown";
const ON_ITS_WAY = "Open orders would close it already: cancel them first";
const NOT_ITS = "The strategy holds nothing of it any more";
const UNLISTED = "This position can be closed at the broker only";

interface Leaving {
  readonly symbol: string;
  readonly orders: readonly ChildOrder[];
}

export function createExiting({ submitting, listing, sent }: ExitingDeps): Exit {
  /** What the strategy has of each position by the day's trades, and what its open exits will take of that. */
  async function shareOf({ accountId, port, session }: Connection, strategy: string) {
    const orders = await sent(accountId, session.broker);
    const trades = await port.trades(session);
    const parts = byStrategy(trades, orders).filter((part) => part.strategy === strategy);
    const exits = new Set(orders.flatMap((one) => (one.isExit && one.strategy === strategy ? one.orderId : [])));
    return { parts, exits };
  }

  return async (connection, submission, asked, strategy) => {
    const known = await submitting.known(connection.accountId, submission);
    if (known !== undefined)
      return known.map((intent) => ({ symbol: symbolOf(intent, listing), body: outcomeOf(intent) }));
    const { port, session } = connection;
    const [fresh, book, share] = await Promise.all([
      port.positions(session),
      port.orders(session),
      strategy === undefined ? undefined : shareOf(connection, strategy),
    ]);
    const exited: Exited[] = [];
    const [covers, sales]: [Leaving[], Leaving[]] = [[], []];
    for (const { id, symbol, netQty } of asked) {
      const now = fresh.find((position) => position.id === id);
      const most = now === undefined || share === undefined ? netQty : heldOf(now, netQty, share, book);
      const leaving =
        now === undefined || now.netQty === 0 ? GONE : most === 0 ? NOT_ITS : leave(now, most, book, listing);
      if (typeof leaving === "string") exited.push({ symbol, body: refused(leaving) });
      else (leaving[0]?.side === BUY ? covers : sales).push({ symbol, orders: leaving });
    }
    let item = 0;
    const send = async (all: readonly Leaving[]): Promise<boolean> => {
      const requests = all.flatMap(({ symbol, orders }) => orders.map((order) => ({ symbol, order })));
      if (requests.length === 0) return true;
      const intents = await submitting.submit(
        connection,
        submission,
        requests.map(({ order }) => ({ request: { kind: "exit", order, strategy }, refusal: undefined })),
        item,
      );
      item += requests.length;
      for (const [at, intent] of intents.entries()) {
        exited.push({ symbol: requests[at]?.symbol ?? "", body: outcomeOf(intent) });
      }
      return intents.every(({ state }) => state === "placed");
    };
    if (await send(covers)) await send(sales);
    else for (const { symbol } of sales) exited.push({ symbol, body: { s: "error", m: UNCOVERED, state: "void" } });
    return exited;
  };
}

interface Share {
  readonly parts: readonly StrategyPart[];
  /** Ids of orders. */
  readonly exits: ReadonlySet<string>;
}

/** Units of what was shown that are the strategy's still, with their sign; 0 where none are, or the other side is. */
function heldOf({ symbol, productType }: Position, shown: number, { parts, exits }: Share, book: readonly BookOrder[]) {
  const part = parts.find((one) => one.symbol === symbol && one.productType === productType);
  const held = part === undefined ? 0 : part.buyQty - part.sellQty;
  if (Math.sign(held) !== Math.sign(shown)) return 0;
  const leaving = book
    .filter((order) => exits.has(order.id) && isOpen(order.status))
    .filter((order) => order.symbol === symbol && order.productType === productType)
    .reduce((sum, order) => sum + order.remainingQuantity, 0);
  return Math.sign(shown) * Math.max(Math.min(Math.abs(shown), Math.abs(held) - leaving), 0);
}

/** The orders that close what is there and no open order closes, as much of it as was shown; or why there are none. */
function leave(
  now: Position,
  shown: number,
  book: readonly BookOrder[],
  listing: Listing,
): readonly ChildOrder[] | string {
  const tradable = now.contract && listing.byContract(now.contract);
  const { productType } = now;
  if (tradable === undefined || productType === "CNC") return UNLISTED;
  if (Math.sign(now.netQty) !== Math.sign(shown)) return TURNED;
  const { key: contract, lot, tick, largest } = tradable;
  const side = now.netQty > 0 ? SELL : BUY;
  const rest = { type: MARKET, limitPrice: 0, stopPrice: 0, disclosedQty: 0, stopLoss: 0, takeProfit: 0 } as const;
  const free = Math.abs(now.netQty) - closing(book, contract, productType, side);
  if (free <= 0) return ON_ITS_WAY;
  const orders: ChildOrder[] = [];
  for (let left = Math.min(free, Math.abs(shown)); left > 0; left -= largest) {
    const qty = Math.min(left, largest);
    orders.push({ ...rest, contract, lot, tick, side, productType, validity: "DAY", qty });
  }
  return orders;
}

/** Units that open orders of the book will close already. */
const closing = (book: readonly BookOrder[], contract: ContractKey, product: string, side: number): number =>
  book
    .filter((order) => isOpen(order.status) && order.side === side && order.productType === product)
    .filter((order) => order.contract !== undefined && contractId(order.contract) === contractId(contract))
    .reduce((sum, order) => sum + order.remainingQuantity, 0);

const symbolOf = ({ request }: Intent, listing: Listing): string =>
  request.kind === "exit" ? (listing.byContract(request.order.contract)?.symbol ?? "") : "";
