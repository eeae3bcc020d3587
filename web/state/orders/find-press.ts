/** Finds out what became of a press whose page is gone, and sends nothing. */
import { BATCH_SIZE } from "#contract/domain/orders/split.ts";
import { type BasketState, isInDoubt, partOf, reduceBasket } from "./basket/basket.ts";
import { createBrokerCalls } from "./calls.ts";
import { isSettled } from "./child.ts";
import { waitForNews } from "./news.ts";
import { nameOfSent } from "./order-name.ts";
import { askDeps, type OrderStore } from "./press-deps.ts";
import { findOut, type SendListener } from "./send.ts";
import { isRefused, type KeptPress, keepPress, keptPress, PRESS_PREFIX } from "./under-way.ts";

/** A page that was still there saves what it was told, and this one loads it: both would save the same. */
const SAVED_MS = 10_000;

/** A dialog that lists other orders asks anew, and waits no longer for that. */
const arrivals = new WeakMap<OrderStore, Map<string, number>>();

/**
 * Waits while a page sends the press, then until nothing that is listed of it is open: the rest may be in doubt for longer.
 * @param listed the names of orders, as they are now
 * @returns the press with its answers
 * @throws DOMException when the signal ends it
 */
export async function findPress(
  store: OrderStore,
  { basket, at }: KeptPress,
  listed: () => readonly string[],
  signal: AbortSignal,
): Promise<BasketState> {
  // Where the browser has no locks, what was not sent yet counts as never sent.
  const { locks } = navigator;
  const lock = PRESS_PREFIX + basket.press;
  if (locks && !(await locks.request(lock, { ifAvailable: true }, (held) => held !== null))) {
    await locks.request(lock, { signal }, () => undefined);
    await new Promise((resolve) => setTimeout(resolve, SAVED_MS));
  }
  signal.throwIfAborted();
  const known = arrivals.get(store) ?? new Map<string, number>();
  arrivals.set(store, known);
  const deps = {
    arrivals: known,
    ...askDeps(store, createBrokerCalls(store)),
    async wait(milliseconds: number) {
      await waitForNews(store, milliseconds);
      signal.throwIfAborted();
    },
  };
  // How long no answer came tells how late it may arrive.
  const begun = deps.now() - (Date.now() - at);
  let found = basket;
  /** Of what is not listed another page may know more by now. */
  function withOthers(state: BasketState): BasketState {
    const others = keptPress(state.press)?.basket.legs;
    const legs = state.legs.map((leg, i) => (listed().includes(nameOfSent(leg)) ? leg : (others?.[i] ?? leg)));
    return { ...state, legs };
  }
  for (const stage of ["buys", "sells"] as const) {
    found = { ...found, stage };
    const listener: SendListener = {
      sending: () => undefined,
      lost: () => undefined,
      answers(from, outcomes) {
        found = reduceBasket(found, { type: "answers", from, outcomes });
        // Of what the server does not know either the user can tell. The rest is kept with its end, which another page may have found.
        const kept = keptPress(found.press)?.basket;
        if (!signal.aborted && isInDoubt(found) && (kept?.stage ?? "done") !== "done") keepPress(withOthers(found));
      },
    };
    const { children, names, firstBatch } = partOf(found, stage);
    for (let from = 0; from < children.length; from += BATCH_SIZE) {
      const sent = children.slice(from, from + BATCH_SIZE);
      const isMeant = (item: number): boolean => listed().includes(names[from + item] ?? "");
      // Of what did not go there may be no note.
      if (sent.every((child, item) => isRefused(child) || !isMeant(item))) continue;
      const batch = firstBatch + from / BATCH_SIZE;
      const call = { key: basket.press, batch, from, count: sent.length, begun, isMeant };
      await findOut(deps, call, listener);
    }
  }
  found = withOthers(found);
  return isSettled(found.legs.flatMap(({ children }) => children)) ? { ...found, stage: "done" } : found;
}
