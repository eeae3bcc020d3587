import type { Atom } from "jotai";
import { type ReactNode, useCallback } from "react";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";
import { HeaderFigure } from "../../../components/header/HeaderFigure.tsx";
import { toned } from "../../../components/tone.ts";
import { movedText } from "../../../format/moved-text.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import { useNarrow } from "../../../state/media.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import type { Pane } from "../create-pane.ts";
import { usePriceFormats } from "./use-decimals.ts";

interface HasSpot {
  readonly spot: SpotFacts;
}
/** What stands for the spot. */
export const SPOT_NAMES = { spot: "Spot", future: "Future", forward: "Forward", none: "Spot" } as const;

const spotNameOf = ({ snapshot }: PaneState<HasSpot>) => SPOT_NAMES[snapshot?.spot.basis ?? "spot"];

/** 'Spot', or the name of what stands for it now: 'Future' in the closing auction. */
export const useSpotName = ({ stateAtom }: { readonly stateAtom: Atom<PaneState<HasSpot>> }): string =>
  useSlowFact(stateAtom, spotNameOf);

interface SpotFigureProps<Params, Snapshot extends HasSpot> {
  readonly pane: Pane<Params, Snapshot>;
  /** The future beside it, where the room has one and the window has the width. */
  readonly hasFuture?: boolean;
}
/** In windows up to this width a header with a future would take two lines. */
const NO_FUTURE_WIDTH = 1440;

/** 'Spot : 24,207.05 −5.75 (−0.02%)', from the snapshot's `spot`; what stands for the spot has its own name. */
export function SpotFigure<Params, Snapshot extends HasSpot>(props: SpotFigureProps<Params, Snapshot>): ReactNode {
  const { pane, hasFuture = false } = props;
  const facts = useSlowFact(
    pane.stateAtom,
    useCallback(({ snapshot }: PaneState<Snapshot>) => ({ ...snapshot?.spot }), []),
  );
  const { price, signed } = usePriceFormats(pane);
  const isNarrow = useNarrow(NO_FUTURE_WIDTH);
  const { basis = "spot", spot = Number.NaN, previousSpot = Number.NaN } = facts ?? {};
  const { future = Number.NaN, previousFuture = Number.NaN } = facts ?? {};
  const change = (now: number, before: number) => toned(now - before, movedText(signed, now - before, before));
  const noSpot = basis === "forward" ? { change: "the source has no spot" } : change(spot, previousSpot);
  return (
    <>
      <HeaderFigure label={SPOT_NAMES[basis]} value={price.text(spot)} {...noSpot} />
      {hasFuture && !isNarrow && basis !== "future" && !Number.isNaN(future) ? (
        <HeaderFigure label="Future" value={price.text(future)} {...change(future, previousFuture)} />
      ) : undefined}
    </>
  );
}
