/** Max pain of 100 strikes through a day of 376 minutes, beside its definition. */
import { createKernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { note, type Row, row } from "../report.ts";
import { createRandom } from "../synthetic/random.ts";
import { ratioSpread, speedRatio, timeSlices } from "./slices.ts";

const STRIKES = 100;
const SLOTS = 376;
const STEP = 50;
const FIRST_STRIKE = 22_000;
const LOT = 75;
/** The definition takes so much longer that its slice is a part of the day, and ours the day many times over. */
const SLICES = 8;
const OUR_PASSES = 20;
const WARM_UP_ROUNDS = 10;

interface StrikeInterest {
  readonly strike: number;
  readonly callOi: number;
  readonly putOi: number;
}

export function maxPainRows(question: string, short: boolean): Row[] {
  const day = createDay();
  const objects = toObjects(day);
  const kernel = createKernel(loadQuantModule());
  const found = new Int32Array(SLOTS);
  const expected = new Int32Array(SLOTS);
  const competitorsOf = (slice: number) => ({
    ours: () => {
      for (let pass = 0; pass < OUR_PASSES; pass++) kernel.maxPain(day.callOi, day.putOi, SLOTS, STRIKES, found);
    },
    definition: () => {
      const end = ((slice + 1) * SLOTS) / SLICES;
      for (let slot = (slice * SLOTS) / SLICES; slot < end; slot++)
        expected[slot] = maxPainByDefinition(objects[slot]!);
    },
  });
  timeSlices(SLICES, WARM_UP_ROUNDS, competitorsOf);
  const wrong = found.findIndex((strike, slot) => strike !== expected[slot]);
  if (wrong >= 0) throw new Error(`max pain of slot ${wrong}: ${found[wrong]}, by definition ${expected[wrong]}`);
  const { ours, definition } = timeSlices(SLICES, short ? 41 : 201, competitorsOf);
  const passes = OUR_PASSES * SLICES;
  return [
    row(
      question,
      "max pain, 100 strikes x 376 minutes / O(n^2) definition in JS",
      speedRatio(definition, ours, passes),
    ),
    note(question, "max pain, spread of its rounds (quartiles, +-)", ratioSpread(definition, ours), ""),
    note(question, "max pain, 100 strikes x 376 minutes", (ours.total / passes) * 1e3, "us"),
  ];
}

/** The first strike at which all options together would pay least, as its definition says: every strike against every other. */
function maxPainByDefinition(chain: readonly StrikeInterest[]): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let end = 0; end < chain.length; end++) {
    let pain = 0;
    for (const { strike, callOi, putOi } of chain) {
      const move = chain[end]!.strike - strike;
      pain += move > 0 ? callOi * move : putOi * -move;
    }
    if (pain < least) {
      least = pain;
      best = end;
    }
  }
  return best;
}

/** Open interest that lies around a centre and wanders, slot after slot ([slot][strike]). */
function createDay() {
  const random = createRandom(20_260_818);
  const callOi = new Float64Array(SLOTS * STRIKES);
  const putOi = new Float64Array(SLOTS * STRIKES);
  for (let i = 0; i < STRIKES; i++) {
    for (const [column, centre] of [[callOi, 58] as const, [putOi, 42] as const]) {
      let lots = 40_000 * Math.exp(-(((i - centre) / 15) ** 2)) * (0.5 + random.next());
      for (let slot = 0; slot < SLOTS; slot++) {
        lots = Math.max(0, lots * (1 + 0.01 * random.normal()) + random.normal());
        column[slot * STRIKES + i] = LOT * Math.round(lots);
      }
    }
  }
  return { callOi, putOi };
}

function toObjects({ callOi, putOi }: ReturnType<typeof createDay>): StrikeInterest[][] {
  return Array.from({ length: SLOTS }, (_, slot) =>
    Array.from({ length: STRIKES }, (_, i) => ({
      strike: FIRST_STRIKE + i * STEP,
      callOi: callOi[slot * STRIKES + i]!,
      putOi: putOi[slot * STRIKES + i]!,
    })),
  );
}
