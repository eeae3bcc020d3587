/** The columns of the table, and where their figures stand in its rows. */
import { numberFormat } from "../../../format/format.ts";
import type { GridColumn } from "../../../grid/grid-model.ts";
import { drawChecked } from "../../../grid/paint/draw-checked.ts";
import { drawWords } from "../../../grid/paint/draw-words.ts";
import { limitText } from "../../../kit/strategy/figures/figure-rows.ts";
import styles from "../analyzer.module.css";
import type { SortedBy } from "../snapshot.ts";
import { chanceText, plainFigure, ratioText } from "../words.ts";

export const NAME = 0;
export const IS_CHECKED = 1;
const LEGS = 2;
export const AT_TARGET = 3;
export const PER_RISK = 4;
export const MAX_PROFIT = 5;
export const MAX_LOSS = 6;
export const REWARD = 7;
/** A number where the most profit lies at an underlying worth nothing; else NaN. */
export const IS_REMOTE = 8;
export const POP = 9;
export const RULE = 10;
export const BREAK_EVENS = 11;

/** A column of figures: all but the names. */
export interface FigureColumn extends GridColumn {
  readonly id: SortedBy | "breakEven";
}

const written = (text: (value: number) => string) => ({ text, plain: plainFigure });
const LIMIT = written(limitText);
const PER_RUPEE = numberFormat({ decimals: 2 });
const RATIO = { text: ratioText, plain: (value: number) => (ratioText(value) === "-" ? "" : PER_RUPEE.plain(value)) };
const CHANCE = { text: (pop: number) => chanceText(pop, Number.NaN), plain: numberFormat({ decimals: 1 }).plain };
const DAGGER = { text: () => "†", plain: () => "" };

const NAMES: readonly GridColumn[] = [
  {
    id: "name",
    header: "Strategy",
    width: 156,
    grow: 156,
    pad: 12,
    cell: { kind: "text", slot: NAME, checkSlot: IS_CHECKED, draw: drawChecked },
  },
  {
    id: "legs",
    header: "Strikes",
    head: (
      <span className={styles["legend"]}>
        Strikes: <b data-side="buy">B</b> buy, <b data-side="sell">S</b> sell
      </span>
    ),
    width: 306,
    grow: 306,
    pad: 6,
    cell: {
      kind: "text",
      slot: LEGS,
      isWritten: true,
      draw: drawWords({
        B: { ink: "buy", isBold: true },
        S: { ink: "sell", isBold: true },
        CE: { ink: "call" },
        PE: { ink: "put" },
      }),
    },
  },
];

/** Only the optimizer shows them. */
const OF_TARGET: readonly FigureColumn[] = [
  {
    id: "atTarget",
    header: "At Target",
    hint: "P&L at the target's spot and day, rupees a lot",
    ...sized(76),
    cell: { kind: "figure", slot: AT_TARGET, format: LIMIT },
  },
  {
    id: "perRisk",
    header: "Per Risk",
    hint: "P&L at the target for a rupee of the largest loss. Sorted by it, only candidates that win there and have such a figure are listed",
    ...sized(64),
    cell: { kind: "figure", slot: PER_RISK, format: PER_RUPEE },
  },
];

const FIGURES: readonly FigureColumn[] = [
  {
    id: "maxProfit",
    header: "Max Profit",
    hint: "At the expiry, rupees a lot",
    ...sized(76),
    cell: { kind: "figure", slot: MAX_PROFIT, format: LIMIT },
  },
  {
    id: "maxLoss",
    header: "Max Loss",
    hint: "At the expiry, rupees a lot",
    ...sized(76),
    cell: { kind: "figure", slot: MAX_LOSS, format: LIMIT },
  },
  {
    id: "reward",
    header: "RR",
    hint: "Risk to reward: most profit for a rupee of the largest loss. Sorted by it, only candidates with a ratio are listed; †: of a profit at an underlying worth nothing, they come last",
    ...sized(92), // '1 : 251.11 †'
    cell: { kind: "figure", slot: REWARD, format: RATIO, note: { slot: IS_REMOTE, format: DAGGER, isBare: true } },
  },
  {
    id: "pop",
    header: "PoP",
    hint: "Probability of profit. †: the usual rule contradicts the payoff, and its figure is in the tip of the cell",
    ...sized(64),
    cell: {
      kind: "figure",
      slot: POP,
      format: CHANCE,
      weight: 600,
      note: { slot: RULE, format: DAGGER, isBare: true },
    },
  },
  {
    id: "breakEven",
    header: "BreakEven",
    hint: "Where neither is won nor lost at the expiry",
    width: 112,
    grow: 112,
    align: "right",
    pad: 12,
    cell: { kind: "text", slot: BREAK_EVENS, isWritten: true, ink: "ink-2" },
  },
];

/** With the optimizer's two they fill what the candidate leaves of 1366 pixels. */
function sized(width: number) {
  return { width, grow: width, pad: 6, sortable: true };
}

export const figureColumns = (isOptimizing: boolean): readonly FigureColumn[] =>
  isOptimizing ? [...OF_TARGET, ...FIGURES] : FIGURES;

export const columnsOf = (isOptimizing: boolean): readonly GridColumn[] => [...NAMES, ...figureColumns(isOptimizing)];
