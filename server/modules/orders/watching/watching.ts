/**
 * Stops and targets of strategies that act. Once a strategy's profit of the day has reached one in two looks, its pending orders are
 * cancelled and what it still holds is closed: short positions first, each an exit as a user's own is, and the GTTs that guarded it are
 * deleted. A position that was surely not closed, as an exit of it is not confirmed or open orders would close it, is looked at again:
 * the rule stays armed until there is none. So it does where the server itself fails. What the broker was sent goes no second time:
 * each try is a press of its own, and takes no unit that an order of one before may close (`../intents/ledger.ts`); no other process
 * takes up a rule that it has not armed. It is armed in practice and where the key, the address and the machine are the trader's own.
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
import { createRounds, type Rounds } from "../armed-rounds.ts";
import type { Exit, Leave, Left } from "../entry/exiting.ts";
import { bodyHash } from "../intents/intent.ts";
import { LateExit } from "../intents/submitting.ts";
import type { WatchRow } from "../schema.ts";
import { dayBegan } from "../trading-day.ts";
import { reached, type Standing } from "./standing.ts";
import { createStrategyBooks, type Resting, type StrategyBooksDeps } from "./strategy-books.ts";
import type { WatchRepository } from "./watch-repository.ts";

export interface WatchingDeps extends StrategyBooksDeps {
  readonly watches: WatchRepository;
  readonly connections: Pick<Connections, "live">;
  readonly exit: Exit;
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

export interface Watching extends Rounds {
  /** Those of today, each as it is or ended last; null where rules may not act. */
  ofToday(connection: Connection | undefined): Promise<readonly Watch[] | null>;
  /** @throws AppError 403 where rules may not act, 409 where it is reached already or nothing is held; BrokerError */
  arm(connection: Connection, wish: Wish): Promise<void>;
  /** @returns whether it was armed. */
  disarm(accountId: string, broker: string, strategy: string): Promise<boolean>;
}

const NOT_HERE = "A stop acts only where you trade with a key and an address of your own";
const UNKNOWN =
  "Its profit is not known: the broker tells no price of one of its positions, or an order is not confirmed";
/** What was written down of its exits goes, or is given up after a while: the ledger knows. A GTT may be left of what they close. */
const FAILED_THEN = "The server failed while its exits were sent: look at the orders and GTTs";
const RESTARTED = "The server was restarted: nothing is armed any more";
/** One look may be at a book that is old or cut off. */
const LOOKS = 2;
const SENDING = "Its exits are being sent: the orders tell";
const HELD_BACK = "What was held back";
const WAITS = "What is held back is tried again; disarm the stop to end that";
/** What is held back is tried again after this, and seldomer and seldomer: each try reads all the books. */
const HOLDS_MS = [3000, 10_000, 20_000, 30_000] as const;
/** By then nothing changes quickly any more, and each try reads all the books and may wait for look-alikes. */
const QUICK_TRIES = 12;
const LONGEST_HOLD_MS = 5 * 60_000;
/** Positions have by then what the book had before. */
const ENDED_HOLD_MS = 3000;
const NOTHING_SENT = "Its exits were not sent";
const NOT_ALL_SENT = "Not all its exits may have been sent";

/** Some brokers take an exit at the market as a limit near it, which may rest. */
const TRADED_MS = 30_000;
const STILL_OPEN = "It is not all closed yet: look at the orders";
const NOTHING_HELD = "The strategy holds nothing any more";
const BLIND = "The stop does not act for now";
const FAILED = "The server could not look";
/** It is said of a rule that sees nothing for so long. */
const BLIND_MS = 60_000;

/** A rule that is reached. */
interface Closing {
  /** What was reached, and what was done since, as it is told. */
  readonly why: string;
  /** Ids of positions that nothing was sent for so far; undefined: all that the strategy holds. */
  readonly left?: ReadonlySet<string>;
  /** Ids of positions for which some try has sent all. */
  readonly sent: ReadonlySet<string>;
  /** How often it was tried to close them: each try is a press of its own. */
  readonly tries: number;
  /** Not tried again before, monotonic ms. */
  readonly next: number;
  /** The user knows that it waits. */
  readonly isTold: boolean;
  /** What the strategy had pending at the look before. */
  readonly resting: Resting;
}

