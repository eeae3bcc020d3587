/**
 * Finds out what became of orders that nobody confirmed, from the broker's own book. Each is looked at by one process at a
 * time, seldomer and seldomer; it is never sent again. Those that were given up as absent are watched until their day is
 * over: one that turns up after all is put right, with an alarm. Orders that the broker took are watched until they are over,
 * too: of one that it rejects after all the user is told, wherever he is.
 */
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import type { Connection, Connections } from "../../../brokers/connections.ts";
import { BrokerError, type BrokerFacts } from "../../../brokers/port.ts";
import { grouped } from "../../../market/grouped.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Log } from "../../../platform/log.ts";
import type { OrdersMetrics } from "../orders-metrics.ts";
import { type GttReading, gttReading } from "./gtt-evidence.ts";
import { type Intent, isMaking, type Step } from "./intent.ts";
import type { Moved } from "./intent-moves.ts";
import type { IntentRepository } from "./intent-repository.ts";
import { isGtt, isPlacing } from "./intent-request.ts";
import type { OrderNews } from "./order-news.ts";
import {
  afterReading,
  afterTaken,
  GOOD_READS,
  hasTerms,
  isGoodFor,
  nextLook,
  nextWatch,
  type Reading,
  type Twin,
  type Untagged,
} from "./settlement.ts";

export interface ResolverDeps {
  readonly intents: IntentRepository;
  readonly connections: Pick<Connections, "live" | "expired">;
  readonly news: OrderNews;
  readonly metrics: OrdersMetrics;
  readonly clock: WallClock;
  readonly log: Log;
  /** Until when the books tell of something that was sent then and has not moved since, ms. */
  readonly dayEnds: (sentAt: number, changedAt: number) => number;
}

export interface Resolver {
  /** Looks at what is due. @returns how many intents that were. */
  run(): Promise<number>;
  /**
   * Its user looked, and the broker does not have these of a press. Those that are unknown still are given up, which lets others that look
   * alike go; they are watched as all that are. One that was sent a moment ago stays: it may come.
   */
  missed(accountId: string, key: string, items: readonly Item[]): Promise<void>;
  /** Gives up what a process left half done for so long: 'new' is never sent, of 'sending' nobody knows. */
  recover(idleMs: number): Promise<void>;
  /** Returns what stops it, once the look under way has ended. */
  start(): () => Promise<void>;
}

/** One intent of a press. */
type Item = Pick<Intent, "batch" | "item">;

const EVERY_MS = 1000;
const RECOVER_EVERY_MS = 10_000;
const AT_ONCE = 200;
const LATE_LOOK_MS = 10 * 60_000;
/** Longer than a call and a wait for the governor take together. */
const ABANDONED_MS = 45_000;

const LEFT = {
  // It may have waited behind others that look like it, too.
  new: { state: "void", message: "Not sent: the server stopped, or it waited too long" },
  sending: { state: "unknown", message: "Not confirmed: the server stopped while it was being sent" },
} as const satisfies Record<string, Step>;
const NEVER_CONFIRMED = "Never confirmed, and no longer looked for: the broker's own books tell whether it was done";

/**
 * Before that nobody's word counts. Pages ask two minutes after their own sending, which is how late a book may show an order; the rest is
 * slack between two clocks, and for a request that came late.
 */
const WORD_MS = 60_000;
const BY_WORD = "Never confirmed, and by your word not in the broker's book";

/** Missing for longer in book after book, an order has another number. */
const RENUMBERED_MS = 120_000;

/** An order that a book should have. */
interface Missed {
  /** ms */
  readonly since: number;
  /** How many in a row did not have it. */
  readonly books: number;
}

const isInDoubt = ({ state }: Intent): boolean => state !== "placed";

