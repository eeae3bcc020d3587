/** The snapshot as the grid reads it: one table of numbers, and the band where the underlying stands. */

import { type ChainSnapshot, STRIKE } from "#contract/domain/snapshots/chain-table.ts";
import type { GridSource } from "../../grid/grid-model.ts";
import { tableSource } from "../../grid/table-source.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { isStale } from "../pane/staleness.ts";
import { splitBand } from "../strikes/split-band.ts";

/** A thin line every so many strikes. */
const RULE_EVERY = 5;

/** @param now monotonic milliseconds: a price may grow stale without a new snapshot. */
export function chainSource(
  state: PaneState<ChainSnapshot>,
  isInverse: boolean,
  decimals: 2 | 4,
  now: number,
): GridSource | undefined {
  const { snapshot } = state;
  if (!snapshot) return undefined;
  const { rows, slots, values, styles, facts, splitRow } = snapshot;
  return tableSource(
    { version: state.sequence, rows, slots, values, styles, keySlot: STRIKE },
    {
      ruleAbove: (_strike, row) => row > 0 && row % RULE_EVERY === 0,
      band: splitBand({ row: splitRow, basis: facts.basis, price: facts.underlying }, isInverse, decimals),
      stale: isStale(state, now),
    },
  );
}
