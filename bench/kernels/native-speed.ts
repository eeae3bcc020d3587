/** The whole chain beside Let's Be Rational as native code, where its sources are. */
import type { ChainGreeks } from "#kernel/chain-columns.ts";
import type { WorkloadChain } from "#kernel/testing/workload.ts";
import { absent, median, medianRatio, note, type Row, row, spread } from "../report.ts";
import { buildNativePeer, type NativePeer } from "./lets-be-rational.ts";
import { countContracts, createPricing } from "./pricing.ts";
import { timeSlices } from "./slices.ts";

/** A process of its own a round, which warms itself up. */
const ROUNDS = 21;
const PASSES = 9;
const OUR_PASSES = 16;
/** Below the money the peer's callers take prices apart in plain doubles, which costs digits. */
const TOLERANCE = 1e-8;

const NATIVE = "chain: IV, greeks, probabilities / Let's Be Rational, native C++";

export function nativeSpeedRows(
  question: string,
  chains: readonly WorkloadChain[],
  checkout: string | undefined,
): Row[] {
  if (checkout === undefined) return [absent(question, NATIVE, "not present (--native)")];
  const peer = buildNativePeer(checkout, chains);
  try {
    return timeNative(question, chains, peer);
  } finally {
    peer.remove();
  }
}

function timeNative(question: string, chains: readonly WorkloadChain[], peer: NativePeer): Row[] {
  const { price, results } = createPricing(chains, "simd");
  assertNativeIvs(results, peer.ivs());
  const [ours, native]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    // On both sides a slice is a chain, for as long, and the middle one of a few counts.
    const slices = timeSlices(chains.length, PASSES, (c) => ({ ours: () => price(c, OUR_PASSES) }));
    ours.push((slices.ours.total * 1e6) / OUR_PASSES);
    native.push(peer.pass(PASSES));
  }
  return [
    row(question, NATIVE, medianRatio(native, ours)),
    note(question, "chain / Let's Be Rational, spread of its rounds (quartiles, +-)", spread(native, ours), ""),
    note(question, "chain, ns a contract: Let's Be Rational", median(native) / countContracts(chains), "ns"),
  ];
}

function assertNativeIvs(ours: readonly ChainGreeks[], theirs: readonly number[]): void {
  const ivs = ours.flatMap(({ call, put }) => [...call.iv, ...put.iv]);
  const wrong = ivs.findIndex((iv, i) => !(Math.abs(iv - (theirs[i] ?? Number.NaN)) < TOLERANCE));
  if (wrong >= 0) throw new Error(`Let's Be Rational gave IV ${theirs[wrong]}, not ${ivs[wrong]}`);
}
