/**
 * Stops and targets of strategies that act. Once a strategy's profit of the day has reached one in two looks, what it still holds is
 * closed: short positions first, each an exit as a user's own is, and the GTTs that guarded it are deleted. The rule has ended before
 * the first exit goes, so that a crash or a second process sends none again. It is armed in practice and where the key, the address
 * and the machine are the trader's own.
 */
import { randomUUID } from "node:crypto";
import { formatRupees } from "#contract/domain/orders/guards.ts";
import type { Watch } from "#contract/wire/http/strategy-watch.ts";
import type { Connection, Connections } from "../../../brokers/connections.ts";
import { type BrokerModes, mayRulesAct } from "../../../brokers/modes.ts";
import { BrokerError } from "../../../brokers/port.ts";
import { grouped } from "../../../market/grouped.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Log } from "../../../platform/log.ts";
import type { News } from "../../../platform/news/news.ts";
import { startRounds } from "../armed-rounds.ts";
import { byStrategy, type SentOrder } from "../books/by-strategy.ts";
import type { Exit, Left } from "../entry/exiting.ts";
import { bodyHash } from "../intents/intent.ts";
import { LateExit } from "../intents/submitting.ts";
import type { WatchRow } from "../schema.ts";
import { dayBegan } from "../trading-day.ts";
import { reached, type Standing, standingOf } from "./standing.ts";
import type { WatchRepository } from "./watch-repository.ts";

