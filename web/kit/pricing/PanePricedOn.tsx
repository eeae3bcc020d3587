import { type ReactNode, Suspense, useCallback } from "react";
import type { PricedOn as PricedOnFacts } from "#contract/domain/choices/pricing.ts";
import { lazyPart } from "../../components/lazy-part.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import type { Pane } from "../pane/create-pane.ts";
import { useDecimals } from "../pane/figures/use-decimals.ts";

// Figures come first.
const PricedOn = lazyPart(() => import("./PricedOn.tsx"), "PricedOn");

interface PanePricedOnProps<Params, Snapshot> {
  readonly pane: Pane<Params, Snapshot>;
  /** A stable function. */
  readonly read: (state: PaneState<Snapshot>) => PricedOnFacts | undefined;
}

/** `PricedOn` of a pane, after its figures. */
export function PanePricedOn<Params, Snapshot>({ pane, read }: PanePricedOnProps<Params, Snapshot>): ReactNode {
  const facts = useSlowFact(
    pane.stateAtom,
    useCallback((state: PaneState<Snapshot>) => wordedOf(read(state)), [read]),
  );
  const decimals = useDecimals(pane);
  return (
    <Suspense>
      <PricedOn facts={facts} decimals={decimals} />
    </Suspense>
  );
}

/** The words name no spot price: with it they would be written anew on each tick. */
const wordedOf = (facts: PricedOnFacts | undefined): PricedOnFacts | undefined =>
  facts?.basis === "spot" && !facts.forward ? { ...facts, price: Number.NaN } : facts;

interface HasPricedOn {
  readonly pricedOn: PricedOnFacts | undefined;
}

const ofLines = ({ snapshot }: PaneState<HasPricedOn>): PricedOnFacts | undefined => snapshot?.pricedOn;

/** That of a screen of lines: its snapshot's `pricedOn`, which `pricedOverDay` makes. */
export function LinesPricedOn<Params, Snapshot extends HasPricedOn>(props: {
  readonly pane: Pane<Params, Snapshot>;
}): ReactNode {
  return <PanePricedOn pane={props.pane} read={ofLines} />;
}
