/** The snapshot as the grid reads it: one table of numbers, and the band where the underlying stands. */

import { type ChainSnapshot, STRIKE } from "#contract/domain/snapshots/chain-table.ts";
import { priceFormatOf } from "../../format/format.ts";
import type { GridSource, SplitBand } from "../../grid/grid-model.ts";
import { tableSource } from "../../grid/table-source.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { isStale } from "../pane/staleness.ts";

/** A thin line every so many strikes. */
const RULE_EVERY = 5;

const BASIS_WORDS = { spot: "Spot", future: "Future", forward: "Forward", none: "" } as const;

function bandOf({ facts, splitRow }: ChainSnapshot, isInverse: boolean, decimals: 2 | 4): SplitBand | undefined {
  if (splitRow < 0) return undefined;
  const format = priceFormatOf(decimals);
  return {
    beforeRow: splitRow,
    columnId: "strike",
    label: BASIS_WORDS[facts.basis],
    figure: format.text(facts.underlying),
    captions: isInverse ? ["In the money ↓", "In the money ↑"] : ["In the money ↑", "In the money ↓"],
  };
}

/** @param now monotonic milliseconds: a price may grow stale without a new snapshot. */
export function chainSource(
  state: PaneState<ChainSnapshot>,
  isInverse: boolean,
  decimals: 2 | 4,
  now: number,
): GridSource | undefined {
  const { snapshot } = state;
  if (!snapshot) return undefined;
  const { rows, slots, values, styles } = snapshot;
  return tableSource(
    { version: state.sequence, rows, slots, values, styles, keySlot: STRIKE },
    {
      ruleAbove: (_strike, row) => row > 0 && row % RULE_EVERY === 0,
      band: bandOf(snapshot, isInverse, decimals),
      stale: isStale(state, now),
    },
  );
}
