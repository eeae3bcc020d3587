/**
 * The whole chain, IV and greeks and probabilities of every contract of the workload, beside others that give them: by the
 * relaxed build, which the browsers of the product run (workers/kernel/variant.ts), and by the reference, SIMD.
 */
import type { ChainGreeks } from "#kernel/chain-columns.ts";
import { createWorkload, type WorkloadChain } from "#kernel/testing/workload.ts";
import { note, type Row, row } from "../report.ts";
import { nativeSpeedRows } from "./native-speed.ts";
import { NEWTON_ERROR, newtonChain } from "./newton.ts";
import { countContracts, createPricing, createResults } from "./pricing.ts";
import { ratioSpread, speedRatio, type Timing, timeSlices } from "./slices.ts";

/** bench/peers/kernels/floe.js: plain JavaScript, since its package is installed only when a bench asks for it. */
interface FloePeer {
  priceChain(chain: WorkloadChain, out: ChainGreeks): void;
}

/** Ours takes so much less than its peers that a slice of it, a chain of 200 contracts, is priced many times over. */
const OUR_PASSES = 40;
/** Until V8 has compiled the peers. */
const WARM_UP_ROUNDS = 5;
export async function chainSpeedRows(question: string, short: boolean, native: string | undefined): Promise<Row[]> {
  const chains = createWorkload();
  const rounds = short ? 21 : 61;
  return [
    ...(await peerRows(question, chains, rounds)),
    ...nativeSpeedRows(question, chains, native),
    ...buildRows(question, chains, rounds),
  ];
}

async function peerRows(question: string, chains: readonly WorkloadChain[], rounds: number): Promise<Row[]> {
  const path = new URL("../peers/kernels/floe.js", import.meta.url).href;
  const floe = (await import(path)) as FloePeer;
  const [relaxed, simd] = [createPricing(chains, "relaxed"), createPricing(chains, "simd")];
  const [newtonResults, floeResults] = [createResults(chains), createResults(chains)];
  const competitorsOf = (c: number) => ({
    relaxed: () => relaxed.price(c, OUR_PASSES),
    simd: () => simd.price(c, OUR_PASSES),
    newton: () => {
      newtonChain(chains[c]!, true, newtonResults[c]!.call);
      newtonChain(chains[c]!, false, newtonResults[c]!.put);
    },
    floe: () => floe.priceChain(chains[c]!, floeResults[c]!),
  });
  timeSlices(chains.length, WARM_UP_ROUNDS, competitorsOf);
  for (const { results } of [relaxed, simd]) assertSameIvs(results, newtonResults);
  const times = timeSlices(chains.length, rounds, competitorsOf);
  const { newton, floe: theirs } = times;
  const contracts = countContracts(chains);
  const nanoseconds = ({ total }: Timing): number => (total * 1e6) / contracts;
  return [
    row(
      question,
      "chain, relaxed build: IV, greeks, probabilities / spec Newton in JS",
      speedRatio(newton, times.relaxed, OUR_PASSES),
    ),
    row(
      question,
      "chain, SIMD build: IV, greeks, probabilities / spec Newton in JS",
      speedRatio(newton, times.simd, OUR_PASSES),
    ),
    row(question, "chain, SIMD build: IV, greeks, probabilities / floe", speedRatio(theirs, times.simd, OUR_PASSES)),
    note(question, "chain / spec Newton, spread of its rounds (quartiles, +-)", ratioSpread(newton, times.relaxed), ""),
    note(question, "chain / floe, spread of its rounds (quartiles, +-)", ratioSpread(theirs, times.simd), ""),
    note(question, "chain, ns a contract: relaxed build", nanoseconds(times.relaxed) / OUR_PASSES, "ns"),
    note(question, "chain, ns a contract: SIMD build", nanoseconds(times.simd) / OUR_PASSES, "ns"),
    note(question, "chain, ns a contract: spec Newton in JS", nanoseconds(newton), "ns"),
    note(question, "chain, ns a contract: floe", nanoseconds(theirs), "ns"),
    note(question, "floe: share of IVs right to 2 decimals", shareEqual(simd.results, floeResults), ""),
  ];
}

/** A figure counts only if Newton is the specification's: where it converges it rounds what the kernel solves. */
function assertSameIvs(ours: readonly ChainGreeks[], newton: readonly ChainGreeks[]): void {
  forEachIv(ours, newton, (iv, theirs) => {
    if (theirs !== 0 && Math.abs(iv - theirs) > NEWTON_ERROR)
      throw new Error(`spec Newton gave IV ${theirs}, not ${iv}`);
  });
}

function shareEqual(ours: readonly ChainGreeks[], percents: readonly ChainGreeks[]): number {
  let [solved, equal] = [0, 0];
  forEachIv(ours, percents, (iv, theirs) => {
    if (iv === 0) return;
    solved++;
    if (Math.round(iv * 1e4) === Math.round(theirs * 100)) equal++;
  });
  return equal / solved;
}

function forEachIv(
  ours: readonly ChainGreeks[],
  theirs: readonly ChainGreeks[],
  visit: (iv: number, theirs: number) => void,
): void {
  for (let c = 0; c < ours.length; c++)
    for (const side of ["call", "put"] as const)
      for (let i = 0; i < ours[c]![side].iv.length; i++) visit(ours[c]![side].iv[i]!, theirs[c]![side].iv[i]!);
}

/** The other builds beside the reference: what a browser gains or loses by them. */
function buildRows(question: string, chains: readonly WorkloadChain[], rounds: number): Row[] {
  const [simd, relaxed, scalar] = (["simd", "relaxed", "scalar"] as const).map((variant) =>
    createPricing(chains, variant),
  );
  const competitorsOf = (c: number) => ({
    simd: () => simd!.price(c, OUR_PASSES),
    relaxed: () => relaxed!.price(c, OUR_PASSES),
    scalar: () => scalar!.price(c, OUR_PASSES),
  });
  timeSlices(chains.length, WARM_UP_ROUNDS, competitorsOf);
  const times = timeSlices(chains.length, rounds, competitorsOf);
  return [
    note(question, "chain: relaxed SIMD build / SIMD build", speedRatio(times.simd, times.relaxed, 1), "x"),
    note(question, "chain: scalar build / SIMD build", speedRatio(times.simd, times.scalar, 1), "x"),
  ];
}
