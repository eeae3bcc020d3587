/** What was sent in one press, until all of it is answered: whether its dialog still stands or not. */
import { atom, type createStore } from "jotai";
import type { OrderResponses } from "#contract/domain/strategy/trading.ts";
import type { BasketAtom } from "../../state/orders/basket-atom.ts";
import { responsesOf } from "../../state/orders/leg-orders.ts";
import { sayOutcome } from "../orders/left-open.ts";
import type { ToastStore } from "../toasts/toast-store.ts";

/** How many presses are under way: until all is answered nobody knows which of these orders would be sent twice. */
export const underWayAtom = atom(0);

/** Whose orders they are. It is told after its dialog is gone, too. */
export interface PressOwner {
  readonly title: string;
  /** @param responses of all orders of which nothing is open; told again where the broker rejects what it has taken */
  readonly onResponses: (responses: OrderResponses) => void;
  /** Nothing is open any more; told again when the dialog goes: the broker's book may have said more until then. */
  readonly onOver?: (() => void) | undefined;
}

export interface FollowedPress {
  /** The dialog is gone, by whatever way. */
  leave(): void;
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
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault(); // the browser asks in its own words
  addEventListener("beforeunload", ask);
  const unsubscribe = store.sub(basketAtom, look);
  let told = "{}";
  let isOver = false;
  let isGone = false;

  function look(): void {
    const basket = store.get(basketAtom);
    if (isGone && basket.stage === "asks") {
      store.set(basketAtom, { type: "drop" }); // which looks once more
      return;
    }
    const responses = responsesOf(basket);
    const now = JSON.stringify(responses);
    if (now !== told) owner.onResponses(responses);
    told = now;
    if (isOver || basket.stage !== "done") return;
    isOver = true;
    store.set(underWayAtom, (count) => count - 1);
    owner.onOver?.();
    if (!isGone) return;
    const children = basket.legs.flatMap((leg) => leg.children);
    sayOutcome(toasts, owner.title, children);
    end();
  }
  function end(): void {
    unsubscribe();
    removeEventListener("beforeunload", ask);
  }
  return {
    leave() {
      isGone = true;
      if (isOver) {
        owner.onOver?.();
        end();
      } else look();
    },
  };
}
