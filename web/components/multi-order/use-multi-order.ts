/** The state of the dialog: how each order goes, what the market says of it, and the basket that is sent. */
import { useAtomValue, useStore } from "jotai";
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { type BasketState, isFilling, isInDoubt } from "../../state/orders/basket/basket.ts";
import { createBasketAtom } from "../../state/orders/basket/basket-atom.ts";
import { newPress } from "../../state/orders/calls.ts";
import type { Draft, TicketContract, TicketRules } from "../../state/orders/draft.ts";
import { basketOf, draftOfOrder, type OrderTerms } from "../../state/orders/leg-orders.ts";
import { orderNewsAtom } from "../../state/orders/news.ts";
import { nameOfOrder } from "../../state/orders/order-name.ts";
import { type KeptPress, keptPresses, underWayAtom } from "../../state/orders/under-way.ts";
import { useBasketSending } from "../basket/use-basket.ts";
import { toasts } from "../toasts/toasts.ts";
import type { Quoted } from "./ContractQuote.tsx";
import { bookKept, type FollowedPress, followPress, type PressOwner, tellMissed } from "./follow-press.ts";
import { type ListedOrder, quoteKey } from "./orders.ts";

type Kind = OrderTerms["kind"];

export interface MultiOrderState {
  /** What is listed: once it is sent that stays, whatever becomes of its legs. */
  readonly orders: readonly ListedOrder[];
  /** A press is under way: this one, or one whose dialog was left. */
  readonly isUnderWay: boolean;
  /** Orders of the list that were sent by a page that is gone, or by another one: it is asked what became of them. */
  readonly kept: readonly KeptPress[];
  /** What of this press nobody has confirmed. */
  readonly inDoubt: KeptPress | undefined;
  /** The user looked for what is listed and in doubt of it, and the broker does not have it. */
  readonly missed: (press: KeptPress) => void;
  /** What is to be sent, or was. */
  readonly basket: BasketState;
  /** By the id of the order; those without a price, and those left out, are not here. */
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly contracts: readonly TicketContract[];
  readonly kindOf: (order: ListedOrder) => Kind;
  /** One order, or all of them. */
  readonly chooseKind: (kind: Kind, order?: ListedOrder) => void;
  readonly allKind: Kind;
  readonly product: OrderTerms["product"];
  readonly chooseProduct: (product: OrderTerms["product"]) => void;
  readonly rules: TicketRules;
  readonly quotedOf: (contract: TicketContract) => Quoted | undefined;
  readonly quote: (key: string, quoted: Quoted) => void;
  /** Sends what is pending, once. */
  readonly submit: () => void;
  readonly act: (action: { readonly type: "sell anyway" | "drop" }) => void;
}

/**
 * @param owner as it is at the press
 * @param sendsIds the orders go with their ids
 * @param firstProduct what is chosen before the user chooses
 */
export function useMultiOrder(
  pending: readonly ListedOrder[],
  owner: PressOwner,
  sendsIds: boolean,
  firstProduct: OrderTerms["product"] = "Intraday",
): MultiOrderState {
  const store = useStore();
  const basketAtom = useMemo(createBasketAtom, []);
  const sent = useAtomValue(basketAtom);
  useBasketSending(basketAtom, sendsIds);
  const isMarginOnly = useAtomValue(connectedBrokerAtom)?.isMarginOnly === true;
  const rules = useMemo((): TicketRules => ({ isMarginOnly, isEdit: false }), [isMarginOnly]);
  const [chosenProduct, chooseProduct] = useState(firstProduct);
  const product = isMarginOnly ? "Margin" : chosenProduct;
  const [allKind, chooseAllKind] = useState<Kind>("Limit");
  const [kinds, chooseKinds] = useState<Readonly<Record<string, Kind>>>({});
  const [quotes, setQuotes] = useState<Readonly<Record<string, Quoted>>>({});
  const [sentOrders, listSent] = useState<readonly ListedOrder[]>();
  const orders = sentOrders ?? pending;
  const isUnderWay = useAtomValue(underWayAtom) > 0;
  const press = useRef<FollowedPress>(undefined);
  useEffect(() => () => press.current?.leave(), []);
  const names = orders.filter(({ exclude }) => !exclude).map(({ contract, id }) => nameOfOrder(contract.strategy, id));
  const [isFilled, kept] = [isFilling(sent), keptPresses(names)];
  const askAgain = useKeptPresses(isFilled ? kept : NONE, names, owner);
  // Where the browser's storage is switched off nothing of it is kept.
  const inDoubt = isInDoubt(sent) && press.current ? { names, at: press.current.at, basket: sent } : undefined;

  const contracts = [...new Map(orders.map(({ contract }) => [quoteKey(contract), contract])).values()];
  const kindOf = ({ id }: ListedOrder): Kind => kinds[id] ?? allKind;
  const quotedOf = (contract: TicketContract): Quoted | undefined => quotes[quoteKey(contract)];
  const drafts: Record<string, Draft> = {};
  for (const order of orders) {
    const quoted = quotedOf(order.contract);
    if (quoted && !order.exclude)
      drafts[order.id] = draftOfOrder(order, { kind: kindOf(order), product }, quoted.quote, rules);
  }
  const basket = isFilled ? basketOf(drafts, rules) : sent;
  const quote = useCallback((key: string, quoted: Quoted) => setQuotes((before) => ({ ...before, [key]: quoted })), []);
  return {
    orders,
    isUnderWay,
    kept: isFilled ? kept : NONE,
    inDoubt,
    missed: ({ basket }) => void tellMissed(store, basket, names, toasts).then(askAgain),
    basket,
    drafts,
    contracts,
    kindOf,
    allKind,
    chooseKind(kind, order) {
      if (order) return chooseKinds({ ...kinds, [order.id]: kind });
      chooseAllKind(kind);
      chooseKinds({});
    },
    product,
    chooseProduct,
    rules,
    quotedOf,
    quote,
    submit() {
      // Another page may have sent them since this was drawn.
      if (!isFilling(store.get(basketAtom)) || keptPresses(names).length > 0) return;
      for (const { id, draft } of basket.legs) store.set(basketAtom, { type: "add", id, draft, rules });
      store.set(basketAtom, { type: "submit", press: newPress() });
      if (isFilling(store.get(basketAtom))) return;
      listSent(orders);
      press.current = followPress(store, basketAtom, owner, toasts);
    },
    act: (action) => store.set(basketAtom, action),
  };
}

const NONE: readonly KeptPress[] = [];

/** Asks what became of orders that were sent before, and books it. @returns asks at once */
function useKeptPresses(kept: readonly KeptPress[], names: readonly string[], owner: PressOwner): () => void {
  const store = useStore();
  const [turn, nextTurn] = useReducer((count: number) => count + 1, 0);
  const latest = useRef({ kept, pending: names, owner });
  latest.current = { kept, pending: names, owner };
  const asked = [...kept.map(({ basket }) => basket.press), ...names].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press and list, and again when the user has looked
  useEffect(() => {
    const ending = new AbortController();
    for (const one of latest.current.kept) {
      bookKept(store, one, () => latest.current, toasts, ending.signal).catch((error: unknown) => {
        if (!ending.signal.aborted) console.warn("orders:", error);
      });
    }
    return () => ending.abort();
  }, [store, asked, turn]);
  return () => {
    nextTurn();
    // Who waits for the next look at it looks now.
    store.set(orderNewsAtom, (count) => count + 1);
  };
}
