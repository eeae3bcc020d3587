/** Max pain of 100 strikes through a day of 376 minutes, from the day's own column, beside its definition. */
import { createKernel } from "#kernel/kernel.ts";
import { type PlainStrike, plainMaxPain } from "#kernel/testing/plain-max-pain.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { note, type Row, row } from "../report.ts";
import { createRandom } from "../synthetic/random.ts";
import { ratioSpread, speedRatio, timeSlices, warmUp } from "./slices.ts";

const STRIKES = 100;
/** A call and a put of each strike. */
const ROWS = 2 * STRIKES;
const SLOTS = 376;
const STEP = 50;
const FIRST_STRIKE = 22_000;
const LOT = 75;
/** The definition takes so much longer that its slice is a part of the day, and ours the day many times over. */
const SLICES = 8;
const OUR_PASSES = 40;
const WARM_UP_ROUNDS = 10;

export function maxPainRows(question: string, short: boolean): Row[] {
  const oi = { cells: createDay(), stride: ROWS };
  const callRows = Int32Array.from({ length: STRIKES }, (_, i) => 2 * i);
  const putRows = callRows.map((call) => call + 1);
  const objects = toObjects(oi.cells);
  const kernel = createKernel(loadQuantModule());
  const found = new Int32Array(SLOTS);
  const expected = new Float64Array(SLOTS);
  const competitorsOf = (slice: number) => ({
    ours: () => {
      for (let pass = 0; pass < OUR_PASSES; pass++) kernel.maxPain(oi, callRows, putRows, 0, SLOTS, found);
    },
    definition: () => {
      const end = ((slice + 1) * SLOTS) / SLICES;
      for (let slot = (slice * SLOTS) / SLICES; slot < end; slot++) expected[slot] = plainMaxPain(objects[slot]!);
    },
  });
  warmUp(competitorsOf(0).ours);
  timeSlices(SLICES, WARM_UP_ROUNDS, competitorsOf);
  const wrong = found.findIndex((index, slot) => FIRST_STRIKE + index * STEP !== expected[slot]);
  if (wrong >= 0)
    throw new Error(`max pain of slot ${wrong}: strike ${found[wrong]}, by definition ${expected[wrong]}`);
  const { ours, definition } = timeSlices(SLICES, short ? 31 : 101, competitorsOf);
  const passes = OUR_PASSES * SLICES;
  return [
    row(
      question,
      "max pain, 100 strikes x 376 minutes / O(n^2) definition in JS",
      speedRatio(definition, ours, passes),
    ),
    note(question, "max pain, spread of its rounds (quartiles, +-)", ratioSpread(definition, ours), ""),
    note(question, "max pain, 100 strikes x 376 minutes", (ours.total / passes) * 1e3, "us"),
    note(question, "max pain, O(n^2) definition in JS", definition.total * 1e3, "us"),
  ];
}

/** Open interest that lies around a centre and wanders: [slot][contract], a strike's call and put side by side. */
function createDay(): Float64Array {
  const random = createRandom(20_260_818);
  const cells = new Float64Array(SLOTS * ROWS);
  for (let line = 0; line < ROWS; line++) {
    const centre = line % 2 === 0 ? 58 : 42;
    let lots = 40_000 * Math.exp(-((((line >> 1) - centre) / 15) ** 2)) * (0.5 + random.next());
    for (let slot = 0; slot < SLOTS; slot++) {
      lots = Math.max(0, lots * (1 + 0.01 * random.normal()) + random.normal());
      cells[slot * ROWS + line] = LOT * Math.round(lots);
    }
  }
  return cells;
}

const toObjects = (cells: Float64Array): PlainStrike[][] =>
  Array.from({ length: SLOTS }, (_, slot) =>
    Array.from({ length: STRIKES }, (_, i) => ({
      strike: FIRST_STRIKE + i * STEP,
      callOi: cells[slot * ROWS + 2 * i]!,
      putOi: cells[slot * ROWS + 2 * i + 1]!,
    })),
  );
