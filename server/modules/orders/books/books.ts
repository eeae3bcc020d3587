/** The broker's books as the dashboard shows them: with the feed's tokens, so that prices run. */
import type { BookGtt } from "#contract/domain/orders/gtt.ts";
import type { BookOrder, Position } from "#contract/domain/orders/order.ts";
import { CANCELLED, REJECTED } from "#contract/domain/orders/order.ts";
import type { BookOrderBody, GttBody, PositionBody, TabReply } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { BrokerError, type BrokerSession } from "../../../brokers/port.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Listing } from "../entry/listing.ts";
import type { Following } from "../following/following.ts";
import type { ReadLedger } from "../intents/ledger.ts";
import { byStrategy, type SentToday } from "./by-strategy.ts";

export interface Books {
  /** @param tab 'positions', 'orders', 'holdings', 'funds' or 'gtt'. @throws AppError 404, BrokerError */
  tab(connection: Connection, tab: string): Promise<TabReply>;
  /** The day's orders by id: the traded price, or 'r/c' for what was rejected or cancelled. */
  sync(connection: Connection): Promise<TabReply>;
}

export function createBooks(
  listing: Listing,
  clock: WallClock,
  ledger: ReadLedger,
  following: Pick<Following, "may" | "ofToday">,
): Books {
  const facts = ({ contract, symbol }: Pick<BookOrder | Position, "contract" | "symbol">) => {
    const listed = contract && listing.byContract(contract);
    return {
      ex_sym: contract?.underlying ?? symbol.slice(symbol.indexOf(":") + 1),
      securityId: listed === undefined ? "" : String(listed.token),
      contract: listed === undefined ? null : listed.key,
      lotSize: listed?.lot ?? 0,
    };
  };
  const orderBody = ({ contract, tag: _, ...order }: BookOrder): BookOrderBody => ({
    ...order,
    ...facts({ contract, symbol: order.symbol }),
  });
  const positionBody = ({ contract, gainedBefore: _, ...position }: Position): PositionBody => ({
    ...position,
    ...facts({ contract, symbol: position.symbol }),
  });
  const gttBody = ({ contract, legs, ...gtt }: BookGtt): GttBody => ({
    ...gtt,
    legs: [...legs],
    ...facts({ contract, symbol: gtt.symbol }),
  });
  const sessionOf = ({ session }: Connection): BrokerSession => ({ ...session, forPage: true });
  const head = ({ port }: Connection) =>
    ({ s: "ok", at: clock.now(), isPractice: port.facts.isPractice }) satisfies TabReply;

  /** Of the day; undefined where no strategy was named. Positions are shown, too, where a book that is asked for doubts cannot be read. */
  async function sentOf(
    connection: Pick<Connection, "accountId" | "port" | "session">,
  ): Promise<SentToday | undefined> {
    const asked = await ledger(connection).catch((error: unknown) => {
      if (error instanceof BrokerError) return ledger(connection, []);
      throw error;
    });
    return asked.sent.some(({ strategy }) => strategy !== null) ? asked : undefined;
  }

  return {
    async tab(connection, tab) {
      const { port } = connection;
      const session = sessionOf(connection);
      const reply = head(connection);
      switch (tab) {
        case "orders": {
          const [book, follows] = await Promise.all([
            port.orders(session),
            following.may(connection) ? following.ofToday(connection) : undefined,
          ]);
          return { ...reply, orderBook: book.map(orderBody), ...(follows && { follows: [...follows] }) };
        }
        case "positions": {
          const sent = await sentOf({ ...connection, session });
          const [positions, trades] = await Promise.all([
            port.positions(session),
            sent === undefined ? [] : port.trades(session),
          ]);
          const parts = sent === undefined ? [] : byStrategy(trades, sent);
          return {
            ...reply,
            netPositions: positions.map(positionBody),
            ...(parts.length > 0 && { byStrategy: [...parts] }),
          };
        }
        case "holdings": {
          const { holdings, totalPl } = await port.holdings(session);
          return { ...reply, holdings: [...holdings], overall: { total_pl: totalPl } };
        }
        case "funds":
          return { ...reply, fundLimit: [...(await port.funds(session))] };
        case "gtt": {
          const gtts = await port.gtt?.list(session);
          return { ...reply, ...(gtts && { gtts: gtts.map(gttBody) }) };
        }
        default:
          throw new AppError("not-found", "There is no such tab");
      }
    },
    async sync(connection) {
      const reply = head(connection);
      const orders = await connection.port.orders(sessionOf(connection));
      return { ...reply, data: Object.fromEntries(orders.flatMap(executionOf)) };
    },
  };
}

/** Nothing where nothing has traded and something still may. */
function executionOf({ id, status, tradedPrice }: BookOrder): [id: string, execution: number | "r/c"][] {
  if (tradedPrice > 0) return [[id, tradedPrice]];
  return status === REJECTED || status === CANCELLED ? [[id, "r/c"]] : [];
}
