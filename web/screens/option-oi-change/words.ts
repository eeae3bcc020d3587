import type { Metric } from "./snapshot.ts";

interface MetricWords {
  readonly option: string;
  /** In a sentence. */
  readonly words: string;
  /** In units or lots. */
  readonly isCounted: boolean;
}

export const METRIC_WORDS: Readonly<Record<Metric, MetricWords>> = {
  oi: { option: "OI Change", words: "OI change", isCounted: true },
  oiPercent: { option: "OI Change %", words: "OI change, per cent", isCounted: false },
  volume: { option: "Vol Change", words: "Volume", isCounted: true },
  price: { option: "Price Change", words: "Price change, ₹", isCounted: false },
  analysis: { option: "Analysis", words: "Build-up", isCounted: false },
  vega: { option: "Vega (Beta)", words: "Change of vega", isCounted: false },
};
