/** What was sent in one press, until all of it is answered: whether its dialog still stands or not. */
import type { createStore } from "jotai";
import type { OrderResponses } from "#contract/domain/strategy/trading.ts";
import { type BasketState, doubtedOf, isInDoubt } from "../../state/orders/basket/basket.ts";
import type { BasketAtom } from "../../state/orders/basket/basket-atom.ts";
import { createBrokerCalls } from "../../state/orders/calls.ts";
import { countOf } from "../../state/orders/child.ts";
import { findPress } from "../../state/orders/find-press.ts";
import { responsesOf } from "../../state/orders/leg-orders.ts";
import { nameOfSent } from "../../state/orders/order-name.ts";
import {
  askBeforeLeaving,
  isRefused,
  type KeptPress,
  keepPress,
  PRESS_PREFIX,
  underWayAtom,
} from "../../state/orders/under-way.ts";
import { sayOutcome } from "../orders/left-open.ts";
import type { ToastStore } from "../toasts/toast-store.ts";

/** Whose orders they are. It is told after its dialog is gone, too. */
export interface PressOwner {
  readonly title: string;
  /** @param responses of all orders of which nothing is open; told again where the broker rejects what it has taken */
  readonly onResponses: (responses: OrderResponses) => void;
  /** Nothing is open any more; told again when the dialog goes: the broker's book may have said more until then. */
  readonly onOver?: (() => void) | undefined;
}

export interface FollowedPress {
  /** When what went last of it was sent, ms since 1970. */
  readonly at: number;
  /** The dialog is gone, by whatever way. */
  leave(): void;
}

/** How many orders of it have not gone. */
function unsentOf({ legs }: BasketState): number {
  const children = legs.flatMap((leg) => leg.children);
  return countOf(children, "waiting") + countOf(children, "dropped");
}

/**
 * Tells the owner what becomes of a press as it becomes known, and has the browser ask before the page is left. Without its
 * dialog a refused buy ends it, since nobody can be asked about the sells; then a toast says what became of all.
 * @param basketAtom is submitted
 */
export function followPress(
  store: Pick<ReturnType<typeof createStore>, "get" | "set" | "sub">,
  basketAtom: BasketAtom,
  owner: PressOwner,
  toasts: ToastStore,
): FollowedPress {
  store.set(underWayAtom, (count) => count + 1);
  const endAsking = askBeforeLeaving();
  let told = "{}";
  let isOver = false;
  let isGone = false;
  const pressed = store.get(basketAtom);
  let unsent = unsentOf(pressed);
  let at = Date.now();
  let release = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Asked for before the press is kept: who finds it kept waits for this page.
  void navigator.locks?.request(PRESS_PREFIX + pressed.press, () => over);
  keepPress(pressed);
  const unsubscribe = store.sub(basketAtom, look);

  function look(): void {
    const basket = store.get(basketAtom);
    if (isGone && basket.stage === "asks") {
      store.set(basketAtom, { type: "drop" }); // which looks once more
      return;
    }
    const responses = responsesOf(basket);
    const now = JSON.stringify(responses);
    const left = unsentOf(basket);
    const isSending = left < unsent;
    if (isSending) at = Date.now();
    // A dialog that is opened anew asks the user by what is kept: it also says how often the server did not know.
    if (isSending || now !== told || isInDoubt(basket)) keepPress(basket, isSending);
    unsent = left;
    if (now !== told) owner.onResponses(responses);
    told = now;
    if (isOver || basket.stage !== "done") return;
    isOver = true;
    release();
    store.set(underWayAtom, (count) => count - 1);
    owner.onOver?.();
    if (!isGone) return;
    const children = basket.legs.flatMap((leg) => leg.children);
    sayOutcome(toasts, owner.title, children);
    end();
  }
  function end(): void {
    unsubscribe();
    endAsking();
  }
  return {
    get at() {
      return at;
    },
    leave() {
      isGone = true;
      if (isOver) {
        owner.onOver?.();
        end();
      } else look();
    },
  };
}

/**
 * The user looked, and the broker does not have what is in doubt of these orders: the server is told.
 * @param listed names of orders: of no others was the user asked
 * @returns when it can be asked what became of them. Never rejects
 */
export async function tellMissed(
  store: Parameters<typeof followPress>[0],
  basket: BasketState,
  listed: readonly string[],
  toasts: ToastStore,
): Promise<void> {
  const given = doubtedOf(basket, listed);
  if (given.length === 0) return; // it is known by now
  try {
    const { data } = await createBrokerCalls(store).missed(basket.press, given);
    const isEarly = data.some(
      ({ batch, item, body }) =>
        body.state === "unknown" && given.some((one) => one.batch === batch && one.item === item),
    );
    if (isEarly) toasts.show({ message: "Sent less than a minute ago: it may still come", type: "warning" });
  } catch (error) {
    console.warn("orders:", error);
    toasts.show({ message: "The server could not be told: try again", type: "error" });
  }
}

/**
 * Books what became of a press whose page is gone, for the dialog that lists orders of it.
 * @param now whose orders they are, and the names of those that are not traded: another page may have booked them meanwhile
 */
export async function bookKept(
  store: Parameters<typeof followPress>[0],
  kept: KeptPress,
  now: () => { readonly owner: PressOwner; readonly pending: readonly string[] },
  toasts: ToastStore,
  signal: AbortSignal,
): Promise<void> {
  const basket = await findPress(store, kept, () => now().pending, signal);
  signal.throwIfAborted();
  const { owner, pending } = now();
  // What was told as refused before is none of the press any more, for it may have been sent with another: unless it came after all.
  const legs = basket.legs.filter((leg) => {
    const name = nameOfSent(leg);
    return pending.includes(name) && (kept.names.includes(name) || !leg.children.every(isRefused));
  });
  if (legs.length === 0) return;
  keepPress(basket);
  owner.onResponses(responsesOf({ ...basket, legs }));
  owner.onOver?.();
  sayOutcome(
    toasts,
    owner.title,
    legs.flatMap(({ children }) => children),
  );
}
