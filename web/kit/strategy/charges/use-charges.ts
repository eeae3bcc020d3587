import { useAtomValue, useStore } from "jotai";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { Charges } from "#contract/domain/strategy/charges.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { freezeOf } from "../ladder/use-press.ts";
import { mostLotsOf, symbolOf } from "../legs/book.ts";
import { marksOf } from "../legs/marks.ts";
import { useStrategy } from "../strategy-pane.ts";
import { closingCharges } from "./leg-charges.ts";

export interface LegCharges {
  readonly entry: Charges;
  /** An estimate at the prices now. */
  readonly closing: Charges;
}

const dateOf = ({ snapshot }: PaneState<StrategySnapshot>) => snapshot?.date;

/** Undefined without legs. */
export function useCharges(): LegCharges | undefined {
  const pane = useStrategy();
  const store = useStore();
  const legs = useAtomValue(pane.shownLegsAtom);
  const entry = useAtomValue(pane.entryChargesAtom);
  const brokerage = useAtomValue(pane.brokerageAtom);
  const prices = useSlowFact(pane.stateAtom, marksOf);
  const symbol = useSlowFact(pane.stateAtom, symbolOf);
  const date = useSlowFact(pane.stateAtom, dateOf);
  if (legs.length === 0 || !entry || date === undefined || symbol === "") return undefined;
  const freeze = freezeOf(store, symbol);
  const closing = closingCharges(legs, underlyingOf(symbol), {
    date,
    brokerage,
    prices,
    mostLots: ({ lotSize }) => mostLotsOf(symbol, lotSize, freeze),
  });
  return { entry, closing };
}
