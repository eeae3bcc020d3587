/** The charts of PCR: the ratio of the dropdown with its average and the spot, and the other ratio below. Pure. */
import type { Level, ValueAxis } from "../../charts/chart-spec.ts";
import { formats } from "../../format/format.ts";
import { AVERAGE_LOOK, plainTick, priceAxis, priceLook } from "../../kit/series/price-axis.ts";
import type { LineLook, SeriesChart } from "../../kit/series/series-chart.ts";
import type { LineId, RatioType, Snapshot } from "./snapshot.ts";

export const LEGEND_ORDER: readonly LineId[] = ["pcr", "volumePcr", "ema", "spot"];

const WORDS = {
  pcr: { label: "Pcr", heading: "PCR", unit: "put OI ÷ call OI of the chosen strikes", colour: "s1" },
  volumePcr: {
    label: "Volume Pcr",
    heading: "Volume PCR",
    unit: "put volume ÷ call volume, same strikes",
    colour: "s4",
  },
} as const;

const RATIO_AXIS: ValueAxis = { format: (value, decimals) => plainTick(value, Math.max(decimals, 2)), unit: "ratio" };

const ratioLine = (id: RatioType): LineLook<LineId> => {
  const { label, colour } = WORDS[id];
  return { id, label, colour, format: formats.price4.text, tagFormat: formats.price.text, tag: "solid" };
};

/** The previous day's ratio of the same strikes. */
const previousLevel =
  (id: RatioType) =>
  ({ previous }: Snapshot): readonly Level[] =>
    Number.isNaN(previous[id]) ? [] : [{ value: previous[id], label: `prev day ${formats.price.text(previous[id])}` }];

interface ChartFacts {
  readonly type: RatioType;
  readonly period: number;
  /** What the right axis is of: 'Spot', or what stands for it. */
  readonly spotName: string;
  /** Of the spot's price. */
  readonly decimals: 2 | 4;
}

export function pcrCharts({ type, period, spotName, decimals }: ChartFacts): readonly SeriesChart<Snapshot, LineId>[] {
  const other = type === "pcr" ? "volumePcr" : "pcr";
  const ema: LineLook<LineId> = {
    id: "ema",
    label: `Ema ${period}`,
    colour: "s2",
    ...AVERAGE_LOOK,
    format: formats.price4.text,
    tagFormat: formats.price.text,
  };
  const spot: LineLook<LineId> = { id: "spot", label: spotName, colour: "s3", ...priceLook(decimals) };
  const chartOf = (id: RatioType) => ({
    id,
    label: `${WORDS[id].heading} through the day`,
    heading: WORDS[id].heading,
    unit: WORDS[id].unit,
    y: RATIO_AXIS,
    levels: previousLevel(id),
  });
  return [
    {
      ...chartOf(type),
      share: 63,
      lines: [ratioLine(type), ema, spot],
      y2: priceAxis(spotName),
    },
    { ...chartOf(other), share: 37, lines: [ratioLine(other)] },
  ];
}
