import type { ReactNode } from "react";
import type { PricedOn as PricedOnFacts } from "#contract/domain/pricing.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import type { Pane } from "./create-pane.ts";
import { PricedOn } from "./PricedOn.tsx";
import { useDecimals } from "./use-decimals.ts";

interface HasPricedOn {
  readonly pricedOn: PricedOnFacts | undefined;
}

const pricedOnOf = ({ snapshot }: PaneState<HasPricedOn>): PricedOnFacts | undefined => snapshot?.pricedOn;

/** `PricedOn` of a screen of lines: from the snapshot's `pricedOn`, which `pricedOverDay` makes. */
export function LinesPricedOn<Params, Snapshot extends HasPricedOn>(props: {
  readonly pane: Pane<Params, Snapshot>;
}): ReactNode {
  const { pane } = props;
  return <PricedOn facts={useSlowFact(pane.stateAtom, pricedOnOf)} decimals={useDecimals(pane)} />;
}
