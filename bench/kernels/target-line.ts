/** A strategy's profit and loss on the target day, 6 legs of 3 expiries at 501 spots, beside the same in JavaScript written for speed. */
import { createKernel } from "#kernel/kernel.ts";
import { payoffGrid, SIX_LEGS, TARGET } from "#kernel/testing/strategy-workload.ts";
import { tunedPayoff } from "#kernel/testing/tuned-payoff.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { interleave, median, medianRatio, note, type Row, row, spread } from "../report.ts";

const SPOTS = 501;
/** Rupees on a line that runs to hundreds of thousands. */
const TOLERANCE = 1e-5;
const OUR_PASSES = 20;
const PEER_PASSES = 2;
const WARM_UP_ROUNDS = 200;

export function targetLineRows(question: string, short: boolean): Row[] {
  const kernel = createKernel(loadQuantModule());
  const spots = payoffGrid(SPOTS);
  const line = new Float64Array(SPOTS);
  const expected = new Float64Array(SPOTS);
  const competitors = {
    ours: () => {
      for (let pass = 0; pass < OUR_PASSES; pass++) kernel.payoff(SIX_LEGS, TARGET, spots, SPOTS, line);
    },
    tuned: () => {
      for (let pass = 0; pass < PEER_PASSES; pass++) tunedPayoff(SIX_LEGS, TARGET, spots, SPOTS, expected);
    },
  };
  interleave(WARM_UP_ROUNDS, competitors);
  const wrong = line.findIndex((value, i) => !(Math.abs(value - expected[i]!) < TOLERANCE));
  if (wrong >= 0) throw new Error(`P&L at ${spots[wrong]}: ${line[wrong]}, in JavaScript ${expected[wrong]}`);
  const times = interleave(short ? 501 : 2_001, competitors);
  const ours = times.ours.map((ms) => ms / OUR_PASSES);
  const tuned = times.tuned.map((ms) => ms / PEER_PASSES);
  return [
    row(question, "target line, 6 legs, 501 spots / tuned JS", medianRatio(tuned, ours)),
    note(question, "target line, spread of its rounds (quartiles, +-)", spread(tuned, ours), ""),
    note(question, "target line, 6 legs, 501 spots", median(ours) * 1e3, "us"),
  ];
}