export function createResolver(deps: ResolverDeps): Resolver {
  const { intents, connections, news, metrics, clock, log, dayEnds } = deps;

  const endOf = ({ sentAt, createdAt, changedAt }: Intent): number =>
    dayEnds((sentAt ?? createdAt).getTime(), changedAt.getTime());

  /** When an intent is looked at again; null: never. What rests at a broker outlives its day: its list is read until it has told enough. */
  function nextCheck(intent: Intent, now: number, when = nextLook): Date | null {
    const next = when((intent.sentAt ?? intent.createdAt).getTime(), now);
    if (next <= endOf(intent)) return new Date(next);
    const isAwaited = intent.state === "unknown" && isGtt(intent.request) && intent.goodReads < GOOD_READS;
    return isAwaited ? new Date(now + LATE_LOOK_MS) : null;
  }

  /** Nobody looks for it any more: that is said, and it stands in the way of none that looks alike. */
  async function giveUp({ id, broker }: Intent): Promise<void> {
    if (!(await intents.giveUp(id, NEVER_CONFIRMED, new Date(clock.now())))) return;
    log.warn({ intent: id, broker }, "an order was never confirmed");
    await news.settled();
  }

  /** Whether the change was in the book once, and the order was changed again since. */
  async function wasMade({ accountId, broker, request }: Intent): Promise<boolean> {
    if (accountId === null || request.kind !== "modify") return false;
    const before = await intents.unchanged(accountId, broker, new Date(clock.now() - DAY_MS));
    return before.some((order) => order.id === request.order.id && hasTerms(order, request.change));
  }

  /** What the broker took. @returns the intent as it is now, where the order was rejected after all. */
  async function watch(
    intent: Intent,
    reading: Reading | undefined,
    facts: BrokerFacts | undefined,
  ): Promise<Intent | undefined> {
    const now = clock.now();
    const fate = reading && facts && afterTaken(intent, reading, facts);
    if (fate?.kind !== "rejected") {
      if (fate?.kind === "not in the book" && !(await wasMade(intent))) {
        log.warn(
          { intent: intent.id, broker: intent.broker, kind: intent.kind },
          "what a broker took is not in its book",
        );
        await news.notInBook(intent);
      }
      const checkAt = fate === undefined ? nextCheck(intent, now, nextWatch) : null;
      await intents.looked(intent.id, { isGood: false, checkAt });
      return undefined;
    }
    const rejected = await intents.reject(intent.id, fate.message, new Date(now));
    if (rejected === undefined) return undefined;
    log.warn(
      { intent: intent.id, broker: intent.broker, order: intent.orderId },
      "an order was rejected after it was taken",
    );
    await news.settled();
    return rejected;
  }

  /** @returns the intent as it is now; undefined where another got there first. */
  async function move(intent: Intent, step: Step): Promise<Moved | undefined> {
    const now = clock.now();
    const isOrder = isPlacing(intent.request);
    const isLooked = step.state === "unknown" || (step.state === "absent" && isMaking(intent.request));
    const isTaken = step.state === "placed" && isOrder;
    const checkAt = isTaken ? nextCheck(intent, now, nextWatch) : isLooked ? nextCheck(intent, now) : null;
    return intents.settle(intent.id, { ...step, now: new Date(now), checkAt });
  }

  /** What the book makes of an intent. @returns it as it is now, where it was given up and the broker has it after all. */
  async function settle(intent: Intent, step: Step): Promise<Intent | undefined> {
    const moved = await move(intent, step);
    if (moved === undefined) return undefined;
    metrics.resolved.inc({ state: step.state });
    const facts = { intent: intent.id, broker: intent.broker, state: step.state, order: moved.orderId };
    // Its user may have given it up while the book was read.
    if (moved.was === "absent") {
      metrics.late.inc();
      log.error(facts, "an order that was given up has reached the broker after all");
    } else log.info(facts, "an order that was not confirmed is found out");
    await news.settled();
    return moved.was === "absent" && step.state === "placed" ? moved : undefined;
  }

  async function read(connection: Connection, open: readonly Intent[]): Promise<Reading> {
    const { port, session, id } = connection;
    const at = clock.now();
    const needsPositions = open.some(({ kind }) => kind === "convert");
    const [orders, positions, known, gtts] = await Promise.all([
      port.orders(session),
      needsPositions ? port.positions(session) : undefined,
      intents.confirmedIds(id, connection.startedAt),
      open.some(({ request }) => isGtt(request)) ? gttsOf(connection, open, at) : undefined,
    ]);
    const seen = new Set(orders.map((order) => order.id));
    const untagged = port.facts.echoesTag ? undefined : await untaggedOf(connection, open, at);
    return { untagged, orders, positions, gtts, at, isGood: isWhole(connection, known, seen, at) };
  }

  /** What the last book of an account did not have. */
  const missed = new Map<string, ReadonlyMap<string, Missed>>();

  /** Whether a book has all that is known to be in it. What was numbered anew on its way never comes back under its first number. */
  function isWhole(
    { accountId, port }: Connection,
    known: readonly string[],
    seen: ReadonlySet<string>,
    at: number,
  ): boolean {
    const missing = known
      .filter((order) => !seen.has(order))
      .map((order) => {
        const { since, books } = missed.get(accountId)?.get(order) ?? { since: at, books: 0 };
        return [order, { since, books: books + 1 }] as const;
      });
    if (missing.length === 0) missed.delete(accountId);
    else missed.set(accountId, new Map(missing));
    const isRenumbered = ({ since, books }: Missed): boolean => books >= GOOD_READS && at - since > RENUMBERED_MS;
    // Under its other number each of them is there: a book of fewer orders is empty or cut off.
    const hasAll = seen.size >= known.length;
    return missing.every(([, one]) => port.facts.renumbers === true && hasAll && isRenumbered(one));
  }

  /** Orders do not wait for a list of what rests at the broker: where it cannot be read, it tells nothing. */
  async function gttsOf(connection: Connection, open: readonly Intent[], at: number): Promise<GttReading | undefined> {
    const { port, session, accountId } = connection;
    const list = await port.gtt?.list(session).catch((error: unknown) => {
      if (!(error instanceof BrokerError)) throw error;
      log.warn({ broker: session.broker, err: error }, "what rests at a broker could not be read");
      return undefined;
    });
    if (list === undefined) return undefined;
    const own = open.filter(({ request }) => isGtt(request));
    const hasTime = port.facts.hasExchangeTime !== true;
    const first = Math.min(at, ...own.map(({ createdAt }) => createdAt.getTime()));
    const about = hasTime
      ? await intents.aboutGtts(accountId, session.broker, new Date(first - DAY_MS))
      : await intents.aboutGtts(accountId);
    const withTwins = new Set<string>();
    for (const intent of own) if ((await intents.twinsOf(intent, "doubt")).length > 0) withTwins.add(intent.id);
    return gttReading(list, about, { connection: connection.id, hasTime, withTwins });
  }

  /** Asked for after the book was: whatever is in it was being sent by then. */
  async function untaggedOf(
    { accountId, session }: Connection,
    open: readonly Intent[],
    at: number,
  ): Promise<Untagged> {
    const since = new Date(at - DAY_MS);
    const twins = new Map<string, readonly Twin[]>();
    for (const intent of open) twins.set(intent.id, await intents.twinsOf(intent, "doubt"));
    const claimed = await intents.claimedIds(accountId, session.broker, since);
    const changed = await intents.unchanged(accountId, session.broker, since);
    return { twins, claimed: new Set(claimed), before: new Map(changed.map((order) => [order.id, order])) };
  }

  /** One book serves all that is open at one connection. */
  async function resolve(accountId: string, due: readonly Intent[]): Promise<void> {
    // Of an account that was deleted the intents are kept: nobody is connected for it.
    const connection = accountId === "" ? undefined : await connections.live(accountId);
    const own = due.filter(({ broker }) => broker === connection?.session.broker);
    let reading: Reading | undefined;
    if (connection !== undefined && own.length > 0) {
      reading = await read(connection, own.filter(isInDoubt)).catch(async (error: unknown) => {
        if (!(error instanceof BrokerError)) throw error;
        log.warn({ broker: connection.session.broker, err: error }, "a book could not be read");
        if (error.kind === "session") await connections.expired(connection);
        return undefined;
      });
    }
    const turned: (Intent | undefined)[] = [];
    try {
      for (const intent of due) {
        const isOwn = reading !== undefined && own.includes(intent);
        if (!isInDoubt(intent)) {
          turned.push(await watch(intent, isOwn ? reading : undefined, connection?.port.facts));
          continue;
        }
        const step = isOwn && reading && connection ? afterReading(intent, reading, connection.port.facts) : undefined;
        // A book of a later day says nothing of what it does not have.
        const isTold = step?.state !== "absent" || isGtt(intent.request) || clock.now() <= endOf(intent);
        if (step !== undefined && isTold) {
          turned.push(await settle(intent, step));
          // No other of them is this one.
          if (step.orderId !== undefined) {
            (isGtt(intent.request) ? reading?.gtts : reading?.untagged)?.claimed.add(step.orderId);
          }
        } else {
          const isGood = isOwn && reading !== undefined && isGoodFor(intent, reading);
          const checkAt = nextCheck(intent, clock.now());
          if (checkAt === null && intent.state === "unknown") await giveUp(intent);
          else await intents.looked(intent.id, { isGood, checkAt });
        }
      }
    } finally {
      await news.turned(turned.filter((intent) => intent !== undefined));
    }
  }

  /** Looks under way, by account: one whose broker hangs keeps nobody else waiting. */
  const looks = new Map<string, Promise<void>>();

  async function begin(): Promise<{ readonly due: number; readonly begun: readonly Promise<void>[] }> {
    const now = clock.now();
    const busy = [...looks.keys()].filter((accountId) => accountId !== "");
    const due = await intents.claimDue(new Date(now), new Date(now + ABANDONED_MS), AT_ONCE, busy);
    const byAccount = grouped(due, ({ accountId }) => accountId ?? "");
    const begun = Array.from(byAccount, ([accountId, open]) => {
      const look = resolve(accountId, open).finally(() => looks.delete(accountId));
      looks.set(accountId, look);
      return look;
    });
    return { due: due.length, begun };
  }

  async function run(): Promise<number> {
    const { due, begun } = await begin();
    await Promise.all(begun);
    return due;
  }

  async function giveUpByWord(accountId: string, key: string, items: readonly Item[]): Promise<void> {
    for (const intent of await intents.ofKey(accountId, key)) {
      const { id, kind, state, sentAt, broker } = intent;
      const isMeant = items.some(({ batch, item }) => batch === intent.batch && item === intent.item);
      if (!isMeant || kind !== "place" || state !== "unknown" || sentAt === null) continue;
      if (clock.now() - sentAt.getTime() < WORD_MS) continue;
      if ((await move(intent, { state: "absent", message: BY_WORD })) === undefined) continue;
      log.warn({ intent: id, broker }, "an order that is not confirmed is given up by its user's word");
      await news.settled();
    }
  }

  async function recover(idleMs: number): Promise<void> {
    const now = clock.now();
    for (const intent of await intents.abandoned(new Date(now - idleMs))) {
      if (intent.state !== "new" && intent.state !== "sending") continue;
      const step = LEFT[intent.state];
      const left = { ...intent, state: step.state, changedAt: new Date(now) };
      const checkAt = step.state === "unknown" ? nextCheck(left, now) : null;
      const isLost = step.state === "unknown" && checkAt === null;
      const message = isLost ? NEVER_CONFIRMED : step.message;
      const moved = await intents.settle(intent.id, { ...step, message, now: new Date(now), checkAt });
      if (moved !== undefined) await news.settled();
    }
  }

  return {
    run,
    missed: giveUpByWord,
    recover,
    start() {
      const failed = (error: unknown): void => log.error({ err: error }, "looking after orders failed");
      const looked = async (): Promise<void> => {
        for (const look of (await begin()).begun) look.catch(failed);
      };
      /** Each once at a time. */
      const every = (ms: number, work: () => Promise<void>): (() => Promise<void>) => {
        let running: Promise<void> | undefined;
        const stop = clock.every(ms, () => {
          running ??= work()
            .catch(failed)
            .finally(() => {
              running = undefined;
            });
        });
        return async () => {
          stop();
          await running;
        };
      };
      const stops = [every(RECOVER_EVERY_MS, () => recover(ABANDONED_MS)), every(EVERY_MS, looked)];
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
        await Promise.allSettled(looks.values());
      };
    },
  };
}
