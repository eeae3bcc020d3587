import type { ReactNode } from "react";
import type { ValueAxis } from "../../charts/chart-spec.ts";
import { formats, numberFormat } from "../../format/format.ts";
import { lakhAxis, lakhLook } from "../../kit/series/lakh-axis.ts";
import { plainTick } from "../../kit/series/price-axis.ts";
import type { LineLook, SeriesChart } from "../../kit/series/series-chart.ts";
import { axesOf, type Checked } from "./boxes.ts";
import { FIGURES, type Figure, type LineId, type Side, type Snapshot } from "./snapshot.ts";

/** The figures' names, as boxes and legends have them. */
export const LABELS: Readonly<Record<Figure, string>> = { iv: "IV", price: "Price", oi: "OI" };
const AXES = {
  iv: { format: plainTick, unit: "%", labels: true },
  price: { format: plainTick, unit: "₹", labels: true },
  oi: { ...lakhAxis(), unit: "lakh", labels: true },
} satisfies Readonly<Record<Figure, ValueAxis>>;

const SIDE = {
  ce: { name: "CE", heading: "Calls", label: "Calls through the day", colour: "call" },
  pe: { name: "PE", heading: "Puts", label: "Puts through the day", colour: "put" },
} as const;

const wordsOf = (figure: Figure, isForward: boolean): string =>
  ({ iv: isForward ? "IV (Black-76)" : "IV (Black-Scholes)", price: "price", oi: "open interest" })[figure];

interface SideFacts {
  readonly checked: Checked;
  readonly decimals: 2 | 4;
  /** The board's pricing is forward mode. */
  readonly isForward: boolean;
  readonly controls?: ReactNode;
}

/** The chart of one side. The two figures that are checked have an axis each; the third stands in the legend only. */
export function sideChart(side: Side, facts: SideFacts): SeriesChart<Snapshot, LineId> {
  const { checked, decimals, isForward, controls } = facts;
  const { name, heading, label, colour } = SIDE[side];
  const [left, right] = axesOf(checked);
  const price = numberFormat({ decimals }).text;
  const looks: Readonly<Record<Figure, Omit<LineLook<LineId>, "id" | "label" | "scale">>> = {
    iv: { colour: "s1", format: formats.percent.text, tag: "outline", tagPrefix: LABELS.iv },
    price: { colour, format: price, tag: "solid", tagPrefix: name },
    oi: { colour: "s8", ...lakhLook(), tag: "outline", tagPrefix: LABELS.oi },
  };
  return {
    id: side,
    label,
    heading,
    side,
    unit: `${name} ${wordsOf(left, isForward)}, left · ${wordsOf(right, isForward)}, right${right === "oi" ? " ( In Lakhs )" : ""}`,
    controls,
    lines: FIGURES.map((figure) => ({
      id: `${side}-${figure}`,
      label: LABELS[figure],
      scale: figure === right ? "y2" : "y",
      unit: AXES[figure].unit,
      ...looks[figure],
    })),
    y: AXES[left],
    y2: AXES[right],
  };
}
