/**
 * Finds out what became of orders that nobody confirmed, from the broker's own book. Each is looked at by one process at a
 * time, seldomer and seldomer; it is never sent again. Those that were given up as absent are watched until their day is
 * over: one that turns up after all is put right, with an alarm. Orders that the broker took are watched until they are over,
 * too: of one that it rejects after all the user is told, wherever he is.
 */
import type { Connection, Connections } from "../../../brokers/connections.ts";
import { BrokerError, type BrokerFacts } from "../../../brokers/port.ts";
import { grouped } from "../../../market/grouped.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Log } from "../../../platform/log.ts";
import type { OrdersMetrics } from "../orders-metrics.ts";
import { type GttReading, gttReading } from "./gtt-evidence.ts";
import { type Intent, isMaking, isPlacing, type Step } from "./intent.ts";
import type { IntentRepository } from "./intent-repository.ts";
import { isGtt } from "./intent-request.ts";
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
  /** Gives up what a process left half done for so long: 'new' is never sent, of 'sending' nobody knows. */
  recover(idleMs: number): Promise<void>;
  /** Returns what stops it, once the look under way has ended. */
  start(): () => Promise<void>;
}

const EVERY_MS = 1000;
const RECOVER_EVERY_MS = 10_000;
const AT_ONCE = 200;
const DAY_MS = 86_400_000;
const LATE_LOOK_MS = 10 * 60_000;
/** Longer than a call and a wait for the governor take together. */
const ABANDONED_MS = 45_000;

const LEFT = {
  // It may have waited behind others that look like it, too.
  new: { state: "void", message: "Not sent: the server stopped, or it waited too long" },
  sending: { state: "unknown", message: "Not confirmed: the server stopped while it was being sent" },
} as const satisfies Record<string, Step>;
const NEVER_CONFIRMED = "Never confirmed, and no longer looked for: the broker's own books tell whether it was done";

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

  async function settle(intent: Intent, step: Step): Promise<void> {
    const now = clock.now();
    const isOrder = isPlacing(intent.kind);
    const isLooked = step.state === "unknown" || (step.state === "absent" && isMaking(intent.kind));
    const isTaken = step.state === "placed" && isOrder;
    const checkAt = isTaken ? nextCheck(intent, now, nextWatch) : isLooked ? nextCheck(intent, now) : null;
    const moved = await intents.settle(intent.id, { ...step, now: new Date(now), checkAt });
    if (moved === undefined) return;
    metrics.resolved.inc({ state: step.state });
    const facts = { intent: intent.id, broker: intent.broker, state: step.state, order: moved.orderId };
    if (intent.state === "absent") {
      metrics.late.inc();
      log.error(facts, "an order that was given up has reached the broker after all");
    } else log.info(facts, "an order that was not confirmed is found out");
    await news.settled();
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
    return { untagged, orders, positions, gtts, at, isGood: known.every((order) => seen.has(order)) };
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
    const withTwins = await intents.withTwins(own, "doubt");
    return gttReading(list, about, { connection: connection.id, hasTime, withTwins });
  }

  /** Asked for after the book was: whatever is in it was being sent by then. */
  async function untaggedOf(
    { accountId, session }: Connection,
    open: readonly Intent[],
    at: number,
  ): Promise<Untagged> {
    const since = new Date(at - DAY_MS);
    const withTwins = await intents.withTwins(open, "doubt");
    const claimed = await intents.claimedIds(accountId, session.broker, since);
    const changed = await intents.unchanged(accountId, session.broker, since);
    return { withTwins, claimed: new Set(claimed), before: new Map(changed.map((order) => [order.id, order])) };
  }

  /** One book serves all that is open at one connection. */
  async function resolve(accountId: string, due: readonly Intent[]): Promise<void> {
    const connection = await connections.live(accountId);
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
    const rejected: Intent[] = [];
    for (const intent of due) {
      const isOwn = reading !== undefined && own.includes(intent);
      if (!isInDoubt(intent)) {
        const now = await watch(intent, isOwn ? reading : undefined, connection?.port.facts);
        if (now !== undefined) rejected.push(now);
        continue;
      }
      const step = isOwn && reading && connection ? afterReading(intent, reading, connection.port.facts) : undefined;
      // A book of a later day says nothing of what it does not have.
      const isTold = step?.state !== "absent" || isGtt(intent.request) || clock.now() <= endOf(intent);
      if (step !== undefined && isTold) {
        await settle(intent, step);
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
    await news.rejected(rejected);
  }

  async function run(): Promise<number> {
    const now = clock.now();
    const due = await intents.claimDue(new Date(now), new Date(now + ABANDONED_MS), AT_ONCE);
    const byAccount = grouped(due, ({ accountId }) => accountId ?? "");
    await Promise.all([...byAccount].map(([accountId, open]) => resolve(accountId, open)));
    return due.length;
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
    recover,
    start() {
      let running: Promise<unknown> | undefined;
      const once = (work: () => Promise<unknown>): void => {
        running ??= work()
          .catch((error: unknown) => log.error({ err: error }, "looking after orders failed"))
          .finally(() => {
            running = undefined;
          });
      };
      const stops = [
        clock.every(RECOVER_EVERY_MS, () => once(() => recover(ABANDONED_MS))),
        clock.every(EVERY_MS, () => once(run)),
      ];
      return async () => {
        for (const stop of stops) stop();
        await running;
      };
    },
  };
}