interface Watched {
  readonly row: WatchRow;
  /** Looks in a row in which it was reached, or nothing was held. */
  readonly looks: number;
  readonly closing?: Closing;
  readonly resting?: Resting;
  /** Since when its profit is not known, monotonic ms. */
  readonly blind?: { readonly since: number; readonly isTold: boolean } | undefined;
}

/** All its exits are sent. */
interface Ended {
  readonly row: WatchRow;
  readonly words: string;
  /** Ids of positions that they close. */
  readonly left: ReadonlySet<string>;
  /** Whether they have traded is looked at then, monotonic ms. */
  readonly next: number;
}

type Closed = Required<Pick<Watched, "row" | "closing">>;

const WHAT = { stop: "The stop was reached", target: "The target was reached" };
/** How it is told: info, all that was meant is closed; error, the broker did not take an exit. */
type Tone = "info" | "warning" | "error";

function titleOf(message: string): string {
  if (message.startsWith(WHAT.stop)) return "Stop reached";
  return message.startsWith(WHAT.target) ? "Target reached" : "Stop and target";
}

const toneOf = ({ positions, gtts }: Left): Tone =>
  positions.some(({ body }) => body.s !== "ok")
    ? "error"
    : gtts.some(({ body }) => body.s !== "ok")
      ? "warning"
      : "info";

/** What asks for a look is no mere info: the words also tell what was cancelled, or failed, before. */
const asTold = (tone: Tone, words: string): Tone => (tone === "info" && /\blook at\b/i.test(words) ? "warning" : tone);

const profitWords = (profit: number): string =>
  `${profit < 0 ? "a loss" : "a profit"} of ${formatRupees(Math.abs(Math.round(profit)))}`;

const unsentWords = ({ tries }: Closing): string => (tries === 0 ? NOTHING_SENT : NOT_ALL_SENT);

const holdOf = (tries: number): number =>
  tries > QUICK_TRIES ? LONGEST_HOLD_MS : (HOLDS_MS[Math.min(tries, HOLDS_MS.length) - 1] ?? LONGEST_HOLD_MS);

