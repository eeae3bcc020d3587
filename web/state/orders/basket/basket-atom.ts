/** The basket of the board: legs are added from any screen, and stay while the user goes from one to another. */
import { atom, type PrimitiveAtom, type WritableAtom } from "jotai";
import type { TradeIntent } from "../../account/trading.ts";
import { type BasketAction, type BasketState, emptyBasket, isFilling, reduceBasket } from "./basket.ts";

const stateAtom = atom<BasketState>(emptyBasket());

/** A basket that is filled, sent and answered by its actions. */
export type BasketAtom = WritableAtom<BasketState, [action: BasketAction], void>;

const reducedBy = (stateAtom: PrimitiveAtom<BasketState>): BasketAtom =>
  atom(
    (get) => get(stateAtom),
    (get, set, action) => set(stateAtom, reduceBasket(get(stateAtom), action)),
  );

/** One of a dialog's own, which ends with it. */
export const createBasketAtom = (): BasketAtom => reducedBy(atom(emptyBasket()));

export const basketAtom = reducedBy(stateAtom);
basketAtom.debugLabel = "basket";

/** A leg as it was asked for: it becomes one of the basket with the first price of its contract. */
export interface AskedLeg {
  readonly id: string;
  readonly intent: TradeIntent;
}

const askedAtom = atom<readonly AskedLeg[]>([]);

/** The legs of the sheet, in the order in which they were added. */
export const askedLegsAtom = atom((get) => get(askedAtom));
askedLegsAtom.debugLabel = "askedLegs";

const isOpenedAtom = atom(false);

/** A basket is on its way, or its results stand: the sheet shows them, whoever is connected. */
export const isBasketSentAtom = atom((get) => !isFilling(get(stateAtom)));
isBasketSentAtom.debugLabel = "isBasketSent";

/** The sheet stands while there are legs, and where it was opened without any. */
export const isBasketOpenAtom = atom((get) => get(isOpenedAtom) || get(askedAtom).length > 0);
isBasketOpenAtom.debugLabel = "isBasketOpen";

export const openBasketAtom = atom(null, (_get, set) => set(isOpenedAtom, true));
openBasketAtom.debugLabel = "openBasket";

/** Puts legs in place of those that stand there. @returns false while a basket is under way: then it does nothing */
export const replaceLegsAtom = atom(null, (get, set, intents: readonly TradeIntent[]): boolean => {
  if (!isFilling(get(stateAtom))) return false;
  set(stateAtom, emptyBasket());
  set(askedAtom, intents.map(asked));
  return true;
});
replaceLegsAtom.debugLabel = "replaceLegs";

const asked = (intent: TradeIntent): AskedLeg => ({ id: crypto.randomUUID(), intent });

/** While a basket is under way none is added to it. @returns whether it was added */
export const askLegAtom = atom(null, (get, set, intent: TradeIntent): boolean => {
  if (!isFilling(get(stateAtom))) return false;
  set(askedAtom, [...get(askedAtom), asked(intent)]);
  return true;
});
askLegAtom.debugLabel = "askLeg";

export const removeLegAtom = atom(null, (get, set, id: string) => {
  if (!isFilling(get(stateAtom))) return;
  set(askedAtom, (legs) => legs.filter((leg) => leg.id !== id));
  set(basketAtom, { type: "remove", id });
});
removeLegAtom.debugLabel = "removeLeg";

/** Ends the basket, unless something of it is under way or in doubt. */
export const closeBasketAtom = atom(null, (get, set) => {
  const { stage } = get(stateAtom);
  if (stage === "done") set(basketAtom, { type: "clear" });
  if (!isFilling(get(stateAtom))) return;
  set(stateAtom, emptyBasket());
  set(askedAtom, []);
  set(isOpenedAtom, false);
});
closeBasketAtom.debugLabel = "closeBasket";
