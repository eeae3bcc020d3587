/** What the broker's books have of strategies: what each has earned and holds, and what it has pending. */
import { type BookOrder, isOpen } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { byStrategy } from "../books/by-strategy.ts";
import { type Cancel, cancelledWords, meantOf } from "../guards/cancelling.ts";
import type { ReadLedger } from "../intents/ledger.ts";
import type { WatchRow } from "../schema.ts";
import { mayHaveTraded, type Standing, standingOf } from "./standing.ts";

export interface StrategyBooksDeps {
  readonly cancel: Cancel;
  readonly ledger: ReadLedger;
}

/** Of each pending order, by its id, the units that have not traded. */
export type Resting = ReadonlyMap<string, number>;

/** What is being sent while a stop acts rests or has traded a moment later: it is waited for once, and then said. */
const WAITS = 1;

export function createStrategyBooks({ cancel, ledger }: StrategyBooksDeps) {
  /** @throws BrokerError */
  async function standingsOf(connection: Connection): Promise<(strategy: string) => Standing> {
    const { port, session } = connection;
    const [positions, trades] = await Promise.all([port.positions(session), port.trades(session)]);
    // After the trades: an order that has one is known by then, or in doubt.
    const asked = await ledger(connection);
    const { sent, unseen } = asked;
    const parts = byStrategy(trades, asked);
    const ids = new Set(sent.map(({ orderId }) => orderId));
    const unknown = trades.filter(({ orderId }) => !ids.has(orderId));
    // What waits for its turn has no trades, and what the broker took is known by its number.
    const doubtful = unseen.filter(({ state, isAwaited }) => isAwaited && state !== "new" && state !== "placed");
    return (strategy) => {
      const own = parts.filter((part) => part.strategy === strategy);
      const standing = standingOf(own, positions);
      return mayHaveTraded(strategy, own, unknown, doubtful) ? { ...standing, profit: undefined } : standing;
    };
  }

  /** What the strategy has pending. @throws BrokerError */
  async function restingOf(connection: Connection, strategy: string): Promise<Resting> {
    const book = await connection.port.orders(connection.session);
    const { isMeant } = meantOf(await ledger(connection, book), strategy);
    const open = book.filter((order) => isOpen(order.status) && isMeant(order));
    return new Map(open.map(({ id, remainingQuantity }) => [id, remainingQuantity]));
  }

  /**
   * Cancels what the strategy has pending: it would hold the exits back, or trade after them.
   * @param before what was pending at the look before
   * @returns the words of it; whether some of it has ended, traded or come since then: positions may not show yet what of it traded;
   * whether the book could not be read, so that nobody knows; and what is pending still.
   */
  async function cancelPending(
    connection: Connection,
    { strategy }: Pick<WatchRow, "strategy">,
    before: Resting,
    isStopped: () => Promise<boolean>,
  ) {
    const seen = new Map(before);
    let open = new Map<string, number>();
    let [unseen, mostUnseen] = [0, 0];
    async function meant(book: readonly BookOrder[]) {
      const all = meantOf(await ledger(connection, book), strategy);
      const own = book.filter((order) => isOpen(order.status) && all.isMeant(order));
      open = new Map(own.map(({ id, remainingQuantity }) => [id, remainingQuantity]));
      for (const [id, units] of open) if (!seen.has(id)) seen.set(id, units);
      unseen = all.unseen;
      mostUnseen = Math.max(mostUnseen, unseen);
      return all;
    }
    const done = await cancel(connection, { meant, isStopped, waits: WAITS });
    const { isUnread } = done;
    const hasEnded = unseen < mostUnseen || [...seen].some(([id, units]) => !open.has(id) || open.get(id) !== units);
    return { words: cancelledWords(done), hasEnded, isUnread, resting: isUnread ? seen : open };
  }

  return { standingsOf, restingOf, cancelPending };
}