/** 'All that the strategy held is being closed. A GTT that guarded it is deleted'. @param what is meant, where all of it is being closed */
function leftWords({ positions, gtts }: Left, what: string): string {
  const failed = positions.filter(({ body }) => body.s !== "ok");
  // Reasons are said once each.
  const why = [...new Set(failed.map(({ body }) => body.m))].join("; ");
  const words = [
    failed.length === 0
      ? `${what} is being closed`
      : `${failed.length} of ${positions.length} exits were not taken: ${why}. Look at the positions`,
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
  const { watches, connections, exit, modes, news, clock, log } = deps;
  const { standingsOf, restingOf, cancelPending } = createStrategyBooks(deps);
  const watched = new Map<string, Watched>();
  const sent = new Map<string, Ended>();
  const now = (): Date => new Date(clock.now());

  const tell = ({ accountId, broker }: WatchRow, message?: string, type: Tone = "warning"): Promise<void> =>
    news
      .tellUser(
        accountId,
        message === undefined
          ? { type: "book", broker }
          : { type: "rejected", message, toast: { title: titleOf(message), type: asTold(type, message) } },
      )
      .catch((error: unknown) => log.warn({ err: error }, "a user could not be told of a strategy's stop"));

  async function end({ row, closing }: Watched, words: string, type?: Tone): Promise<void> {
    watched.delete(row.id);
    const all = closing === undefined ? words : `${closing.why}. ${words}`;
    if (!(await watches.end(row.id, all, now()))) return;
    if (closing !== undefined) lookLater(row, all, closing.sent);
    await tell(row, closing && all, type);
  }

  function lookLater(row: WatchRow, words: string, left: ReadonlySet<string>): void {
    if (left.size > 0) sent.set(row.id, { row, words, left, next: clock.monotonic() + TRADED_MS });
  }

  /** Notes it of the rule. @returns whether it is armed still. Where it was taken for unwatched, the user is told what stays open. */
  async function noted({ id, accountId, broker, ...row }: WatchRow, words: string, left: string): Promise<boolean> {
    if (await watches.note(id, words)) return true;
    watched.delete(id);
    if (!(await watches.ended(id))?.endsWith(RESTARTED)) return false;
    const said = `${left}. ${RESTARTED}. Look at the positions`;
    await watches.say(id, said);
    await tell({ id, accountId, broker, ...row }, said);
    return false;
  }

  /** The rule stays armed for what is left, and says once that it waits. @param words why; undefined: for the next look alone */
  async function wait({ row, closing }: Closed, words?: string, left = closing.left): Promise<void> {
    const tries = closing.tries + 1;
    const hold = words === undefined ? ENDED_HOLD_MS : holdOf(tries);
    const next = { ...closing, ...(left && { left }), tries, next: clock.monotonic() + hold };
    const said = `${closing.why}. ${words === undefined ? SENDING : `${words}. ${WAITS}`}`;
    watched.set(row.id, { row, looks: 0, closing: next });
    // It may have been disarmed meanwhile.
    const isArmed = await noted(row, said, `${closing.why}. ${words ?? unsentWords(closing)}`);
    if (!isArmed || words === undefined || closing.isTold) return;
    await tell(row, said);
    if (watched.has(row.id)) watched.set(row.id, { row, looks: 0, closing: { ...next, isTold: true } });
  }

  async function finish(row: WatchRow, words: string, type: Tone): Promise<void> {
    if (!(await watches.end(row.id, words, now()))) await watches.say(row.id, words);
    log.info({ account: row.accountId, broker: row.broker }, "a strategy's stop or target has acted");
    await tell(row, words, type);
  }

  /** Sends the exits of what is held. From then on the rule looks only at what was surely not sent. */
  async function close(
    connection: Connection,
    { row, closing: before }: Closed,
    held: readonly Leave[],
  ): Promise<void> {
    await watches.acted(row.id, now());
    const { words, hasEnded, isUnread, resting } = await cancelPending(connection, row, before.resting, async () => {
      return (await watches.seen(row.id, now())) !== undefined;
    });
    const why = [before.why, ...words.filter((one) => !before.why.includes(one))].join(". ");
    const closing = { ...before, why, resting };
    if (isUnread) return wait({ row, closing: { ...closing, why: before.why } }, words.join(". "));
    if (hasEnded) return wait({ row, closing });
    if (!(await noted(row, `${why}. ${SENDING}`, `${why}. ${unsentWords(before)}`))) return;
    watched.delete(row.id);
    let left: Left;
    try {
      const submission = { key: row.id, batch: before.tries, bodyHash: bodyHash(held) };
      left = await exit(connection, submission, { positions: held, strategy: row.strategy, gtts: "all" });
    } catch (error) {
      // Then nothing was sent: books are read before exits are written down.
      if (error instanceof LateExit || error instanceof BrokerError) return wait({ row, closing }, error.message);
      log.error({ err: error }, "a strategy's stop could not send its exits");
      const told = why.includes(FAILED_THEN) ? why : `${why}. ${FAILED_THEN}`;
      return wait({ row, closing: { ...closing, why: told } }, NOT_ALL_SENT);
    }
    const leftNow = leftWords(left, closing.left ? HELD_BACK : "All that the strategy held");
    const heldBack = new Set(left.heldBack);
    const ids = held.map(({ id }) => id).filter((id) => !heldBack.has(id));
    const all = new Set([...closing.sent, ...ids]);
    if (heldBack.size > 0) return wait({ row, closing: { ...closing, sent: all } }, leftNow, heldBack);
    lookLater(row, `${why}. ${leftNow}`, all);
    await finish(row, `${why}. ${leftNow}`, toneOf(left));
  }

  /** A rule that sees nothing acts on nothing: that is said once, in time to look oneself. */
  async function unsighted(id: string, why: string): Promise<void> {
    const one = watched.get(id);
    if (one === undefined) return;
    const { since, isTold } = one.blind ?? { since: clock.monotonic(), isTold: false };
    const isLong = clock.monotonic() - since >= BLIND_MS;
    watched.set(id, { ...one, blind: { since, isTold: isTold || isLong } });
    if (isTold || !isLong) return;
    const said = [...(one.closing ? [one.closing.why] : []), BLIND, why].join(". ");
    if (await watches.note(id, said)) await tell(one.row, said);
  }

  async function failed(all: readonly Watched[], error: unknown): Promise<void> {
    const isAway = error instanceof BrokerError;
    // Books that cannot be read now are read at the next look; nothing is sent without them.
    log.warn({ err: error, away: isAway }, "strategies' stops could not be looked after");
    for (const { row } of all) {
      await unsighted(row.id, isAway ? error.message : FAILED).catch((cause: unknown) =>
        log.warn({ err: cause }, "a stop that sees nothing could not be told"),
      );
    }
  }

  async function lookAt(connection: Connection, before: Watched, { profit, ...standing }: Standing): Promise<void> {
    const { blind, ...one } = before;
    const { row, closing } = one;
    if (closing !== undefined && clock.monotonic() < closing.next) return;
    const held = standing.held.filter(({ id }) => closing?.left?.has(id) ?? true);
    const isFlat = held.length === 0;
    // What is to be closed needs no price any more; that nothing is held needs all of them.
    if (profit === undefined && (closing === undefined || isFlat)) return unsighted(row.id, UNKNOWN);
    if (blind?.isTold && closing === undefined && (await watches.note(row.id, ""))) await tell(row);
    const which = profit === undefined || closing !== undefined ? undefined : reached(profit, row);
    const isOver = isFlat || which !== undefined || closing !== undefined;
    const looks = isOver ? one.looks + 1 : 0;
    const isFirst = which !== undefined && looks < LOOKS;
    const resting = isFirst ? await restingOf(connection, row.strategy) : undefined;
    // What fails while it closes is blind for as long as it fails.
    watched.set(row.id, { ...one, looks, ...(resting && { resting }), ...(closing && { blind }) });
    if (closing !== undefined && !isFlat) {
      // A cover that is not there for a moment must not have its hedge sold without it.
      if (!standing.isCut || looks >= LOOKS) await close(connection, { row, closing }, held);
    } else if (looks < LOOKS) return;
    else if (isFlat) await end(one, closing?.left ? `${HELD_BACK} is closed` : NOTHING_HELD, "info");
    else if (which !== undefined && profit !== undefined) {
      const why = `${WHAT[which]}: ${profitWords(profit)}`;
      const fresh = { tries: 0, next: 0, isTold: false, sent: new Set<string>() };
      const closing = { ...fresh, why, resting: one.resting ?? new Map() };
      await close(connection, { row, closing }, held);
    }
  }

  /** What its exits have not closed half a minute later is said once: one of them may rest. */
  async function lookAfter({ row, words, left }: Ended, { held }: Standing): Promise<void> {
    sent.delete(row.id);
    if (!held.some(({ id }) => left.has(id))) return;
    await watches.say(row.id, `${words}. ${STILL_OPEN}`);
    await tell(row, `${words}. ${STILL_OPEN}`);
  }

  /** One reading of the books serves all that an account has armed. */
  async function look(accountId: string, all: readonly Watched[]): Promise<void> {
    const connection = await connections.live(accountId);
    const own: Watched[] = [];
    for (const one of all) {
      const row = await watches.seen(one.row.id, now());
      if (row === undefined) {
        watched.delete(one.row.id);
        if (one.closing) await noted(one.row, one.closing.why, `${one.closing.why}. ${NOT_ALL_SENT}`);
      } else if (connection?.id !== row.connection) await end(one, "The connection to the broker has ended");
      else own.push(one);
    }
    const due = [...sent.values()].filter(({ row, next }) => row.accountId === accountId && next <= clock.monotonic());
    for (const { row } of due) if (connection?.id !== row.connection) sent.delete(row.id);
    if (connection === undefined || own.length + due.length === 0) return;
    const standingFor = await standingsOf(connection);
    for (const one of due) if (sent.has(one.row.id)) await lookAfter(one, standingFor(one.row.strategy));
    for (const one of own) {
      await lookAt(connection, one, standingFor(one.row.strategy)).catch((error: unknown) => failed([one], error));
    }
  }

  const rounds = createRounds({
    ...{ clock, log, what: "strategies' stops" },
    armed: () =>
      grouped([...watched.keys(), ...sent.keys()], (id) => (watched.get(id) ?? sent.get(id))?.row.accountId ?? ""),
    async look(accountId, ids) {
      const all = ids.flatMap((id) => watched.get(id) ?? []);
      await look(accountId, all).catch((error: unknown) => failed(all, error));
    },
    seen: watches.seen,
    async endUnseen(since, own) {
      for (const row of await watches.endUnseen(since, own, RESTARTED, now())) await tell(row);
    },
  });

  return {
    ...rounds,
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
      if (profit === undefined) throw new AppError("conflict", UNKNOWN);
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
  };
}