export interface WatchingDeps {
  readonly watches: WatchRepository;
  readonly connections: Pick<Connections, "live">;
  readonly exit: Exit;
  /** Orders of the account that the broker took today. */
  readonly sent: (accountId: string, broker: string) => Promise<readonly SentOrder[]>;
  readonly modes: BrokerModes;
  readonly news: Pick<News, "tellUser">;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface Wish {
  readonly strategy: string;
  /** Rupees lost, and earned; null: none. */
  readonly stop: number | null;
  readonly target: number | null;
}

export interface Watching {
  /** Those of today, each as it is or ended last; null where rules may not act. */
  ofToday(connection: Connection | undefined): Promise<readonly Watch[] | null>;
  /** @throws AppError 403 where rules may not act, 409 where it is reached already or nothing is held; BrokerError */
  arm(connection: Connection, wish: Wish): Promise<void>;
  /** @returns whether it was armed. */
  disarm(accountId: string, broker: string, strategy: string): Promise<boolean>;
  /** Looks once after everything that this process armed. */
  run(): Promise<void>;
  /** @param isAlone no other process sends orders. @returns what stops it */
  start(isAlone: boolean): () => Promise<void>;
}

const NOT_HERE = "A stop acts only where you trade with a key and an address of your own";
const UNSURE = "Whether its exits were sent is not known: look at the orders";
const RESTARTED = "The server was restarted: nothing is armed any more";
/** One look may be at a book that is old or cut off. */
const LOOKS = 2;

interface Watched {
  readonly row: WatchRow;
  /** Looks in a row in which it was reached, or nothing was held. */
  readonly looks: number;
}

const WHAT = { stop: "The stop was reached", target: "The target was reached" };
const profitWords = (profit: number): string =>
  `${profit < 0 ? "a loss" : "a profit"} of ${formatRupees(Math.abs(Math.round(profit)))}`;

/** 'All that the strategy held is being closed. 1 of its GTTs is deleted'. */
function leftWords({ positions, gtts }: Left): string {
  const failed = positions.filter(({ body }) => body.s !== "ok");
  const words = [
    failed[0] === undefined
      ? "All that the strategy held is being closed"
      : `${failed.length} of ${positions.length} exits were not taken: ${failed[0].body.m}. Look at the positions`,
  ];
  const kept = gtts.filter(({ body }) => body.s !== "ok");
  const deleted = gtts.length - kept.length;
  if (deleted > 0)
    words.push(deleted === 1 ? "A GTT that guarded it is deleted" : `${deleted} GTTs that guarded it are deleted`);
  // Those that stay for the same reason are said once.
  words.push(...new Set(kept.map(({ body }) => body.m)));
  return words.join(". ");
}

export function createWatching(deps: WatchingDeps): Watching {
  const { watches, connections, exit, sent, modes, news, clock, log } = deps;
  const watched = new Map<string, Watched>();
  const now = (): Date => new Date(clock.now());

  const tell = ({ accountId, broker }: WatchRow, message?: string): Promise<void> =>
    news
      .tellUser(accountId, message === undefined ? { type: "book", broker } : { type: "rejected", message })
      .catch((error: unknown) => log.warn({ err: error }, "a user could not be told of a strategy's stop"));

  async function end(row: WatchRow, words: string): Promise<void> {
    watched.delete(row.id);
    if (await watches.end(row.id, words, now())) await tell(row);
  }

  async function standingsOf(connection: Connection): Promise<(strategy: string) => Standing> {
    const { accountId, port, session } = connection;
    const [orders, positions, trades] = await Promise.all([
      sent(accountId, session.broker),
      port.positions(session),
      port.trades(session),
    ]);
    const parts = byStrategy(trades, orders);
    return (strategy) =>
      standingOf(
        parts.filter((part) => part.strategy === strategy),
        positions,
      );
  }

  /** Ends the rule, and then sends the exits. */
  async function act(connection: Connection, row: WatchRow, { held }: Standing, why: string): Promise<void> {
    watched.delete(row.id);
    if (!(await watches.end(row.id, `${why}. Its exits are being sent: the orders tell`, now()))) return;
    let words: string;
    try {
      const submission = { key: row.id, batch: 0, bodyHash: bodyHash(held) };
      const wish = { positions: held, strategy: row.strategy, gtts: "all" } as const;
      words = `${why}. ${leftWords(await exit(connection, submission, wish))}`;
    } catch (error) {
      log.error({ err: error }, "a strategy's stop could not send its exits");
      words = `${why}. ${error instanceof LateExit ? error.message : UNSURE}`;
    }
    await watches.say(row.id, words);
    log.info({ account: row.accountId, broker: row.broker }, "a strategy's stop or target has acted");
    await tell(row, words);
  }

  async function lookAt(connection: Connection, { row, looks }: Watched, standing: Standing): Promise<void> {
    const { profit, held } = standing;
    if (profit === undefined) return;
    const which = reached(profit, row);
    const isOver = held.length === 0 || which !== undefined;
    watched.set(row.id, { row, looks: isOver ? looks + 1 : 0 });
    if (!isOver || looks + 1 < LOOKS) return;
    if (held.length === 0) await end(row, "The strategy holds nothing any more");
    else if (which !== undefined) await act(connection, row, standing, `${WHAT[which]}: ${profitWords(profit)}`);
  }

  /** One reading of the books serves all that an account has armed. */
  async function look(accountId: string, all: readonly Watched[]): Promise<void> {
    const connection = await connections.live(accountId);
    const own: Watched[] = [];
    for (const one of all) {
      const row = await watches.seen(one.row.id, now());
      if (row === undefined) watched.delete(one.row.id);
      else if (connection?.id !== row.connection) await end(row, "The connection to the broker has ended");
      else own.push(one);
    }
    if (connection === undefined || own.length === 0) return;
    const standingFor = await standingsOf(connection);
    for (const one of own) await lookAt(connection, one, standingFor(one.row.strategy));
  }

  async function run(): Promise<void> {
    const byAccount = grouped([...watched.values()], ({ row }) => row.accountId);
    await Promise.all(
      Array.from(byAccount, ([accountId, all]) =>
        look(accountId, all).catch((error: unknown) => {
          // Books that cannot be read now are read at the next look; nothing is sent without them.
          log.warn({ err: error, away: error instanceof BrokerError }, "strategies' stops could not be looked after");
        }),
      ),
    );
  }

  async function endUnseen(since: number): Promise<void> {
    for (const row of await watches.endUnseen(new Date(since), RESTARTED, now())) await tell(row);
  }

  return {
    run,
    async ofToday(connection) {
      if (connection === undefined || !mayRulesAct(connection.port, modes)) return null;
      const since = new Date(dayBegan(clock.now()));
      const rows = await watches.since(connection.accountId, connection.session.broker, since);
      const bodies = rows.map(({ strategy, stop, target, endedAt, ended }) => {
        return { strategy, stop, target, armed: endedAt === null, words: ended };
      });
      return [...new Map(bodies.map((body) => [body.strategy, body])).values()];
    },
    async arm(connection, wish) {
      if (!mayRulesAct(connection.port, modes)) throw new AppError("forbidden", NOT_HERE);
      const { profit, held } = (await standingsOf(connection))(wish.strategy);
      if (held.length === 0) throw new AppError("conflict", "The strategy holds nothing that was traded today");
      if (profit === undefined) throw new AppError("conflict", "The broker tells no price of one of its positions");
      if (reached(profit, wish))
        throw new AppError("conflict", `It is reached already: the strategy has ${profitWords(profit)}`);
      const { accountId, session, id: connectionId } = connection;
      const armed = { ...wish, id: randomUUID(), accountId, broker: session.broker, connection: connectionId };
      if (!(await watches.arm(armed, now())))
        throw new AppError("conflict", "Too many strategies have a stop that acts");
      const row = await watches.seen(armed.id, now());
      if (row === undefined) return;
      watched.set(row.id, { row, looks: 0 });
      await tell(row);
    },
    async disarm(accountId, broker, strategy) {
      for (const { row } of watched.values()) {
        if (row.accountId === accountId && row.strategy === strategy) watched.delete(row.id);
      }
      return watches.disarm(accountId, broker, strategy, now());
    },
    start: (isAlone) => startRounds({ clock, log, what: "strategies' stops", run, endUnseen }, isAlone),
  };
}
