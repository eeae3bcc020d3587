/**
 * Orders of the day beside the broker's book: which of its orders are ours, and which of ours it does not show yet. Who reads only
 * positions and the book would close the same units again: while an order waits for its turn, while its answer is awaited, and when
 * that is lost.
 */
import { type BookOrder, REJECTED } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import type { BrokerFacts } from "../../../brokers/port.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Orm } from "../../../platform/database/db.ts";
import type { Converted, SentOrder, SentToday } from "../books/by-strategy.ts";
import { byStamp, LATEST_MS, looksLike } from "./fingerprint.ts";
import { type Intent, isTag } from "./intent.ts";
import { isPlacing, type Placing } from "./intent-request.ts";
import { GOOD_READS } from "./settlement.ts";
import { askedToday, DOUBTFUL_MS, type Press } from "./under-way.ts";

/** No clock of a broker differs so far from ours. */
const CLOCKS_MS = 60_000;

/** An order that the book does not show, and that may come. */
export type Unseen = Placing & {
  /** new, sending, unknown; placed: the broker has said that it took it. */
  readonly state: Intent["state"];
  /** Positions need not have it yet. One that nobody has confirmed for long may come still, and holds up nobody. */
  readonly isAwaited: boolean;
};

/** @property sent orders that the broker took, and those of its book that nobody has confirmed. */
export interface Ledger extends SentToday {
  readonly unseen: readonly Unseen[];
}

/** What the ledger goes by. */
export type LedgerRow = Pick<
  Intent,
  "orderId" | "tag" | "request" | "state" | "sentAt" | "changedAt" | "checkAt" | "goodReads"
>;

/**
 * @param book undefined: it is read where an order is in doubt, and only there. @param press its own intents are left out.
 * @throws BrokerError where the book is read
 */
export type ReadLedger = (
  connection: Pick<Connection, "accountId" | "port" | "session">,
  book?: readonly BookOrder[],
  press?: Press,
) => Promise<Ledger>;

/** The book is to be older than the rows, so that what it does not have yet is among them; trades are to be older, too. */
export const createLedger =
  (orm: Orm, clock: Pick<WallClock, "now">): ReadLedger =>
  async ({ accountId, port, session }, book, press) => {
    const rows = await askedToday(orm, { accountId, broker: session.broker }, press, clock.now());
    const isDoubtful = rows.some(
      ({ request, state, checkAt }) =>
        isPlacing(request) && (state === "sending" || (state === "unknown" && checkAt !== null)),
    );
    const shown = book ?? (isDoubtful ? await port.orders(session) : []);
    return ledgerOf(rows, shown, port.facts, clock.now());
  };

/** @param rows in the order in which they were asked for @param now ms */
export function ledgerOf(
  rows: readonly LedgerRow[],
  book: readonly BookOrder[],
  { echoesTag, hasExchangeTime }: Pick<BrokerFacts, "echoesTag" | "hasExchangeTime">,
  now: number,
): Ledger {
  const ids = new Map(book.flatMap(({ id, tag }) => [[tag, id] as const, [id, id] as const]));
  const found = new Map<LedgerRow, string>();
  for (const row of rows) {
    const id = ids.get(row.orderId ?? row.tag) ?? ids.get(row.tag) ?? row.orderId;
    if (id !== null) found.set(row, id);
  }
  if (!echoesTag) for (const [row, id] of byLooks(rows, book, found, now)) found.set(row, id);
  const sent: SentOrder[] = [];
  const conversions: Converted[] = [];
  const unseen: Unseen[] = [];
  for (const row of rows) {
    const { request, state, changedAt } = row;
    if (request.kind === "convert" && state === "placed") {
      const at = changedAt.getTime();
      const surelyBy = hasExchangeTime === true ? Number.POSITIVE_INFINITY : at + CLOCKS_MS;
      conversions.push({ ...request.conversion, before: request.before, at, surelyBy });
    }
    if (!isPlacing(request)) continue;
    const id = found.get(row);
    const { kind, order, strategy = null } = request;
    if (id !== undefined) {
      const asked = { strategy, product: order.productType, after: conversions.length };
      sent.push({ orderId: id, isExit: kind === "exit", ...asked });
    }
    if ((id === undefined || !ids.has(id)) && mayCome(row, now)) {
      unseen.push({ ...request, state, isAwaited: isAwaited(row, now) });
    }
  }
  return { sent, conversions, unseen };
}

/**
 * Of a broker that gives no tags back: orders of the book that look like one that nobody has confirmed. Of those that look alike nobody
 * can tell which is whose: each has one, those that may come first. One that may be another's counts only once the order is not awaited
 * any more, as it may come beside it until then; one that is late never does: hours later it is the user's own.
 */
function byLooks(
  rows: readonly LedgerRow[],
  book: readonly BookOrder[],
  found: ReadonlyMap<LedgerRow, string>,
  now: number,
): ReadonlyMap<LedgerRow, string> {
  const known = new Set(found.values());
  // One that was rejected trades nothing, and may be the trace of another that was refused.
  const free = book
    .filter(
      ({ id, tag, contract, status }) => !isTag(tag) && contract !== undefined && status !== REJECTED && !known.has(id),
    )
    .sort(byStamp);
  const looking = DOUBTED.flatMap((state) => rows.filter((row) => row.state === state && !found.has(row)));
  const alike = new Map<LedgerRow, string>();
  for (const look of ["yes", "maybe"] as const) {
    for (const row of looking) {
      const { request, sentAt, state } = row;
      if (alike.has(row) || sentAt === null || !isPlacing(request)) continue;
      if (look === "maybe" && (state !== "unknown" || isAwaited(row, now))) continue;
      const at = free.findIndex((order) => looksLike(request.order, order, sentAt.getTime()) === look);
      const [order] = at < 0 ? [] : free.splice(at, 1);
      if (order !== undefined) alike.set(row, order.id);
    }
  }
  return alike;
}

/** One that is being sent comes beside what looks like it. absent: the book did not have it so far. */
const DOUBTED: readonly Intent["state"][] = ["unknown", "absent"];

/** Whether an order that the book does not show may come, or show itself, still. @param now ms */
const mayCome = (row: LedgerRow, now: number): boolean =>
  row.state === "unknown" ? row.checkAt !== null : isAwaited(row, now);

/** @param now ms */
function isAwaited({ state, changedAt, checkAt, goodReads }: LedgerRow, now: number): boolean {
  const age = now - changedAt.getTime();
  if (state === "placed") return age < LATEST_MS;
  if (state === "unknown" && checkAt !== null) return age < LATEST_MS || (goodReads < GOOD_READS && age < DOUBTFUL_MS);
  return state === "new" || state === "sending";
}
