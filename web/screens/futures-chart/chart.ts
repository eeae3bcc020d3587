/** The charts of a future: price and OI, and the basis below. Pure. */
import { expiryLabel } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { numberFormat, timeFormat } from "../../format/format.ts";
import { lakhAxis, lakhLook } from "../../kit/series/lakh-axis.ts";
import { AVERAGE_LOOK, plainTick, signedTick } from "../../kit/series/price-axis.ts";
import type { LineLook, SeriesChart } from "../../kit/series/series-chart.ts";
import type { LineId, Snapshot } from "./snapshot.ts";

interface ChartFacts {
  readonly coi: boolean;
  /** Of prices. */
  readonly decimals: 2 | 4;
  /** Minute that the changes count from; NaN: the previous day. */
  readonly from: number;
  readonly lacking: readonly string[];
  readonly hasSpot: boolean;
}

export function futureCharts(facts: ChartFacts): readonly SeriesChart<Snapshot, LineId>[] {
  const { coi, decimals, hasSpot } = facts;
  const price = numberFormat({ decimals }).text;
  const signed = numberFormat({ decimals, signed: true });
  const change = (id: "oi" | "coi", label: string, width: number): LineLook<LineId> => ({
    id,
    label,
    colour: id === "oi" ? "s4" : "s7",
    scale: "y2",
    width,
    ...lakhLook(true),
    tag: id === "oi" && coi ? "outline" : "solid",
    tagPrefix: id === "oi" ? "OI" : "COI",
  });
  const lines: readonly LineLook<LineId>[] = [
    { id: "price", label: "Price", colour: "fut", format: price, tag: "solid" },
    { id: "vwap", label: "vwap", colour: "s2", ...AVERAGE_LOOK, format: price },
    ...(coi ? [change("coi", "COI Change", 1.5), change("oi", "OI Change", 1)] : [change("oi", "OI Change", 1.5)]),
  ];
  const upper: SeriesChart<Snapshot, LineId> = {
    id: "price",
    label: "Price and change in OI through the day",
    heading: "Price and Change In OI ( In Lakhs )",
    unit: fromWords(facts),
    share: hasSpot ? 72 : 100,
    lines,
    y: { format: plainTick, unit: "₹" },
    y2: { ...lakhAxis(true), labels: true },
  };
  if (!hasSpot) return [upper];
  const basis: SeriesChart<Snapshot, LineId> = {
    id: "basis",
    label: "Basis through the day",
    heading: "Basis",
    unit: "future less spot, points",
    lacks: "basis", // the closing auction withholds it
    share: 28,
    lines: [{ id: "basis", label: "Basis", colour: "s1", format: signed.text, tag: "solid", tagPrefix: "Basis" }],
    y: { format: signedTick, zero: true },
  };
  return [upper, basis];
}

/** What the changes of OI count from. */
function fromWords({ coi, from, lacking }: ChartFacts): string {
  if (lacking.length > 0)
    return `COI is not known without ${lacking.map((one) => expiryLabel(one as IsoDate)).join(", ")}`;
  const what = coi ? "COI, all expiries," : "OI";
  if (Number.isNaN(from)) return `${what} since the previous day`;
  return `${what} since ${timeFormat.text(from)}, the first minute with figures: no previous OI`;
}
