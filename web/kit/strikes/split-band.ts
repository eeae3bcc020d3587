/** The band between the two strikes around the underlying, in tables of strikes. */
import { priceFormatOf } from "../../format/format.ts";
import type { SplitBand } from "../../grid/grid-model.ts";

export interface Split {
  /** The band stands above this row; -1: no price of the underlying is known. */
  readonly row: number;
  readonly basis: "spot" | "future" | "forward" | "none";
  /** Rupees. */
  readonly price: number;
}

const WORDS = { spot: "Spot", future: "Future", forward: "Forward", none: "" } as const;

/** @param isInverse the highest strike stands first */
export function splitBand({ row, basis, price }: Split, isInverse: boolean, decimals: 2 | 4): SplitBand | undefined {
  if (row < 0) return undefined;
  return {
    beforeRow: row,
    columnId: "strike",
    label: WORDS[basis],
    figure: priceFormatOf(decimals).text(price),
    captions: isInverse ? ["In the money ↓", "In the money ↑"] : ["In the money ↑", "In the money ↓"],
  };
}
