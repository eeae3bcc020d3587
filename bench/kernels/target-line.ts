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
  const spots = payoffGrid(SPOTS);
  const middle = spots[SPOTS >> 1]!;
  const narrow = timeLine(spots, short);
  // The kernel's gain depends on how close spots lie to each other.
  const wide = timeLine(
    spots.map((spot) => middle + 2 * (spot - middle)),
    short,
  );
  return [
    row(question, "target line, 6 legs, 501 spots / tuned JS", medianRatio(narrow.tuned, narrow.ours)),
    note(question, "target line, spread of its rounds (quartiles, +-)", spread(narrow.tuned, narrow.ours), ""),
    note(question, "target line over twice the range / tuned JS", medianRatio(wide.tuned, wide.ours), "x"),
    note(question, "target line, 6 legs, 501 spots", median(narrow.ours) * 1e3, "us"),
  ];
}

/** @returns ms a line, by round */
function timeLine(spots: Float64Array, short: boolean): { readonly ours: number[]; readonly tuned: number[] } {
  const kernel = createKernel(loadQuantModule());
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
  const times = interleave(short ? 301 : 1_501, competitors);
  return {
    ours: times.ours.map((ms) => ms / OUR_PASSES),
    tuned: times.tuned.map((ms) => ms / PEER_PASSES),
  };
}
