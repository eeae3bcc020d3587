/** Exposure of open interest by strike and in all, and net gamma if the spot moved. */
import { createExposureReader, type Exposure, type ExposureReader } from "#chain/exposure.ts";
import { netGamma, zeroGamma } from "#chain/net-gamma.ts";
import { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { roomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { type DeriveInput, defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { pricedOnOf } from "#market/reference/pricing.ts";
import { spotFacts, standingFacts } from "#market/reference/spot-facts.ts";
import { screen } from "./screen.ts";
import type { Bars, Figure, Params, Snapshot } from "./snapshot.ts";

const CURVE_POINTS = 121;
/** The curve goes over the strikes that are shown, at least so far from the spot, at most as far as a zero is looked for. */
const LEAST_REACH = 0.01;
const MOST_REACH = 0.1;

interface Scratch {
  readonly readers: Map<IsoDate, ChainReader>;
  readonly exposures: ExposureReader;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({ readers: new Map(), exposures: createExposureReader() }),

  derive(input, scratch) {
    const { pane, params, kernel } = input;
    const own = openChain(input, pane.expiry, scratch);
    if (!own) return undefined;
    const { chains, missing, loading } = chainsOf(input, own, scratch);
    const exposure = scratch.exposures.of(kernel, chains, params.positive);
    const standing = standingFacts(own);
    const { from, to } = shownRange(exposure.strikes, standing.spot, params.range);
    const strikes = exposure.strikes.subarray(from, to);
    const bars = (figure: Figure): Bars => ({
      ce: exposure.ce[figure].subarray(from, to),
      pe: exposure.pe[figure].subarray(from, to),
    });
    return {
      spot: spotFacts(own),
      standing,
      pricedOn: pricedOnOf(own),
      positive: params.positive,
      expiry: params.scope === "all" ? undefined : pane.expiry,
      strikes,
      atm: exposure.strikes[nearest(exposure.strikes, standing.spot)] ?? Number.NaN,
      bars: { gamma: bars("gamma"), delta: bars("delta"), vega: bars("vega") },
      oi: { ce: exposure.ce.oi.subarray(from, to), pe: exposure.pe.oi.subarray(from, to) },
      totals: { gamma: net(exposure, "gamma"), delta: net(exposure, "delta"), vega: net(exposure, "vega") },
      byExpiry: chains.map(({ day }, i) => ({ expiry: day.expiry, ...exposure.totals[i]! })),
      curve: curveOf(kernel, exposure, strikes, standing.spot),
      zero: exposure.book.length === 0 ? Number.NaN : standing.spot * zeroGamma(kernel, exposure.book),
      left: exposure.left,
      leftOi: exposure.leftOi,
      hasOi: exposure.hasOi,
      missing,
      loading,
    };
  },
});

type Input = DeriveInput<Params, Kernel>;

function openChain({ market, pane, clock }: Input, expiry: IsoDate, { readers }: Scratch): ChainMoment | undefined {
  const reader = readers.get(expiry) ?? createChainReader();
  readers.set(expiry, reader);
  return reader.open({ market, pane: { ...pane, expiry }, clock });
}

/** The chains that take part, and how many of the listed ones are not there. */
function chainsOf(input: Input, own: ChainMoment, scratch: Scratch) {
  const { market, pane, params } = input;
  const chains: ChainMoment[] = [];
  let missing = 0;
  let loading = 0;
  for (const expiry of params.scope === "all" ? pane.expiries : [pane.expiry]) {
    const at = expiry === pane.expiry ? own : openChain(input, expiry, scratch);
    if (at) chains.push(at);
    else if (market.missing(roomName(pane.symbol, expiry))) missing++;
    else loading++;
  }
  return { chains, missing, loading };
}

/** Of all strikes of all chains. */
const net = ({ totals }: Exposure, figure: Figure): number => totals.reduce((sum, one) => sum + one[figure], 0);

/** The place of the strike nearest to the price; the lower one of two. -1 without either. */
function nearest(strikes: Float64Array, price: number): number {
  let best = -1;
  for (let i = 0; i < strikes.length; i++)
    if (best < 0 ? !Number.isNaN(price) : Math.abs(strikes[i]! - price) < Math.abs(strikes[best]! - price)) best = i;
  return best;
}

function shownRange(strikes: Float64Array, spot: number, each: number): { readonly from: number; readonly to: number } {
  const atm = nearest(strikes, spot);
  if (each >= ALL_STRIKES || atm < 0) return { from: 0, to: strikes.length };
  return { from: Math.max(0, atm - each), to: Math.min(strikes.length, atm + each + 1) };
}

function curveOf(kernel: Kernel, { book }: Exposure, strikes: Float64Array, spot: number): Snapshot["curve"] {
  const [low, high] = [strikes[0], strikes.at(-1)];
  if (book.length === 0 || low === undefined || high === undefined || Number.isNaN(spot))
    return { spots: new Float64Array(0), gamma: new Float64Array(0) };
  const from = Math.max(Math.min(low / spot, 1 - LEAST_REACH), 1 - MOST_REACH);
  const to = Math.min(Math.max(high / spot, 1 + LEAST_REACH), 1 + MOST_REACH);
  const step = Math.log(to / from) / (CURVE_POINTS - 1);
  const spots = Float64Array.from({ length: CURVE_POINTS }, (_, i) => spot * from * Math.exp(i * step));
  return { spots, gamma: netGamma(kernel, book, from, to, CURVE_POINTS) };
}
