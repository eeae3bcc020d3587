/** The charts of a straddle: the chosen series above, the spot between the break-evens below. Pure. */
import type { PlotLabel } from "../../charts/chart-spec.ts";
import { formats, timeFormat } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { AVERAGE_LOOK, plainTick, priceLook } from "../../kit/series/price-axis.ts";
import type { LineLook, SeriesChart } from "../../kit/series/series-chart.ts";
import type { VisibleLines } from "../../kit/series/visible-lines.ts";
import type { LineId, SeriesName, Snapshot } from "./snapshot.ts";

/** The pair's own name: one strike is a straddle, two are a strangle. */
export const pairName = (ce: number, pe: number): "Straddle" | "Strangle" => (ce === pe ? "Straddle" : "Strangle");

/** The words of a checkbox. @param main the pair's name. */
export const boxLabel = (name: SeriesName, main: string): string => (name === "main" ? main : BOXES[name]);

const BOXES: Readonly<Record<Exclude<SeriesName, "main">, string>> = {
  extrinsic: "Extrinsic",
  callPrice: "Call Price",
  putPrice: "Put Price",
  callVwap: "Call Vwap",
  putVwap: "Put Vwap",
  cmbdVwap: "Combined Vwap",
  callIv: "Call IV",
  putIv: "Put IV",
  cmbdIv: "Combined IV",
  spot: "Spot",
};

/** The name in legends, tooltips and alert rules. */
export const seriesLabel = (name: SeriesName, main: string): string => boxLabel(name, main).replace("Combined", "Cmbd");

const IV_LOOK = { scale: "y2", width: 1.2, tag: "outline", format: formats.percent.text } as const;

type Look = Omit<LineLook<LineId>, "id" | "label" | "format"> & { readonly format?: LineLook<LineId>["format"] };
const LOOKS: Readonly<Record<Exclude<SeriesName, "spot"> | "rolling", Look>> = {
  main: { colour: "ink", tag: "solid" },
  extrinsic: { colour: "s4", tag: "outline" },
  callPrice: { colour: "call", tag: "outline" },
  putPrice: { colour: "put", tag: "outline" },
  callVwap: { colour: "call", ...AVERAGE_LOOK },
  putVwap: { colour: "put", ...AVERAGE_LOOK },
  cmbdVwap: { colour: "s1", ...AVERAGE_LOOK },
  callIv: { colour: "s5", ...IV_LOOK },
  putIv: { colour: "s6", ...IV_LOOK },
  cmbdIv: { colour: "s1", ...IV_LOOK },
  rolling: { colour: "s8", dash: [2, 2], width: 1.2, tag: "outline" },
};

export interface ChartFacts {
  readonly ce: number;
  readonly pe: number;
  /** What stands for the spot: 'Future' where there is none. */
  readonly spotName: string;
  readonly decimals: 2 | 4;
  readonly visible: VisibleLines;
  /** Whether the day's high and low are marked. */
  readonly extremes: boolean;
}

export function straddleCharts(facts: ChartFacts): readonly SeriesChart<Snapshot, LineId>[] {
  const { ce, pe, spotName, decimals, visible } = facts;
  const name = pairName(ce, pe);
  const { format: price } = priceLook(decimals);
  const shown = (Object.keys(LOOKS) as (keyof typeof LOOKS)[]).filter((id) => visible[id]);
  const lines = shown.map((id): LineLook<LineId> => {
    const label = id === "rolling" ? "Rolling" : seriesLabel(id, name);
    return { id, label, format: price, ...LOOKS[id] };
  });
  const hasExtremes = facts.extremes && visible["main"];
  const upper: SeriesChart<Snapshot, LineId> = {
    id: "upper",
    label: `${name} through the day`,
    heading: name,
    unit: `${strikeText(ce)} CE + ${strikeText(pe)} PE, ₹`,
    share: 66,
    lines,
    y: { format: plainTick, unit: "₹" },
    ...(lines.some(({ scale }) => scale === "y2") && { y2: { format: plainTick, labels: true, unit: "IV %" } }),
    ...(hasExtremes && { labels: (snapshot: Snapshot) => extremeLabels(snapshot, price) }),
  };
  const band = visible["upper"] || visible["lower"];
  const edge = { colour: "ink-3", width: 1, format: price, tag: "outline" } as const;
  const spot: SeriesChart<Snapshot, LineId> = {
    id: "spot",
    label: `${spotName} through the day`,
    heading: spotName,
    ...(band && { unit: `between the break-evens ${breakEvenWords(ce, pe)}` }),
    share: 34,
    lines: [
      { id: "spot", label: spotName, colour: "s3", dash: [5, 3], width: 1.2, format: price, tag: "outline" },
      ...(band
        ? ([
            { id: "upper", label: "Upper break-even", ...edge },
            { id: "lower", label: "Lower break-even", ...edge },
          ] as const)
        : []),
    ],
    y: { format: plainTick, unit: "points" },
    ...(band && { bands: [{ between: ["upper", "lower"], colour: "raised" }] as const }),
  };
  return [...(lines.length > 0 ? [upper] : []), ...(visible["spot"] ? [spot] : [])];
}

const breakEvenWords = (ce: number, pe: number): string =>
  ce === pe ? `${strikeText(ce)} ± premium` : `${strikeText(pe)} − premium and ${strikeText(ce)} + premium`;

/** 'High 75.80 at 11:32', of the pair today. */
function extremeLabels({ high, low }: Snapshot, price: (value: number) => string): readonly PlotLabel[] {
  const named = [
    ["High", high, "above"],
    ["Low", low, "below"],
  ] as const;
  return named
    .filter(([, { value, minute }]) => !Number.isNaN(value) && !Number.isNaN(minute))
    .map(([word, { value, minute }, height]) => {
      const words = `${word} ${price(value)} at ${timeFormat.text(minute)}`;
      return { at: minute, value, lines: [words], mark: "tick", side: "right", height };
    });
}
