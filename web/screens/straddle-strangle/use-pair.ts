/** The pair as it stood when a dialog was opened: prices and strikes do not change under the user's hand. */
import { useAtom, useAtomValue, useStore } from "jotai";
import { useMemo, useState } from "react";
import type { Making } from "#contract/domain/strategy/leg-edits.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { freezeOf, makingAt } from "../../kit/strategy/ladder/use-press.ts";
import { newOrderId } from "../../kit/strategy/legs/book.ts";
import { type Book, EMPTY_BOOK, legsOf, type OptionType, type Pair, type PairTerms, pairOf } from "./legs.ts";
import { straddle } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

export interface OpenedPair {
  readonly pair: Pair;
  readonly context: PaneContext;
  readonly snapshot: Snapshot;
  readonly book: Book;
  /** Rupees; each leg's own limit. */
  readonly prices: Pair["prices"];
  readonly setPrice: (type: OptionType, price: number) => void;
  readonly terms: PairTerms;
  readonly setTerms: (terms: PairTerms) => void;
  readonly exclude: (id: string, isExcluded: boolean) => void;
  readonly legs: readonly StrategyLeg[];
  readonly making: (type: OptionType) => Making;
}

/** Undefined where the pair had no price. */
export function useOpenedPair(): OpenedPair | undefined {
  const pane = straddle.use();
  const store = useStore();
  const [opened] = useState(() => {
    const { snapshot } = store.get(pane.stateAtom);
    const context = store.get(pane.contextAtom);
    const pair = pairOf(snapshot, context);
    return pair && snapshot && context && { pair, context, snapshot, makingOf: makingOf(store, context, snapshot) };
  });
  // Another window may turn the symbol under the dialog.
  const book = useAtomValue(pane.bookAtom.atAtom)(opened?.context) ?? EMPTY_BOOK;
  const [terms, setTerms] = useAtom(pane.termsAtom);
  const [prices, setPrices] = useState(opened?.pair.prices);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const legs = useMemo(
    () => (opened && prices ? legsOf(opened.pair, book, { ...terms, prices, excluded }, opened.makingOf) : []),
    [opened, book, terms, prices, excluded],
  );
  if (!opened || !prices) return undefined;
  const { pair, context, snapshot, makingOf: making } = opened;
  return {
    pair,
    context,
    snapshot,
    book,
    prices,
    setPrice: (type, price) => setPrices({ ...prices, [type]: price }),
    terms,
    setTerms,
    exclude: (id, isExcluded) => setExcluded(new Set([...excluded, id].filter((one) => one !== id || isExcluded))),
    legs,
    making,
  };
}

type Store = ReturnType<typeof useStore>;

/** The n-th order of a leg keeps its id while lots and prices are typed: what is chosen for it stays. */
function makingOf(store: Store, { symbol }: PaneContext, snapshot: Snapshot): (type: OptionType) => Making {
  const ids: Record<OptionType, string[]> = { CE: [], PE: [] };
  return (type) => {
    let place = 0;
    const { lotSize } = type === "CE" ? snapshot.call : snapshot.put;
    const own = ids[type];
    return {
      ...makingAt(symbol, lotSize, snapshot, freezeOf(store, symbol)),
      newId() {
        own[place] ??= newOrderId();
        return own[place++] ?? "";
      },
    };
  };
}
