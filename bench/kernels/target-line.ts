/** A strategy's profit and loss on the target day, 6 legs of 3 expiries at 501 spots, beside the same in JavaScript written for speed. */
import { createKernel } from "#kernel/kernel.ts";
import type { PayoffLeg } from "#kernel/payoff-legs.ts";
import { tunedPayoff } from "#kernel/testing/tuned-payoff.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { interleave, median, medianRatio, note, type Row, row, spread } from "../report.ts";

const SPOTS = 501;
const SPOT = 24_512.35;
const STEP = 10;
const DAY = 1 / 365;
/** Rupees on a line that runs to hundreds of thousands. */
const TOLERANCE = 1e-5;
const OUR_PASSES = 20;
const PEER_PASSES = 2;
const WARM_UP_ROUNDS = 200;

const TARGET = { model: "spot", rate: 0.1, elapsed: 2 * DAY } as const;

const leg = (
  kind: "CE" | "PE",
  strike: number,
  quantity: number,
  days: number,
  iv: number,
  entry: number,
): PayoffLeg => ({
  kind,
  strike,
  quantity,
  years: days * DAY,
  iv,
  entry,
});

/** A condor of this week with a calendar of two months across it. */
const LEGS = [
  leg("PE", 24_000, 75, 6, 0.151, 48.2),
  leg("PE", 24_200, -75, 6, 0.142, 79.65),
  leg("CE", 24_800, -75, 6, 0.128, 98.4),
  leg("CE", 25_000, 75, 6, 0.126, 52.35),
  leg("CE", 24_500, -75, 27, 0.131, 511.3),
  leg("PE", 24_500, 75, 62, 0.138, 502.75),
];

export function targetLineRows(question: string, short: boolean): Row[] {
  const kernel = createKernel(loadQuantModule());
  const spots = Float64Array.from({ length: SPOTS }, (_, i) => SPOT + (i - (SPOTS >> 1)) * STEP);
  const line = new Float64Array(SPOTS);
  const expected = new Float64Array(SPOTS);
  const competitors = {
    ours: () => {
      for (let pass = 0; pass < OUR_PASSES; pass++) kernel.payoff(LEGS, TARGET, spots, SPOTS, line);
    },
    tuned: () => {
      for (let pass = 0; pass < PEER_PASSES; pass++) tunedPayoff(LEGS, TARGET, spots, SPOTS, expected);
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
