/** What the broker's books have of strategies: what each has earned and holds, and what it has pending. */
import { type BookOrder, isOpen } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import { byStrategy, type SentOrder } from "../books/by-strategy.ts";
import { type Cancel, cancelledWords } from "../guards/cancelling.ts";
import type { Intent } from "../intents/intent.ts";
import { isDoubtful, lookUp } from "../intents/under-way.ts";
import type { WatchRow } from "../schema.ts";
import { mayHaveTraded, type Standing, standingOf } from "./standing.ts";

export interface StrategyBooksDeps {
  readonly cancel: Cancel;
  /** Orders of the account that are being sent, or that nobody has confirmed. */
  readonly inDoubt: (accountId: string, broker: string) => Promise<readonly Intent[]>;
  /** Orders of the account that the broker took today. */
  readonly sent: (accountId: string, broker: string) => Promise<readonly SentOrder[]>;
  readonly clock: Pick<WallClock, "now">;
}

/** Of each pending order, by its id, the units that have not traded. */
export type Resting = ReadonlyMap<string, number>;

export function createStrategyBooks({ cancel, inDoubt, sent, clock }: StrategyBooksDeps) {
  /** @throws BrokerError */
  async function standingsOf(connection: Connection): Promise<(strategy: string) => Standing> {
    const { accountId, port, session } = connection;
    const [positions, trades] = await Promise.all([port.positions(session), port.trades(session)]);
    // After the trades, and in this order: an order that has one is in doubt, or is among those that were taken.
    const doubtful = await inDoubt(accountId, session.broker);
    const orders = await sent(accountId, session.broker);
    const book = doubtful.length === 0 ? [] : await port.orders(session);
    const { found } = lookUp(doubtful, book);
    // Some orders are never confirmed: a stop does not wait for them all day.
    const late = clock.now();
    const { unseen } = lookUp(
      doubtful.filter((intent) => isDoubtful(intent, late)),
      book,
    );
    const known = [...orders, ...found];
    const parts = byStrategy(trades, known);
    const ids = new Set(known.map(({ orderId }) => orderId));
    const unknown = trades.filter(({ orderId }) => !ids.has(orderId));
    return (strategy) => {
      const own = parts.filter((part) => part.strategy === strategy);
      const standing = standingOf(own, positions);
      return mayHaveTraded(strategy, own, unknown, unseen) ? { ...standing, profit: undefined } : standing;
    };
  }

  /** Ids of orders that were placed for the strategy. Exits are none of them: they are to go on. */
  async function idsOf({ accountId, session }: Connection, strategy: string): Promise<ReadonlySet<string>> {
    const orders = await sent(accountId, session.broker);
    return new Set(orders.flatMap((one) => (one.strategy === strategy && !one.isExit ? one.orderId : [])));
  }

  /** What the strategy has pending. @throws BrokerError */
  async function restingOf(connection: Connection, strategy: string): Promise<Resting> {
    const book = await connection.port.orders(connection.session);
    const own = await idsOf(connection, strategy);
    const open = book.filter(({ id, status }) => isOpen(status) && own.has(id));
    return new Map(open.map(({ id, remainingQuantity }) => [id, remainingQuantity]));
  }

  /**
   * Cancels what the strategy has pending: it would hold the exits back, or trade after them.
   * @param before what was pending at the look before
   * @returns the words of it; whether some of it has ended or traded since then: positions may not show yet what of it traded; whether
   * the book could not be read, so that nobody knows; and what is pending still.
   */
  async function cancelPending(
    connection: Connection,
    { strategy }: Pick<WatchRow, "strategy">,
    before: Resting,
    isStopped: () => Promise<boolean>,
  ) {
    const seen = new Map(before);
    let open = new Map<string, number>();
    async function asked() {
      const own = await idsOf(connection, strategy);
      open = new Map();
      return ({ id, remainingQuantity }: BookOrder): boolean => {
        if (!own.has(id)) return false;
        if (!seen.has(id)) seen.set(id, remainingQuantity);
        open.set(id, remainingQuantity);
        return true;
      };
    }
    const done = await cancel(connection, { asked, isStopped, inDoubt: async () => [] });
    const { isUnread } = done;
    const hasEnded = [...seen].some(([id, units]) => !open.has(id) || open.get(id) !== units);
    return { words: cancelledWords(done), hasEnded, isUnread, resting: isUnread ? seen : open };
  }

  return { standingsOf, restingOf, cancelPending };
}
