/** Net gamma of 1,500 options (all expiries of an index) at 401 spots, beside an exponential for each in plain JavaScript. */
import { type GammaBook, gammaOverSpots, type SpotGrid } from "#kernel/calls/gamma-calls.ts";
import { createKernel } from "#kernel/kernel.ts";
import { plainGamma } from "#kernel/testing/plain-gamma.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { interleave, median, note, type Row, row } from "../report.ts";
import { createRandom } from "../synthetic/random.ts";

const OPTIONS = 1_500;
const GRID: SpotGrid = { first: Math.log(0.9), step: Math.log(1.1 / 0.9) / 400, count: 401 };
const PASSES = 10;

function createBook(): GammaBook {
  const random = createRandom(20_260_818);
  const column = (value: () => number): Float64Array => Float64Array.from({ length: OPTIONS }, value);
  return {
    length: OPTIONS,
    centre: column(() => (random.next() - 0.5) * 0.2),
    vol: column(() => 0.003 + random.next() * 0.15),
    weight: column(() => (random.next() - 0.5) * 1e9),
  };
}

export function netGammaRows(question: string, short: boolean): Row[] {
  const { core } = createKernel(loadQuantModule());
  const book = createBook();
  const out = new Float64Array(GRID.count);
  let expected = new Float64Array(0);
  const competitors = {
    ours: () => {
      for (let pass = 0; pass < PASSES; pass++) gammaOverSpots(core, book, GRID, out);
    },
    plain: () => {
      expected = plainGamma(book, GRID) as Float64Array<ArrayBuffer>;
    },
  };
  interleave(5, competitors); // compiled before it counts
  const times = interleave(short ? 21 : 61, competitors);
  const size = Math.max(...expected.map(Math.abs));
  out.forEach((value, spot) => {
    if (!(Math.abs(value - expected[spot]!) <= 1e-9 * size)) throw new Error(`net gamma at spot ${spot}: ${value}`);
  });
  const ours = times.ours.map((time) => time / PASSES);
  return [
    row(
      question,
      "net gamma, 1,500 options x 401 spots / an exponential each in JS",
      median(ours.map((time, i) => times.plain[i]! / time)),
    ),
    note(question, "net gamma, 1,500 options x 401 spots", median(ours) * 1e3, "us"),
  ];
}
