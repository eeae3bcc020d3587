import type { ReactNode } from "react";
import type { ValueAxis } from "../../charts/chart-spec.ts";
import { formats, numberFormat } from "../../format/format.ts";
import { plainTick } from "../../kit/series/price-axis.ts";
import type { LineLook, SeriesChart } from "../../kit/series/series-chart.ts";
import { axesOf, type Checked } from "./boxes.ts";
import { FIGURES, type Figure, type LineId, type Side, type Snapshot } from "./snapshot.ts";

/** The figures' names, as boxes and legends have them. */
export const LABELS: Readonly<Record<Figure, string>> = { iv: "IV", price: "Price", oi: "OI" };
const WORDS: Readonly<Record<Figure, string>> = {
  iv: "IV (Black-Scholes)",
  price: "price",
  oi: "open interest",
};
const UNITS: Readonly<Record<Figure, string>> = { iv: "%", price: "₹", oi: "lakh" };

/** '140.84 L', of lakhs. */
export const lakhFormat = numberFormat({ decimals: 2, suffix: " L" });
const plainLakh = numberFormat({ decimals: 2 });

const SIDE = {
  ce: { name: "CE", heading: "Calls", label: "Calls through the day", colour: "call" },
  pe: { name: "PE", heading: "Puts", label: "Puts through the day", colour: "put" },
} as const;

const axis = (figure: Figure): ValueAxis => ({ format: plainTick, unit: UNITS[figure], labels: true });

/** The chart of one side. The two figures that are checked have an axis each; the third stands in the legend only. */
export function sideChart(
  side: Side,
  checked: Checked,
  decimals: 2 | 4,
  controls?: ReactNode,
): SeriesChart<Snapshot, LineId> {
  const { name, heading, label, colour } = SIDE[side];
  const [left, right] = axesOf(checked);
  const price = numberFormat({ decimals }).text;
  const looks: Readonly<Record<Figure, Omit<LineLook<LineId>, "id" | "label" | "scale">>> = {
    iv: { colour: "s1", format: formats.percent.text, tag: "outline", tagPrefix: LABELS.iv },
    price: { colour, format: price, tag: "solid", tagPrefix: name },
    oi: { colour: "s8", format: lakhFormat.text, tag: "outline", tagFormat: plainLakh.text, tagPrefix: LABELS.oi },
  };
  return {
    id: side,
    label,
    heading,
    unit: `${name} ${WORDS[left]}, left · ${WORDS[right]}, right${right === "oi" ? " ( In Lakhs )" : ""}`,
    controls,
    lines: FIGURES.map((figure) => ({
      id: `${side}-${figure}`,
      label: LABELS[figure],
      scale: figure === right ? "y2" : "y",
      ...looks[figure],
    })),
    y: axis(left),
    y2: axis(right),
  };
}
