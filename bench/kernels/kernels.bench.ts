/**
 * How fast and how exact is the quant core? Against the specification's own iteration and the definitions in plain
 * JavaScript, a package that does the same, native code where it is given, and options solved with 400 digits.
 */
import type { Row } from "../report.ts";
import { accuracyRows } from "./accuracy.ts";
import { analyzerRows } from "./analyzer.ts";
import { analyzerJobRows } from "./analyzer-job.ts";
import { chainSpeedRows } from "./chain-speed.ts";
import { ivSeriesRows } from "./iv-series.ts";
import { maxPainRows } from "./max-pain.ts";
import { moduleRows } from "./module.ts";
import { netGammaRows } from "./net-gamma.ts";
import { shownIvRows } from "./shown-iv.ts";
import { targetLineRows } from "./target-line.ts";

export const question = "kernels";
export const needsPeers = true;

export async function run({ short, native }: { readonly short: boolean; readonly native?: string }): Promise<Row[]> {
  return [
    ...(await chainSpeedRows(question, short, native)),
    ...accuracyRows(question),
    ...shownIvRows(question, short),
    ...maxPainRows(question, short),
    ...ivSeriesRows(question, short),
    ...targetLineRows(question, short),
    ...netGammaRows(question, short),
    ...analyzerRows(question, short),
    ...(await analyzerJobRows(question, short)),
    ...moduleRows(question),
  ];
}
