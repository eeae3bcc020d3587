/** The charts of PE-CE Difference: both totals with the spot, and their difference with its average below. Pure. */
import { numberFormat } from "../../format/format.ts";
import { AVERAGE_LOOK, priceAxis, priceLook } from "../../kit/series/price-axis.ts";
import type { LineLook, SeriesChart } from "../../kit/series/series-chart.ts";
import type { Category, LineId, Snapshot } from "./snapshot.ts";
import { totalFormats, totalText, unitOf, WORDS } from "./words.ts";

export const LEGEND_ORDER: readonly LineId[] = ["ce", "pe", "spot", "difference", "ema"];

export interface ChartFacts {
  readonly category: Category;
  readonly divisor: number;
  readonly period: number;
  /** Of the symbol's prices. */
  readonly decimals: 2 | 4;
  /** Calls and puts have each other's colour. */
  readonly isSwapped: boolean;
  /** 'Spot', or what stands for it. */
  readonly spotName: string;
}

export function differenceCharts(facts: ChartFacts): readonly SeriesChart<Snapshot, LineId>[] {
  const { category, divisor, period, decimals, isSwapped, spotName } = facts;
  const text = (value: number): string => totalText(value, divisor, decimals);
  const short = totalFormats(divisor, decimals).total.text;
  const total = (id: "ce" | "pe", colour: "call" | "put"): LineLook<LineId> => ({
    id,
    label: id.toUpperCase(),
    colour,
    format: text,
    tagFormat: short,
    tag: "solid",
    tagPrefix: id.toUpperCase(),
  });
  const axis = {
    format: (value: number, places: number) =>
      numberFormat({
        decimals: Math.max(0, Math.min(5, places + (divisor > 1 && value % divisor !== 0 ? 2 : 0))),
        divisor,
      }).text(value),
    unit: unitOf(category, divisor),
  };
  return [
    {
      id: "totals",
      label: `${WORDS[category].option} of puts and calls through the day`,
      heading: WORDS[category].option,
      unit: unitOf(category, divisor),
      share: 55,
      lines: [
        total("ce", isSwapped ? "put" : "call"),
        total("pe", isSwapped ? "call" : "put"),
        { id: "spot", label: spotName, colour: "s8", ...priceLook(decimals) },
      ],
      y: axis,
      y2: priceAxis(spotName),
    },
    {
      id: "difference",
      label: "PE-CE Difference through the day",
      heading: "PE-CE Difference",
      share: 45,
      lines: [
        { id: "difference", label: "PE-CE Difference", colour: "s4", format: text, tagFormat: short, tag: "solid" },
        {
          id: "ema",
          label: `PE-CE Diff ema ( ${period} )`,
          colour: "s2",
          ...AVERAGE_LOOK,
          format: text,
          tagFormat: short,
        },
      ],
      y: { ...axis, zero: true },
    },
  ];
}
