/**
 * Sends a basket: the buys, a second after the last of them the sells. A run belongs to the press, and not to the sheet that
 * shows it: the user may be on another page while a buy is in doubt, and no sell may go before it is known.
 */

import { type BrokerCalls, createBrokerCalls } from "../calls.ts";
import { countOf } from "../child.ts";
import { readAgain } from "../news.ts";
import { accountOf, type OrderStore, pressDeps } from "../press-deps.ts";
import { type SendListener, sendPress } from "../send.ts";
import { askBeforeLeaving } from "../under-way.ts";
import { awaitsBook, type BasketStage, isUnderWay, partOf, SELLS_AFTER_MS } from "./basket.ts";
import type { BasketAtom } from "./basket-atom.ts";

export interface BasketRun {
  /** Its legs are orders of a strategy, and are sent with their ids. */
  readonly namesOrders: boolean;
  /** The broker session ended first: told at once, for what is in doubt may stay so. @param unsent how many orders do not go */
  readonly onEnded: (unsent: number) => void;
}

/** The last press of each basket that was begun. */
const begun = new WeakMap<BasketAtom, string>();

/** Sends a basket that is under way to its end; a press is sent once, however often it is asked for. */
export async function runBasket(
  store: OrderStore,
  basketAtom: BasketAtom,
  { namesOrders, onEnded }: BasketRun,
): Promise<void> {
  const { press, stage } = store.get(basketAtom);
  if (!isUnderWay(stage) || begun.get(basketAtom) === press) return;
  begun.set(basketAtom, press);
  const calls = createBrokerCalls(store);
  let isEnded = false;
  const deps = pressDeps(store, calls, () => {
    isEnded = true;
    const children = store.get(basketAtom).legs.flatMap((leg) => leg.children);
    store.set(basketAtom, { type: "drop" });
    onEnded(countOf(children, "waiting"));
  });
  let wake = (): void => undefined;
  const ends = [
    // What of it has not gone yet goes from this page alone.
    askBeforeLeaving(),
    deps.end,
    store.sub(basketAtom, () => wake()),
    followFills(store, basketAtom, calls),
  ];

  async function send(part: "buys" | "sells"): Promise<void> {
    const { children, legIds, firstBatch } = partOf(store.get(basketAtom), part);
    const items = children.map(({ item }) => item);
    const orderIds = namesOrders ? { orderIds: legIds } : {};
    const listener: SendListener = {
      sending: (from, count) => store.set(basketAtom, { type: "sending", from, count }),
      answers: (from, outcomes) => store.set(basketAtom, { type: "answers", from, outcomes }),
      lost: (from, count) => store.set(basketAtom, { type: "lost", from, count }),
    };
    await sendPress(deps, { key: press, items, ...orderIds, from: 0, firstBatch }, listener);
  }

  for (let at: BasketStage = stage; isUnderWay(at); at = store.get(basketAtom).stage) {
    if (at === "buys" || at === "sells") await send(at);
    else
      await new Promise<void>((resolve) => {
        if (at === "pause") setTimeout(resolve, SELLS_AFTER_MS);
        // A basket that is over may be filled anew: this run is over, too.
        wake = () => {
          if (store.get(basketAtom).stage !== at) resolve();
        };
      });
    if (isEnded) store.set(basketAtom, { type: "ended" });
    else if (at !== "asks") store.set(basketAtom, { type: "over", stage: at });
  }
  for (const end of ends) end();
}

/** How often the broker's book is read where the server has said nothing. */
const POLL_MS = 3000;

/** What trades of the orders that were placed, while the book may say more of one. @returns its end */
export function followFills(store: OrderStore, basketAtom: BasketAtom, calls: BrokerCalls): () => void {
  const account = accountOf(store);
  let stop: (() => void) | undefined;
  async function read(): Promise<void> {
    // The book of another account knows other orders, maybe under the same ids.
    if (accountOf(store) !== account) return;
    try {
      const { orderBook = [] } = await calls.tab("orders");
      store.set(basketAtom, { type: "book", orders: orderBook });
    } catch (error) {
      // What was placed stands as such until the book can be read.
      console.warn("orders:", error);
    }
  }
  function look(): void {
    const isAwaited = awaitsBook(store.get(basketAtom));
    if (isAwaited && stop === undefined) stop = readAgain(store, POLL_MS, () => void read());
    if (!isAwaited) end();
  }
  function end(): void {
    stop?.();
    stop = undefined;
  }
  const unsubscribe = store.sub(basketAtom, look);
  look();
  return () => {
    unsubscribe();
    end();
  };
}
