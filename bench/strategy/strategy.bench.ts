/** What does a builder's picture of a strategy cost: its heat map, its ticks, a what-if that is being dragged? And a back-test's sets? */
import type { Row } from "../report.ts";
import { analyzerPressRows } from "./analyzer-press.ts";
import { backtestRows } from "./backtest.ts";
import { builderRows } from "./builder.ts";
import { heatMapRows } from "./heat-map.ts";

export const question = "strategy";

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  return [
    ...heatMapRows(question, short),
    ...backtestRows(question, short),
    ...(await builderRows(question, short)),
    ...(await analyzerPressRows(question, short)),
  ];
}
