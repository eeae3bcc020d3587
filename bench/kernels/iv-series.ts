/** IVs of 31 strikes through a day of 376 minutes, calls and puts, from the day's own column, beside the specification's own iteration. */
import { createKernel } from "#kernel/kernel.ts";
import { plainValue } from "#kernel/testing/plain-black.ts";
import type { Variant } from "#kernel/variant.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { note, type Row, row } from "../report.ts";
import { createRandom } from "../synthetic/random.ts";
import { newtonIvs, type PricedChain } from "./newton.ts";
import { ratioSpread, speedRatio, timeSlices, warmUp } from "./slices.ts";

const STRIKES = 31;
/** A call and a put of each strike, side by side. */
const ROWS = 2 * STRIKES;
const SLOTS = 376;
const STEP = 50;
const SPOT = 24_512.35;
const RATE = 0.1;
const YEARS = 8 / 365;
const PRICE_SCALE = 100;
const TICK = 5;
/** Newton's slice is a part of the day, ours the day a few times over. */
const SLICES = 16;
const OUR_PASSES = 2;
const WARM_UP_ROUNDS = 10;

export function ivSeriesRows(question: string, short: boolean): Row[] {
  const { chain, model, minutes } = createDay();
  // The build that the product's browsers run, and the reference.
  const [relaxed, simd] = [createSolver("relaxed", chain, model), createSolver("simd", chain, model)];
  const newton = minutes.map(() => ({ call: new Float64Array(STRIKES), put: new Float64Array(STRIKES) }));
  const competitorsOf = (slice: number) => ({
    relaxed: relaxed.solve,
    simd: simd.solve,
    newton: () => {
      const end = Math.floor(((slice + 1) * SLOTS) / SLICES);
      for (let slot = Math.floor((slice * SLOTS) / SLICES); slot < end; slot++) {
        newtonIvs(minutes[slot]!, true, newton[slot]!.call);
        newtonIvs(minutes[slot]!, false, newton[slot]!.put);
      }
    },
  });
  for (const { solve } of [relaxed, simd]) warmUp(solve);
  timeSlices(SLICES, WARM_UP_ROUNDS, competitorsOf);
  for (const { found } of [relaxed, simd])
    for (const side of ["call", "put"] as const)
      assertSame(
        found[side].derivedIv,
        newton.flatMap((slot) => [...slot[side]]),
      );
  const times = timeSlices(SLICES, short ? 21 : 61, competitorsOf);
  const passes = OUR_PASSES * SLICES;
  return [
    row(
      question,
      "IV series, relaxed build: 31 strikes x 2 x 376 minutes / spec Newton in JS",
      speedRatio(times.newton, times.relaxed, passes),
    ),
    row(
      question,
      "IV series, SIMD build: 31 strikes x 2 x 376 minutes / spec Newton in JS",
      speedRatio(times.newton, times.simd, passes),
    ),
    note(question, "IV series, spread of its rounds (quartiles, +-)", ratioSpread(times.newton, times.relaxed), ""),
    note(question, "IV series, relaxed build", (times.relaxed.total / passes) * 1e3, "us"),
    note(question, "IV series, SIMD build", (times.simd.total / passes) * 1e3, "us"),
    note(question, "IV series, spec Newton in JS", times.newton.total * 1e3, "us"),
  ];
}

type Day = ReturnType<typeof createDay>;

/** A build of the core with room for its answers: the whole day, a few times over. */
function createSolver(variant: Variant, chain: Day["chain"], model: Day["model"]) {
  const kernel = createKernel(loadQuantModule(variant));
  const column = () => new Float64Array(SLOTS * STRIKES);
  // What screens show: the figure that the iteration itself ends at.
  const found = { call: { derivedIv: column() }, put: { derivedIv: column() } };
  const solve = () => {
    for (let pass = 0; pass < OUR_PASSES; pass++) kernel.priceSlots(chain, model, 0, SLOTS, found);
  };
  return { solve, found };
}

function assertSame(ours: Float64Array, newton: readonly number[]): void {
  const wrong = newton.findIndex((iv, i) => iv !== 0 && !(Math.abs(iv - ours[i]!) < 1e-9));
  if (wrong >= 0) throw new Error(`spec Newton gave IV ${newton[wrong]}, not ${ours[wrong]}`);
}

/** A spot that wanders, a smile that breathes, prices on ticks: as the columns of a day, and minute by minute in rupees. */
function createDay() {
  const random = createRandom(20_260_810);
  const lowest = (Math.round(SPOT / STEP) - (STRIKES >> 1)) * STEP;
  const strike = Float64Array.from({ length: STRIKES }, (_, i) => lowest + i * STEP);
  const cells = new Int32Array(SLOTS * ROWS);
  const underlyings = new Float64Array(SLOTS);
  let [spot, level] = [SPOT, 0.125];
  for (let slot = 0; slot < SLOTS; slot++) {
    spot = Math.round((spot + 6 * random.normal()) * 100) / 100;
    level *= 1 + 0.002 * random.normal();
    underlyings[slot] = spot;
    for (let line = 0; line < ROWS; line++) {
      const k = strike[line >> 1]!;
      const z = Math.log(k / spot) / Math.sqrt(YEARS);
      const iv = level * (1 - 0.3 * z) + 0.12 * z * z;
      const option = {
        model: "spot",
        isCall: line % 2 === 0,
        underlying: spot,
        strike: k,
        years: YEARS,
        rate: RATE,
      } as const;
      cells[slot * ROWS + line] = TICK * Math.max(1, Math.round((plainValue(option, iv).price * PRICE_SCALE) / TICK));
    }
  }
  const callRows = Int32Array.from({ length: STRIKES }, (_, i) => 2 * i);
  const putRows = callRows.map((call) => call + 1);
  const ltp = { cells, stride: ROWS };
  const rupees = (slot: number, rows: Int32Array) =>
    Float64Array.from(rows, (line) => cells[slot * ROWS + line]! / PRICE_SCALE);
  const minutes = Array.from(underlyings, (underlying, slot): PricedChain => {
    const [callPrice, putPrice] = [rupees(slot, callRows), rupees(slot, putRows)];
    return { underlying, years: YEARS, rate: RATE, length: STRIKES, strike, callPrice, putPrice };
  });
  return {
    chain: { ltp, priceScale: PRICE_SCALE, strike, callRows, putRows },
    model: { model: "spot", underlying: underlyings, years: new Float64Array(SLOTS).fill(YEARS), rate: RATE } as const,
    minutes,
  };
}
