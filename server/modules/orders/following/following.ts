/**
 * Limits that follow the quotes. An open order is armed by one click; its limit then goes to the quotes in at most five changes,
 * each an intent as a user's own change is. It ends with the order, and with everything that makes a change doubtful: an answer
 * that is not known, a refusal, a change by hand, a kill switch, another connection, a restart. Nothing is sent again.
 */
import { randomUUID } from "node:crypto";
import { MOST_CHANGES, nextLimit, worstOf } from "#contract/domain/orders/follow.ts";
import { type BookOrder, isOpen, LIMIT, type OrderChange } from "#contract/domain/orders/order.ts";
import type { FollowBody } from "#contract/wire/http/order-bodies.ts";
import type { Connection, Connections } from "../../../brokers/connections.ts";
import { type BrokerModes, mayRulesAct } from "../../../brokers/modes.ts";
import { BrokerError } from "../../../brokers/port.ts";
import { grouped } from "../../../market/grouped.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Log } from "../../../platform/log.ts";
import type { News } from "../../../platform/news/news.ts";
import { createRounds, type Rounds } from "../armed-rounds.ts";
import { type Changing, ENDED } from "../entry/changing.ts";
import type { Listing } from "../entry/listing.ts";
import type { Holding } from "../guards/holding.ts";
import { bodyHash } from "../intents/intent.ts";
import { dayBegan } from "../trading-day.ts";
import type { Follow, FollowRepository } from "./follow-repository.ts";

export interface FollowingDeps {
  readonly follows: FollowRepository;
  readonly connections: Pick<Connections, "live">;
  readonly changing: Pick<Changing, "modify">;
  readonly holding: Holding;
  readonly listing: Listing;
  readonly news: Pick<News, "tellUser">;
  readonly clock: WallClock;
  readonly log: Log;
  readonly modes: BrokerModes;
  /** Whether quotes may be old: nothing is changed by them then. */
  readonly isFeedTroubled: () => boolean;
}

export interface Following extends Rounds {
  /** Of the orders that were armed today, each as it is or ended last. */
  ofToday(connection: Connection): Promise<readonly FollowBody[]>;
  /** Whether rules may act at this broker at all: it is practice, or the user's own. */
  may(connection: Connection): boolean;
  /** @throws AppError 403 where rules may not act, 409 where this order cannot follow; BrokerError */
  arm(connection: Connection, orderId: string): Promise<Follow>;
  /** @returns whether it followed. */
  disarm(accountId: string, broker: string, orderId: string): Promise<boolean>;
}

/** Whether the change was sent is not known: it may be written down, and its answer lost. */
const FAILED = "The server failed at a change: the limit follows no more. Look at the order";
const RESTARTED = "The server was restarted: the limit follows no more, and stays where it is";

/** An order that this process looks after. */
interface Watched {
  readonly follow: Follow;
  /** As it was when it was armed: it keeps its quantity. */
  readonly qty: number;
  /** What the limit was, and what it is since the last change: the book may show either. */
  readonly limits: readonly number[];
  /** Why it is over, until that is written down. */
  readonly over?: string;
}

