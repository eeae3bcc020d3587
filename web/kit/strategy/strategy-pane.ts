/** The strategy that the parts of a builder read: they stand inside a provider, and know no screen. */
import type { Atom, useStore } from "jotai";
import { createContext, useContext } from "react";
import { legKey, type StrategyLeg, type StrategyOrder } from "#contract/domain/strategy/legs.ts";
import { isSamePane, type PaneContext } from "#contract/worker/screen.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { nameOfOrder } from "../../state/orders/order-name.ts";
import { mayBeBooked } from "../../state/orders/under-way.ts";
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

const SENT = "What was sent stays as it is: with its broker connected, 'Trade' asks what became of it.";
/** The toast that says it: a price is typed digit by digit, and each is refused. */
let told = 0;

/**
 * Whether one of these orders was sent, and what became of it is still to be booked: the leg must have it then, as it was sent. The user
 * is told.
 */
export function staysAsSent(
  store: ReturnType<typeof useStore>,
  { strategyIdAtom, legsAtom }: StrategyPane,
  orders: readonly StrategyOrder[],
): boolean {
  const nameOf = ({ id }: StrategyOrder): string => nameOfOrder(store.get(strategyIdAtom), id);
  const all = store.get(legsAtom).flatMap((leg) => leg.orders);
  const waiting = all.filter(({ isTraded }) => !isTraded).map(nameOf);
  const own = orders.map(nameOf).filter((name) => waiting.includes(name));
  const isSent = mayBeBooked(own, waiting);
  if (isSent) {
    toasts.close(told);
    told = toasts.show({ message: SENT, type: "warning" });
  }
  return isSent;
}

/**
 * Changes one leg, unless an order stays as it was sent.
 * @param orders that the change touches; all of the leg unless told, also those of days that are not shown
 */
export function changeLeg(
  store: ReturnType<typeof useStore>,
  pane: StrategyPane,
  leg: StrategyLeg,
  change: (leg: StrategyLeg) => StrategyLeg | readonly [],
  orders?: readonly StrategyOrder[],
): void {
  const legs = store.get(pane.legsAtom);
  const whole = legs.find((one) => legKey(one) === legKey(leg));
  if (staysAsSent(store, pane, orders ?? whole?.orders ?? [])) return;
  store.set(
    pane.legsAtom,
    legs.flatMap((one) => (legKey(one) === legKey(leg) ? change(one) : one)),
  );
}
