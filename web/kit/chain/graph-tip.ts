/** What the pointed strike of the OI graph says: every figure behind its bars, in lakhs. */
import {
  CALLS,
  type ChainSnapshot,
  GRAPH_CURRENT,
  GRAPH_HIGH,
  GRAPH_LOW,
  GRAPH_OI,
  GRAPH_OI_CHANGE,
  GRAPH_OI_CHANGE_LAKH,
  GRAPH_PREVIOUS,
  graphSlot,
  PUTS,
  type SideIndex,
  STRIKE,
} from "#contract/domain/snapshots/chain-table.ts";
import { formats } from "../../format/format.ts";

/** '' where the snapshot is no graph, or has no such strike. */
export function graphTip({ oiGraph, rows, slots, values }: ChainSnapshot, strike: number | undefined): string {
  if (!oiGraph || strike === undefined) return "";
  const lakhsOfWholeBar = longestBar({ rows, slots, values });
  for (let row = 0; row < rows; row++) {
    const at = row * slots;
    if (values[at + STRIKE] !== strike) continue;
    const side = (words: string, index: SideIndex): string => {
      const figure = (slot: number): number => values[at + graphSlot(index) + slot]!;
      const lakhs = (slot: number): string => formats.price.text(figure(slot) * lakhsOfWholeBar);
      const change = `${formats.signedPrice.text(figure(GRAPH_OI_CHANGE_LAKH))}, ${formats.signedWholePercent.text(figure(GRAPH_OI_CHANGE))}`;
      return [
        `${words}: OI ${formats.price.text(figure(GRAPH_OI))} L (${change})`,
        `  High OI ${lakhs(GRAPH_HIGH)} L`,
        `  Previous OI ${lakhs(GRAPH_PREVIOUS)} L`,
        `  Current OI ${lakhs(GRAPH_CURRENT)} L`,
        `  Low OI ${lakhs(GRAPH_LOW)} L`,
      ].join("\n");
    };
    return [formats.price.text(strike), side("CE", CALLS), side("PE", PUTS)].join("\n");
  }
  return "";
}

/** Lakhs that a bar of length 1 stands for; NaN where no bar tells. */
function longestBar({ rows, slots, values }: Pick<ChainSnapshot, "rows" | "slots" | "values">): number {
  for (let row = 0; row < rows; row++)
    for (const side of [CALLS, PUTS] as const) {
      const at = row * slots + graphSlot(side);
      if (values[at + GRAPH_CURRENT]! > 0) return values[at + GRAPH_OI]! / values[at + GRAPH_CURRENT]!;
    }
  return Number.NaN;
}