export function createFollowing(deps: FollowingDeps): Following {
  const { follows, connections, changing, holding, listing, news, clock, log, modes, isFeedTroubled } = deps;
  const watched = new Map<string, Watched>();

  const tell = ({ accountId, broker }: Follow): Promise<void> =>
    news
      .tellUser(accountId, { type: "book", broker })
      .catch((error: unknown) => log.warn({ err: error }, "a user could not be told of an order that follows"));

  async function end(one: Watched, words: string): Promise<void> {
    const { follow } = one;
    // A database that is away is asked again: nothing is changed meanwhile.
    watched.set(follow.id, { ...one, over: words });
    const isEnded = await follows.end(follow.id, words, new Date(clock.now()));
    watched.delete(follow.id);
    if (isEnded) await tell(follow);
  }

  /** Why an order follows no longer, by how the book has it. */
  function endOf({ follow, qty, limits }: Watched, order: BookOrder | undefined): string | undefined {
    if (order === undefined) return "The broker has no such order today";
    if (!isOpen(order.status)) return ENDED[order.status] ?? "The order is not open";
    const isOurs = order.type === LIMIT && order.qty === qty && limits.includes(order.limitPrice);
    if (!isOurs) return "The order was changed by hand: the limit follows no more";
    if (follow.changes >= MOST_CHANGES)
      return `${MOST_CHANGES} changes were made: the limit stays at ${order.limitPrice}`;
    return undefined;
  }

  async function change(connection: Connection, one: Watched, order: BookOrder): Promise<void> {
    const tradable = order.contract && listing.byContract(order.contract);
    if (isFeedTroubled() || tradable?.quotes === undefined || order.limitPrice !== one.limits.at(-1)) return;
    const { follow } = one;
    const { side, limitPrice } = order;
    const number = follow.changes + 1;
    const { worst } = follow;
    const next = nextLimit({ ...tradable.quotes, side, limitPrice, worst, tick: tradable.tick, change: number });
    if (next === undefined || !(await follows.count(follow.id, number))) return;
    const asked: OrderChange = {
      ...{ qty: order.qty, type: LIMIT, limitPrice: next },
      ...{ stopPrice: 0, disclosedQty: order.discloseQty },
    };
    // The key is the change's own: whoever tries it again is answered with what became of it.
    const submission = { key: follow.id, batch: number, bodyHash: bodyHash(asked) };
    const outcome = await changing
      .modify(connection, submission, order.id, asked, number)
      .catch((error: unknown): undefined => {
        // The book that is read first could not be: nothing was sent.
        if (error instanceof BrokerError) throw error;
        log.error({ err: error }, "a limit that follows could not be changed");
      });
    if (outcome === undefined) return end(one, FAILED);
    watched.set(follow.id, { ...one, follow: { ...follow, changes: number }, limits: [limitPrice, next] });
    if (outcome.s === "ok") return tell(follow);
    const words = outcome.state === "unknown" ? "A change is not confirmed: the limit follows no more" : outcome.m;
    await end(one, words);
  }

  async function lookAt(connection: Connection, one: Watched, book: readonly BookOrder[]): Promise<void> {
    const order = book.find(({ id }) => id === one.follow.orderId);
    const words = endOf(one, order);
    if (words !== undefined) await end(one, words);
    else if (order !== undefined) await change(connection, one, order);
  }

  // What cannot be read now is read at the next look; nothing is changed without it.
  const failed = (error: unknown): void =>
    log.warn(
      { err: error, away: error instanceof BrokerError },
      "orders that follow the quotes could not be looked after",
    );

  /** One book serves all that an account has armed. */
  async function look(accountId: string, all: readonly Watched[]): Promise<void> {
    const connection = await connections.live(accountId);
    const isStopped = connection && (await holding.of(accountId, connection.port.facts.isPractice)).stopped;
    const own: Watched[] = [];
    for (const one of all) {
      const row = await follows.seen(one.follow.id, new Date(clock.now()));
      const isGone = connection?.id !== row?.connection;
      const words = one.over ?? (isGone ? "The connection to the broker has ended" : isStopped);
      if (row === undefined) watched.delete(one.follow.id);
      else if (words !== undefined) await end(one, words).catch(failed);
      else own.push(one);
    }
    if (connection === undefined || own.length === 0) return;
    const book = await connection.port.orders(connection.session);
    for (const one of own) await lookAt(connection, one, book).catch(failed);
  }

  const rounds = createRounds({
    ...{ clock, log, what: "orders that follow the quotes" },
    armed: () => grouped([...watched.keys()], (id) => watched.get(id)?.follow.accountId ?? ""),
    look: (accountId, ids) =>
      look(
        accountId,
        ids.flatMap((id) => watched.get(id) ?? []),
      ).catch(failed),
    seen: follows.seen,
    async endUnseen(since, own) {
      for (const follow of await follows.endUnseen(since, own, RESTARTED, new Date(clock.now()))) await tell(follow);
    },
  });

  const may: Following["may"] = ({ port }) => mayRulesAct(port, modes);

  return {
    ...rounds,
    may,
    async ofToday({ accountId, session }) {
      const armed = await follows.since(accountId, session.broker, new Date(dayBegan(clock.now())));
      const bodies = armed.map(({ orderId, worst, changes, endedAt, ended }) => {
        return { orderId, worst, changes, armed: endedAt === null, words: ended };
      });
      return [...new Map(bodies.map((body) => [body.orderId, body])).values()];
    },
    async arm(connection, orderId) {
      if (!may(connection)) throw new AppError("forbidden", NOT_HERE);
      const { accountId, port, session, id } = connection;
      const order = (await port.orders(session)).find((found) => found.id === orderId);
      const tradable = order?.contract && listing.byContract(order.contract);
      const quotes = tradable?.quotes;
      if (order === undefined || !isOpen(order.status)) throw new AppError("conflict", "The order is not open");
      if (order.type !== LIMIT || order.productType === "CNC")
        throw new AppError("conflict", "Only a limit can follow");
      if (quotes === undefined) throw new AppError("conflict", "No bid and ask are known for it");
      const now = new Date(clock.now());
      const worst = worstOf(order.side, quotes);
      const armed = { id: randomUUID(), accountId, broker: session.broker, orderId, connection: id, worst };
      if (!(await follows.arm(armed, now))) throw new AppError("conflict", "It follows already, or too many orders do");
      const follow = { ...armed, changes: 0, armedAt: now, seenAt: now, endedAt: null, ended: "" };
      watched.set(follow.id, { follow, qty: order.qty, limits: [order.limitPrice] });
      await tell(follow);
      return follow;
    },
    async disarm(accountId, broker, orderId) {
      const since = new Date(dayBegan(clock.now()));
      const armed = (await follows.since(accountId, broker, since)).find(
        (follow) => follow.orderId === orderId && follow.endedAt === null,
      );
      if (armed === undefined || !(await follows.end(armed.id, "", new Date(clock.now())))) return false;
      watched.delete(armed.id);
      await tell(armed);
      return true;
    },
  };
}

const NOT_HERE = "A limit follows the quotes only where you trade with a key and an address of your own";
