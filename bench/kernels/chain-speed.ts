/** The whole chain, IV and greeks and probabilities of every contract of the workload, beside others that give them. */
import { type ChainGreeks, createChainGreeks } from "#kernel/chain-columns.ts";
import { createKernel } from "#kernel/kernel.ts";
import { createWorkload, type WorkloadChain } from "#kernel/testing/workload.ts";
import { VARIANTS, type Variant } from "#kernel/variant.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { absent, interleave, median, medianRatio, note, type Row, row, spread } from "../report.ts";
import { buildNativePeer, type NativePeer } from "./lets-be-rational.ts";
import { newtonChain } from "./newton.ts";

/** bench/peers/kernels/floe.js: plain JavaScript, since its package is installed only when a bench asks for it. */
interface FloePeer {
  priceChain(chain: WorkloadChain, out: ChainGreeks): void;
}

/** Ours takes so much less than its peers that a slice of it is the workload several times over. */
const OUR_PASSES = 8;
/** Until V8 has replaced its first, quick code of the module and of the peers by its best. */
const WARM_UP_ROUNDS = 25;
/** A process of its own a round, which warms itself up: its turn does not come every round. */
const NATIVE_ROUNDS = 15;

interface Chains {
  readonly chains: readonly WorkloadChain[];
  readonly contracts: number;
}

const createResults = ({ chains }: Chains): ChainGreeks[] => chains.map(({ length }) => createChainGreeks(length));

export async function chainSpeedRows(question: string, short: boolean, native: string | undefined): Promise<Row[]> {
  const workload = createWorkload();
  const all = { chains: workload, contracts: workload.reduce((sum, { length }) => sum + 2 * length, 0) };
  const rounds = short ? 41 : 201;
  return [
    ...(await peerRows(question, all, rounds)),
    ...nativeRows(question, all, native),
    ...buildRows(question, all, rounds),
  ];
}

/** A function that prices the workload once with a build of the core, and what it fills. */
function createPricing({ chains, contracts }: Chains, variant: Variant) {
  const kernel = createKernel(loadQuantModule(variant));
  const results = createResults({ chains, contracts });
  const models = chains.map(({ underlying, years, rate }) => ({ model: "spot" as const, underlying, years, rate }));
  const price = () => {
    for (let c = 0; c < chains.length; c++) kernel.priceChain(chains[c]!, models[c]!, results[c]!);
  };
  return { price, results };
}

async function peerRows(question: string, all: Chains, rounds: number): Promise<Row[]> {
  const { chains, contracts } = all;
  const path = new URL("../peers/kernels/floe.js", import.meta.url).href;
  const floe = (await import(path)) as FloePeer;
  const { price, results } = createPricing(all, "simd");
  const [newtonResults, floeResults] = [createResults(all), createResults(all)];
  const competitors = {
    ours: () => {
      for (let pass = 0; pass < OUR_PASSES; pass++) price();
    },
    newton: () => {
      for (let c = 0; c < chains.length; c++) {
        newtonChain(chains[c]!, true, newtonResults[c]!.call);
        newtonChain(chains[c]!, false, newtonResults[c]!.put);
      }
    },
    floe: () => {
      for (let c = 0; c < chains.length; c++) floe.priceChain(chains[c]!, floeResults[c]!);
    },
  };
  interleave(WARM_UP_ROUNDS, competitors);
  assertSameIvs(results, newtonResults);
  const times = interleave(rounds, competitors);
  const ours = times.ours.map((ms) => ms / OUR_PASSES);
  const nanoseconds = (ms: readonly number[]): number => (median(ms) * 1e6) / contracts;
  return [
    row(question, "chain: IV, greeks, probabilities / spec Newton in JS", medianRatio(times.newton, ours)),
    row(question, "chain: IV, greeks, probabilities / floe", medianRatio(times.floe, ours)),
    note(question, "chain / spec Newton, spread of its rounds (quartiles, +-)", spread(times.newton, ours), ""),
    note(question, "chain / floe, spread of its rounds (quartiles, +-)", spread(times.floe, ours), ""),
    note(question, "chain, ns a contract: SIMD build", nanoseconds(ours), "ns"),
    note(question, "chain, ns a contract: spec Newton in JS", nanoseconds(times.newton), "ns"),
    note(question, "chain, ns a contract: floe", nanoseconds(times.floe), "ns"),
    note(question, "floe: share of IVs right to 2 decimals", shareEqual(results, floeResults), ""),
  ];
}

/** A figure counts only if Newton is the specification's: where it converges it rounds what the kernel solves. */
function assertSameIvs(ours: readonly ChainGreeks[], newton: readonly ChainGreeks[]): void {
  forEachIv(ours, newton, (iv, theirs) => {
    if (theirs !== 0 && Math.abs(iv - theirs) > 5.001e-5) throw new Error(`spec Newton gave IV ${theirs}, not ${iv}`);
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

const NATIVE = "chain: IV, greeks, probabilities / Let's Be Rational, native C++";

function nativeRows(question: string, all: Chains, checkout: string | undefined): Row[] {
  if (checkout === undefined) return [absent(question, NATIVE, "not present (--native <folder>)")];
  const peer = buildNativePeer(checkout, all.chains);
  try {
    return [...timeNative(question, all, peer)];
  } finally {
    peer.remove();
  }
}

function timeNative(question: string, all: Chains, peer: NativePeer): Row[] {
  const { price, results } = createPricing(all, "simd");
  const solved = results.flatMap(({ call, put }) => [call.iv, put.iv]);
  const native: number[] = [];
  const competitors = {
    ours: () => {
      for (let pass = 0; pass < OUR_PASSES; pass++) price();
    },
    native: () => {
      native.push(peer.pass());
    },
  };
  for (let i = 0; i < WARM_UP_ROUNDS; i++) competitors.ours();
  const theirs = peer.ivs();
  const ivs = solved.flatMap((column) => [...column]);
  const wrong = ivs.findIndex(
    (iv, i) => Math.abs(iv - (theirs[i] ?? Number.NaN)) > 1e-8 || theirs.length !== ivs.length,
  );
  if (wrong >= 0) throw new Error(`Let's Be Rational gave IV ${theirs[wrong]}, not ${ivs[wrong]}`);
  const ours = interleave(NATIVE_ROUNDS, competitors).ours.map((ms) => (ms * 1e6) / OUR_PASSES);
  return [
    row(question, NATIVE, medianRatio(native, ours)),
    note(question, "chain / Let's Be Rational, spread of its rounds (quartiles, +-)", spread(native, ours), ""),
    note(question, "chain, ns a contract: Let's Be Rational", median(native) / all.contracts, "ns"),
  ];
}

/** The other builds beside the reference: what a browser gains or loses by them. */
function buildRows(question: string, all: Chains, rounds: number): Row[] {
  const pricings = new Map(VARIANTS.map((variant) => [variant, createPricing(all, variant).price]));
  const competitors = Object.fromEntries(
    [...pricings].map(([variant, price]) => [
      variant,
      () => {
        for (let pass = 0; pass < OUR_PASSES; pass++) price();
      },
    ]),
  ) as Record<Variant, () => void>;
  interleave(WARM_UP_ROUNDS, competitors);
  const times = interleave(rounds, competitors);
  return [
    note(question, "chain: relaxed SIMD build / SIMD build", medianRatio(times.simd, times.relaxed), "x"),
    note(question, "chain: scalar build / SIMD build", medianRatio(times.simd, times.scalar), "x"),
  ];
}
