/** The strategy that the parts of a builder read: they stand inside a provider, and know no screen. */
import type { Atom, useStore } from "jotai";
import { createContext, useContext } from "react";
import { isSamePane, type PaneContext } from "#contract/worker/screen.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { WITH_FIGURES } from "../../state/pane/after-paint.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { useMount } from "../pane/mount.ts";
import type { StrategyAtoms } from "./strategy-atoms.ts";

/** A pane whose atoms hold `createStrategyAtoms(own)`. */
export interface StrategyPane extends StrategyAtoms {
  readonly contextAtom: Atom<PaneContext | undefined>;
  readonly stateAtom: Atom<PaneState<StrategySnapshot>>;
}

const StrategyContext = createContext<StrategyPane | undefined>(undefined);

export const StrategyProvider = StrategyContext.Provider;

/** @throws Error outside of a provider */
export function useStrategy(): StrategyPane {
  const pane = useContext(StrategyContext);
  if (!pane) throw new Error("there is no strategy here: put the part into a StrategyProvider");
  return pane;
}

interface FiguresNow {
  readonly snapshot: StrategySnapshot;
  readonly context: PaneContext;
}

/**
 * What legs are made at. Undefined while figures of another day, symbol or expiry stand on after a turn: a leg would have their
 * price and date.
 */
export function figuresNow(store: ReturnType<typeof useStore>, pane: StrategyPane): FiguresNow | undefined {
  const { snapshot, context: of } = store.get(pane.stateAtom);
  const context = store.get(pane.contextAtom);
  return snapshot && of && context && isSamePane(of, context) ? { snapshot, context } : undefined;
}

/**
 * What words and tables say of the strategy: they follow when a what-if rests. Alone on a page they go in the frame of its chart;
 * among other panes they wait for those.
 */
export function useStrategyFact<Fact>(select: (state: PaneState<StrategySnapshot>) => Fact): Fact {
  const { restingStateAtom } = useStrategy();
  const { isCompact } = useMount();
  return useSlowFact(restingStateAtom, select, isCompact ? undefined : WITH_FIGURES);
}
