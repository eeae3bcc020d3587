/** What a pane's strategy costs beside its prices: what entering took, and what closing would take. */
import { type Atom, atom } from "jotai";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { DEFAULT_BROKERAGE } from "#contract/domain/strategy/charges.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { Costs, HeldLeg } from "#contract/domain/strategy/valuation.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { isNumber } from "../../../state/saved/storage.ts";
import type { PaneOwn } from "../../pane/create-pane.ts";
import { mostLotsOf } from "../legs/book.ts";
import { costsOf, entryCharges } from "./leg-charges.ts";

interface Charged {
  readonly shownLegsAtom: Atom<readonly StrategyLeg[]>;
  readonly heldAtom: Atom<readonly HeldLeg[]>;
  readonly livingAtom: Atom<readonly HeldLeg[]>;
  /** The rates are of the market's day. */
  readonly dateAtom: Atom<IsoDate | undefined>;
}

export function createCostAtoms(
  { contextAtom, stored }: Pick<PaneOwn<unknown>, "contextAtom" | "stored">,
  { shownLegsAtom, heldAtom, livingAtom, dateAtom }: Charged,
) {
  /** Figures after charges. */
  const isNetAtom = atom(false);
  const brokerageAtom = stored("brokeragePerOrder", DEFAULT_BROKERAGE, isNumber);
  /** What entering the legs took; undefined without a symbol. */
  const entryChargesAtom = atom((get) => {
    const symbol = get(contextAtom)?.symbol;
    return symbol === undefined
      ? undefined
      : entryCharges(get(shownLegsAtom), underlyingOf(symbol), get(brokerageAtom));
  });
  const costsAtom = atom((get): Costs | undefined => {
    const charges = get(isNetAtom) ? get(entryChargesAtom) : undefined;
    const symbol = get(contextAtom)?.symbol;
    const date = get(dateAtom);
    if (!charges || symbol === undefined || date === undefined) return undefined;
    const freeze = get(universeAtom)?.freezeQty[symbol];
    const mostLots = ({ lotSize }: HeldLeg): number => mostLotsOf(symbol, lotSize, freeze);
    const terms = { date, brokerage: get(brokerageAtom), mostLots };
    return costsOf(get(heldAtom), get(livingAtom), charges.total, underlyingOf(symbol), terms);
  });
  return { isNetAtom, brokerageAtom, entryChargesAtom, costsAtom };
}
