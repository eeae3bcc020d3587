/** The columns of figures. */
import { winsMostAtZero } from "#contract/domain/strategy/strategy-kinds.ts";
import type { CellFormat } from "../../format/format.ts";
import { numberFormat } from "../../format/format.ts";
import { limitText } from "../../kit/strategy/figures/figure-rows.ts";
import { kindAt } from "./candidate.ts";
import type { Analysis, SortedBy } from "./snapshot.ts";
import { breakEvenText, chanceText, chanceTitle, REMOTE_REWARD, rewardText } from "./words.ts";

export interface Column {
  readonly id: SortedBy | "breakEven";
  readonly header: string;
  readonly title?: string;
  /** Absent: it cannot be sorted by. */
  readonly sortedBy?: SortedBy;
  /** Its colour is the sign of this figure. */
  readonly toneBy?: "maxProfit" | "maxLoss" | "atTarget";
  /** Only the optimizer shows it. */
  readonly isOfTarget?: true;
  text(analysis: Analysis, row: number, price: CellFormat): string;
  /** The tip of a cell. */
  tip?(analysis: Analysis, row: number): string | undefined;
}

const isRemote = (analysis: Analysis, row: number): boolean => winsMostAtZero(kindAt(analysis, row));
const ratio = numberFormat({ decimals: 2 });

export const COLUMNS: readonly Column[] = [
  {
    id: "atTarget",
    header: "At Target",
    title: "P&L at the target's spot and day, rupees a lot",
    sortedBy: "atTarget",
    toneBy: "atTarget",
    isOfTarget: true,
    text: ({ atTarget }, row) => limitText(atTarget[row]!),
  },
  {
    id: "perRisk",
    header: "Per Risk",
    title:
      "P&L at the target for a rupee of the largest loss. Sorted by it, only candidates that win there and have such a figure are listed",
    sortedBy: "perRisk",
    isOfTarget: true,
    text: ({ perRisk }, row) => (Number.isNaN(perRisk[row]!) ? "-" : ratio.text(perRisk[row]!)),
  },
  {
    id: "maxProfit",
    header: "Max Profit",
    title: "At the expiry, rupees a lot",
    sortedBy: "maxProfit",
    toneBy: "maxProfit",
    text: ({ maxProfit }, row) => limitText(maxProfit[row]!),
  },
  {
    id: "maxLoss",
    header: "Max Loss",
    title: "At the expiry, rupees a lot",
    sortedBy: "maxLoss",
    toneBy: "maxLoss",
    text: ({ maxLoss }, row) => limitText(maxLoss[row]!),
  },
  {
    id: "reward",
    header: "RR",
    title:
      "Risk to reward: most profit for a rupee of the largest loss. Sorted by it, only candidates with a ratio are listed; †: of a profit at an underlying worth nothing, they come last",
    sortedBy: "reward",
    text: (analysis, row) => rewardText(analysis.reward[row]!, isRemote(analysis, row)),
    tip: (analysis, row) => (isRemote(analysis, row) ? REMOTE_REWARD : undefined),
  },
  {
    id: "pop",
    header: "PoP",
    title: "Probability of profit. †: the usual rule contradicts the payoff, and its figure is in the tip of the cell",
    sortedBy: "pop",
    text: ({ pop, rule }, row) => chanceText(pop[row]!, rule[row]!),
    tip: ({ rule }, row) => chanceTitle(rule[row]!),
  },
  {
    id: "breakEven",
    header: "BreakEven",
    title: "Where neither is won nor lost at the expiry",
    text: ({ lower, upper }, row, price) => breakEvenText(lower[row]!, upper[row]!, price),
  },
];
