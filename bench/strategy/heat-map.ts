/** The builder's heat map, 41 spots by 25 moments of six legs, beside the same in JavaScript written for speed. */
import { createKernel } from "#kernel/kernel.ts";
import { SIX_LEGS } from "#kernel/testing/strategy-workload.ts";
import { tunedPayoff } from "#kernel/testing/tuned-payoff.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { interleave, median, medianRatio, note, type Row, row, spread } from "../report.ts";

const ROWS = 41;
const COLUMNS = 25;
/** Rupees, of cells that run to hundreds of thousands. */
const TOLERANCE = 1e-5;
const OUR_PASSES = 12;
const PEER_PASSES = 2;
const WARM_UP_ROUNDS = 200;
/** Rupees between rows: one strike step. */
const STEP = 50;
const MIDDLE = 24_500;

export function heatMapRows(question: string, short: boolean): Row[] {
  const kernel = createKernel(loadQuantModule());
  const spots = Float64Array.from({ length: ROWS }, (_, i) => MIDDLE + (i - (ROWS >> 1)) * STEP);
  const nearest = Math.min(...SIX_LEGS.map(({ years }) => years));
  const moments = Array.from({ length: COLUMNS }, (_, i) => ({
    model: "forward" as const,
    rate: 0.1,
    elapsed: (nearest * i) / (COLUMNS - 1),
  }));
  const columns = moments.map(() => new Float64Array(ROWS));
  const expected = moments.map(() => new Float64Array(ROWS));
  const competitors = {
    ours: () => {
      for (let pass = 0; pass < OUR_PASSES; pass++)
        for (let i = 0; i < COLUMNS; i++) kernel.payoff(SIX_LEGS, moments[i]!, spots, ROWS, columns[i]!);
    },
    tuned: () => {
      for (let pass = 0; pass < PEER_PASSES; pass++)
        for (let i = 0; i < COLUMNS; i++) tunedPayoff(SIX_LEGS, moments[i]!, spots, ROWS, expected[i]!);
    },
  };
  interleave(WARM_UP_ROUNDS, competitors);
  columns.forEach((column, i) => {
    const wrong = column.findIndex((value, at) => !(Math.abs(value - expected[i]![at]!) < TOLERANCE));
    if (wrong >= 0) throw new Error(`column ${i}: ${column[wrong]}, in JavaScript ${expected[i]![wrong]}`);
  });
  const { ours, tuned } = interleave(short ? 201 : 1_001, competitors);
  const mine = ours.map((ms) => ms / OUR_PASSES);
  const theirs = tuned.map((ms) => ms / PEER_PASSES);
  return [
    row(question, "heat map 41 x 25, 6 legs / tuned JS", medianRatio(theirs, mine)),
    note(question, "heat map, spread of its rounds (quartiles, +-)", spread(theirs, mine), ""),
    note(question, "heat map 41 x 25, 6 legs", median(mine) * 1e3, "us"),
  ];
}
