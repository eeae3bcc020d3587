/** An analysis as the screen asks for it, to the sorted rows: made, valued at a target, ranked; beside objects, made and sorted. */

import { createKernel } from "#kernel/kernel.ts";
import { createAnalyzerRange } from "#kernel/testing/analyzer-range.ts";
import { plainAnalyze } from "#kernel/testing/plain-analyzer.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { job } from "../../web/screens/strategy-analyzer/job.ts";
import { kindsOf } from "../../web/screens/strategy-analyzer/kinds.ts";
import type { Question } from "../../web/screens/strategy-analyzer/snapshot.ts";
import { median, note, type Row, row } from "../report.ts";

/** The candidates' own, and as many as chances are known of. */
const STRIKES = 25;
const NODES = 41;
const MOST = 19_700;
const TOLERANCE = 1e-9;

export async function analyzerJobRows(question: string, short: boolean): Promise<Row[]> {
  const { range, curve } = createAnalyzerRange(STRIKES);
  const wide = createAnalyzerRange(NODES).range;
  const side = (price: Float64Array, inMoney: Float64Array) => ({
    price,
    iv: price.map(() => 0.12),
    inMoney,
    base: price,
    delta: price,
  });
  const at = (n: number): number => range.strike[n]!;
  const asked: Question = {
    market: {
      frame: { spotRound: at(12), step: curve.step, lowest: wide.strike[0]!, highest: wide.strike[NODES - 1]! },
      spot: curve.spot,
      units: 1,
      strikes: wide.strike,
      call: side(wide.callPrice, curve.callInMoney),
      put: side(wide.putPrice, curve.putInMoney),
      model: { kind: "spot", rate: 0.1, carry: 0.1, years: 7 / 365 },
    },
    limits: { from: at(2), to: at(STRIKES - 3) },
    kinds: kindsOf("All"),
    filters: {},
    target: { spot: curve.spot, daysLeft: 3 },
    sort: { by: "pop", descending: true },
  };
  const kernel = createKernel(loadQuantModule());
  const ours = () => job.run(asked, { kernel, progress: async () => undefined });
  const objects = () => plainAnalyze(range, curve, asked.kinds, "payoff").sort((a, b) => b.pop - a.pop || a.id - b.id);

  const times = { ours: [] as number[], objects: [] as number[] };
  for (let round = 0; round < (short ? 15 : 41); round++) {
    const start = performance.now();
    const found = await ours();
    const middle = performance.now();
    const expected = objects();
    times.ours.push(middle - start);
    times.objects.push(performance.now() - middle);
    if (round > 0) continue;
    if (found.rows !== MOST || expected.length !== MOST)
      throw new Error(`${found.rows} rows, by objects ${expected.length}`);
    const wrong = expected.findIndex(({ pop }, i) => Math.abs(pop - found.pop[i]!) > TOLERANCE);
    if (wrong >= 0) throw new Error(`row ${wrong} is not that of the objects`);
  }
  return [
    row(
      question,
      "analyzer, 19,700 candidates to sorted rows / objects in JS",
      median(times.objects) / median(times.ours),
    ),
    note(question, "analyzer, 19,700 candidates to sorted rows", median(times.ours), "ms"),
  ];
}
