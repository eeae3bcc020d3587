/** The columns of PE-CE Difference. */
import { BUILD_UP_STATES } from "#contract/domain/build-up.ts";
import { formats, numberFormat, wordsFormat } from "../../format/format.ts";
import type { GridColumn } from "../../grid/grid-model.ts";
import { RANGE_ALL } from "../../kit/strikes/ranges.ts";
import { defineTable } from "../../kit/table/define-table.ts";
import { analysisColumn, beginsStretch, type Stretches, timeColumn } from "../../kit/table/time-table.ts";
import {
  BAR,
  type Category,
  CE,
  CE_CHANGE,
  CE_PERCENT,
  CE_STATUS,
  DIFFERENCE,
  DIFFERENCE_STATUS,
  FUTURE_ANALYSIS,
  FUTURE_LTP,
  FUTURE_LTP_STATUS,
  FUTURE_OI,
  FUTURE_OI_STATUS,
  PE,
  PE_CHANGE,
  PE_PERCENT,
  PE_STATUS,
  type Snapshot,
  TIME,
  TREND,
} from "./snapshot.ts";
import { totalFormats, trendWords, unitOf, WORDS } from "./words.ts";

export interface Look extends Stretches {
  readonly category: Category;
  readonly divisor: number;
  readonly range: number;
  readonly hasDiffs: boolean;
  readonly decimals: 2 | 4;
  /** Beside the chart, and in a narrow window: narrow columns, and 'LB' instead of 'Long Build'. */
  readonly isShort: boolean;
}

/** Whether a figure rose or fell since the row before. */
const ARROW = { text: (sign: number) => (sign > 0 ? "\u2191" : sign < 0 ? "\u2193" : " "), plain: () => "" };
const PERCENT = numberFormat({ decimals: 1, signed: true, suffix: "%" });

function columnsOf(look: Look): readonly GridColumn[] {
  const { category, divisor, range, hasDiffs, decimals, isShort } = look;
  const { total, signed } = totalFormats(divisor, decimals);
  const { column: name, trend } = WORDS[category];
  const price = numberFormat({ decimals });
  const isChange = category === "changeInOi";
  const unit = unitOf(category, divisor);
  const side = (word: "PE" | "CE", slot: number, percent: number, status: number): GridColumn => ({
    id: word.toLowerCase(),
    header: `${range === RANGE_ALL ? "Total " : ""}${word} ${name}`,
    title: `${word} ${name}, ${unit}; beside it the change since the row before`,
    unit,
    width: isChange ? 148 : isShort ? 98 : 132,
    grow: 1,
    sortable: false,
    cell: {
      kind: "figure",
      slot,
      format: isChange ? signed : total,
      weight: 500,
      note:
        category === "oi"
          ? { slot: percent, format: PERCENT, isBare: true }
          : { slot: status, format: ARROW, isBare: true },
    },
  });
  const change = (word: "PE" | "CE", slot: number): GridColumn => ({
    id: `${word.toLowerCase()}-diff`,
    header: `${word} ${name} Diff`,
    unit,
    width: isChange ? 126 : 96,
    grow: 1,
    sortable: false,
    cell: { kind: "figure", slot, format: signed, ink: "sign" },
  });
  const future = (id: string, header: string, width: number, slot: number, status: number, format: typeof price) =>
    ({
      id,
      header,
      width,
      grow: 1,
      sortable: false,
      cell: { kind: "figure", slot, format, note: { slot: status, format: ARROW, isBare: true } },
    }) satisfies GridColumn;
  return [
    timeColumn(TIME, 64),
    side("PE", PE, PE_PERCENT, PE_STATUS),
    ...(hasDiffs ? [change("PE", PE_CHANGE)] : []),
    side("CE", CE, CE_PERCENT, CE_STATUS),
    ...(hasDiffs ? [change("CE", CE_CHANGE)] : []),
    {
      id: "difference",
      header: `PE-CE ${name} Diff`,
      title: `PE less CE, ${unit}; the arrow is the change since the row before`,
      unit,
      width: isShort ? 130 : 190,
      grow: 2,
      sortable: false,
      cell: {
        kind: "gutter-bar",
        side: "call",
        gutter: isShort ? 84 : 104,
        slot: DIFFERENCE,
        barSlot: BAR,
        fill: "sign",
        format: total,
        weight: 500,
        note: { slot: DIFFERENCE_STATUS, format: ARROW, isBare: true },
      },
    },
    ...(trend === undefined
      ? []
      : [
          {
            id: "trend",
            header: trend,
            title: "The sign of PE less CE",
            width: category === "price" ? 136 : isShort ? 70 : 96,
            grow: 1,
            align: "left" as const,
            sortable: false,
            cell: {
              kind: "figure" as const,
              slot: TREND,
              format: wordsFormat(trendWords(category)),
            },
          },
        ]),
    {
      ...future("future-oi", "Future OI", isShort ? 78 : 104, FUTURE_OI, FUTURE_OI_STATUS, formats.lakh),
      unit: "lakh",
    },
    {
      ...future("future-ltp", "Future ltp", isShort ? 94 : 100, FUTURE_LTP, FUTURE_LTP_STATUS, price),
      title: "Green above the future's vwap, red below; the arrow is the change since the row before",
    },
    {
      ...analysisColumn("future-analysis", FUTURE_ANALYSIS, "call", isShort),
      header: "Future Analysis",
      cell: {
        kind: "build-up",
        slot: FUTURE_ANALYSIS,
        side: "call",
        states: BUILD_UP_STATES,
        short: isShort,
        none: "No Change",
      },
    },
  ];
}

export const table = defineTable<Snapshot, Look>({
  label: "PE-CE difference",
  keySlot: TIME,
  columns: columnsOf,
  fits: (snapshot, { category, divisor }) => snapshot.category === category && snapshot.divisor === divisor,
  follow: { mode: "latest", rowsAbove: 0 },
  rule: beginsStretch,
  empty: "This day has no figures yet.",
});
