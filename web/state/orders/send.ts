/**
 * Sends the children of one press, ten a call, and finds out what became of those whose answer did not come. Nothing is
 * ever sent twice: a press has a key, each of its calls a number, and after a lost answer the server is asked what it knows
 * of them. The next call waits until nothing before it is in doubt.
 */
import type { OrderItem } from "#contract/domain/orders/order.ts";
import { BATCH_SIZE } from "#contract/domain/orders/split.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";

/** What the server wrote down of one child of a press. */
export interface KnownChild {
  readonly batch: number;
  readonly item: number;
  readonly body: Outcome;
}

export interface SendDeps {
  /**
   * Places one batch. @param key '{press}/{batch}' @param orderIds what each item is called where it was drafted
   * @throws RefusedSend where the server did not take it; anything else leaves in doubt whether it did.
   */
  place(items: readonly OrderItem[], key: string, orderIds?: readonly string[]): Promise<readonly Outcome[]>;
  /** What the server knows of a press. */
  ask(press: string): Promise<readonly KnownChild[]>;
  /** Ends early when the server reports an order. */
  wait(milliseconds: number): Promise<void>;
  /** Monotonic milliseconds. */
  now(): number;
  /** By the name of a call of which the server had no note: when it cannot arrive any more. For who asks of it again. */
  readonly arrivals?: Map<string, number>;
}

/** What finds out what became of a press, and sends nothing. */
export type AskDeps = Omit<SendDeps, "place">;

/** The server said no, in words: nothing of the batch was sent. */
export class RefusedSend extends Error {
  override readonly name = "RefusedSend";
}

/** Called with children by their place in the press. */
export interface SendListener {
  sending(from: number, count: number): void;
  answers(from: number, outcomes: readonly Outcome[]): void;
  lost(from: number, count: number): void;
}

/** How long after the call the server is asked; then every thirty seconds. */
const ASK_AFTER_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];
const ASK_EVERY_MS = 30_000;
/**
 * A server that has no note of it after so many good answers, the last so late, never heard of it. Where no answer came for
 * longer it may be twice as late, and two minutes at most: a connection sends again what it has lost, at intervals that double till
 * then.
 */
const GOOD_ANSWERS = 3;
const LATEST_ARRIVAL_MS = 30_000;
const LONGEST_INTERVAL_MS = 120_000;

const NEVER_ARRIVED: Outcome = {
  s: "error",
  m: "It never reached the server: nothing was sent.",
  state: "absent",
  isOurs: true,
};

export interface Press {
  readonly key: string;
  readonly items: readonly OrderItem[];
  /** What each item is called where it was drafted; absent: they have no names. */
  readonly orderIds?: readonly string[];
  /** Place of the first item among the press's children, and the number of its first call: sells follow buys under one key. */
  readonly from: number;
  readonly firstBatch: number;
  /** What has not gone yet is not to go any more. */
  readonly isTakenBack?: () => boolean;
}

/** How many calls so many items take. */
export const callsOf = (items: number): number => Math.ceil(items / BATCH_SIZE);

/** Resolves when nothing of the press is in doubt any more. */
export async function sendPress(deps: SendDeps, press: Press, listener: SendListener): Promise<void> {
  const { items } = press;
  for (let i = 0; i < items.length && press.isTakenBack?.() !== true; i += BATCH_SIZE) {
    const batch = press.firstBatch + i / BATCH_SIZE;
    const orderIds = press.orderIds?.slice(i, i + BATCH_SIZE);
    const part = { items: items.slice(i, i + BATCH_SIZE), ...(orderIds && { orderIds }) };
    await sendBatch(deps, press.key, batch, press.from + i, part, listener);
  }
}

async function sendBatch(
  deps: SendDeps,
  key: string,
  batch: number,
  from: number,
  { items, orderIds }: Pick<Press, "items" | "orderIds">,
  listener: SendListener,
): Promise<void> {
  const begun = deps.now();
  listener.sending(from, items.length);
  try {
    const outcomes = await deps.place(items, `${key}/${batch}`, orderIds);
    listener.answers(from, outcomes);
    if (outcomes.length === items.length && !outcomes.some(isOpen)) return;
    // An answer that is short of one leaves that one in doubt.
    if (outcomes.length < items.length) listener.lost(from + outcomes.length, items.length - outcomes.length);
  } catch (error) {
    if (error instanceof RefusedSend) {
      const refused: Outcome = { s: "error", m: error.message, state: "refused", isOurs: true };
      listener.answers(
        from,
        items.map(() => refused),
      );
      return;
    }
    console.warn("orders:", error);
    listener.lost(from, items.length);
  }
  await findOut(deps, { key, batch, from, count: items.length, begun }, listener);
}

const isOpen = ({ state }: Outcome): boolean => state === "unknown" || state === "new" || state === "sending";

/** A call whose answer did not come, or left something open. */
export interface OpenCall {
  readonly key: string;
  readonly batch: number;
  /** Place of its first child, and how many there are. */
  readonly from: number;
  readonly count: number;
  /** Monotonic milliseconds. */
  readonly begun: number;
  /** Whether one of it is waited for; absent: each is. */
  readonly isMeant?: (item: number) => boolean;
}

/** Asks the server what it knows of a call until nothing that is meant of it is in doubt. */
export async function findOut(
  deps: AskDeps,
  { key, batch, from, count, begun, isMeant = () => true }: OpenCall,
  listener: SendListener,
): Promise<void> {
  const { arrivals = new Map<string, number>() } = deps;
  const call = `${key}/${batch}`;
  let withoutNote = 0;
  for (let turn = 0; ; turn++) {
    await deps.wait(ASK_AFTER_MS[turn] ?? ASK_EVERY_MS);
    const known = await ask(deps, key, batch);
    if (known === undefined) continue;
    if (known.length === 0) {
      const passed = deps.now() - begun;
      const latest =
        arrivals.get(call) ?? begun + Math.max(LATEST_ARRIVAL_MS, passed + Math.min(passed, LONGEST_INTERVAL_MS));
      arrivals.set(call, latest);
      if (++withoutNote < GOOD_ANSWERS || deps.now() < latest) continue;
      listener.answers(from, new Array<Outcome>(count).fill(NEVER_ARRIVED));
      return;
    }
    for (const { item, body } of known) if (item < count) listener.answers(from + item, [body]);
    if (known.length >= count && !known.some(({ item, body }) => isOpen(body) && isMeant(item))) return;
  }
}

async function ask(deps: AskDeps, key: string, batch: number): Promise<readonly KnownChild[] | undefined> {
  try {
    return (await deps.ask(key)).filter((child) => child.batch === batch);
  } catch (error) {
    console.warn("orders, asked again:", error);
    return undefined;
  }
}
