/**
 * Do screens show the specification's figure? The IV of 2 decimals beside its own Newton iteration (textbook formulas,
 * `testing/spec-newton.ts`) wherever that converges: on the workload and, in the full form, on a million random contracts.
 */
import { type ChainGreeks, createChainGreeks } from "#kernel/chain-columns.ts";
import { createSideDisplay, roundForDisplay } from "#kernel/display.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { plainValue } from "#kernel/testing/plain-black.ts";
import { specNewtonIv } from "#kernel/testing/spec-newton.ts";
import { createWorkload, type WorkloadChain } from "#kernel/testing/workload.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { absent, note, type Row, row } from "../report.ts";
import { createRandom } from "../synthetic/random.ts";

const RANDOM_CONTRACTS = 1_000_000;
const STRIKES = 100;
const RATE = 0.1;
const TICK = 0.05;
const SPOTS = [24_512.35, 52_130.8, 80_455.2, 1_301.4, 823.15];
const MINUTE = 1 / 525_600;
const LONGEST = 90 / 365;

interface Tally {
  converged: number;
  equal: number;
  /** Differences where the iteration's own doubles leave its last digit open. */
  unsure: number;
}

export function shownIvRows(question: string, short: boolean): Row[] {
  const kernel = createKernel(loadQuantModule());
  const workload = compare(kernel, createWorkload());
  const random = "IV to 2 decimals equal to spec Newton, share of 10^6 random contracts";
  return [
    row(question, "IV to 2 decimals equal to spec Newton, share of the workload", workload.equal / workload.converged),
    note(question, "contracts of the workload where spec Newton converges", workload.converged, ""),
    ...(short ? [absent(question, random, "full form only")] : randomRows(question, random, kernel)),
  ];
}

function randomRows(question: string, what: string, kernel: Kernel): Row[] {
  const tally = compare(kernel, createRandomChains(RANDOM_CONTRACTS / (2 * STRIKES)));
  return [
    row(question, what, tally.equal / (tally.converged - tally.unsure)),
    note(question, "random contracts where spec Newton converges", tally.converged, ""),
    note(question, "random contracts on a tie that its own doubles do not decide", tally.unsure, ""),
  ];
}

function compare(kernel: Kernel, chains: Iterable<WorkloadChain>): Tally {
  const tally = { converged: 0, equal: 0, unsure: 0 };
  const out = createChainGreeks(STRIKES);
  for (const chain of chains) {
    kernel.priceChain(chain, { model: "spot", ...chain }, out);
    compareSide(chain, true, out, tally);
    compareSide(chain, false, out, tally);
  }
  return tally;
}

function compareSide(chain: WorkloadChain, isCall: boolean, out: ChainGreeks, tally: Tally): void {
  const { underlying, years, rate, length } = chain;
  const shown = createSideDisplay(length);
  roundForDisplay(isCall ? out.call : out.put, length, shown);
  for (let i = 0; i < length; i++) {
    const option = { model: "spot", isCall, underlying, strike: chain.strike[i]!, years, rate } as const;
    const price = (isCall ? chain.callPrice : chain.putPrice)[i]!;
    const specIv = (of: number): number => Math.round(specNewtonIv(option, of) * 1e4) / 100;
    const expected = specIv(price);
    if (expected === 0) continue;
    tally.converged++;
    if (shown.iv[i] === expected) tally.equal++;
    else {
      // A few roundings of the price to either side, and the reference itself shows another figure.
      const slack = 2e-15 * (underlying + option.strike);
      if (specIv(price - slack) !== specIv(price + slack)) tally.unsure++;
    }
  }
}

/** Expiries from a minute to 90 days (even in the logarithm), IVs from 5 % to 300 %, up to 4.5 deviations, every other chain on ticks. */
function* createRandomChains(count: number): Generator<WorkloadChain> {
  const random = createRandom(20_261_120);
  const between = (low: number, high: number): number => low + (high - low) * random.next();
  const column = (): Float64Array => new Float64Array(STRIKES);
  for (let c = 0; c < count; c++) {
    const underlying = SPOTS[c % SPOTS.length]!;
    const years = Math.exp(between(Math.log(MINUTE), Math.log(LONGEST)));
    const chain = {
      underlying,
      years,
      rate: RATE,
      length: STRIKES,
      strike: column(),
      callPrice: column(),
      putPrice: column(),
    };
    for (let i = 0; i < STRIKES; i++) {
      const sigma = between(0.05, 3);
      const width = sigma * Math.sqrt(years);
      const strike = Math.round(underlying * Math.exp(between(-4.5, 4.5) * width + RATE * years) * 100) / 100;
      const option = { model: "spot", underlying, strike, years, rate: RATE } as const;
      const call = plainValue({ ...option, isCall: true }, sigma).price;
      const put = plainValue({ ...option, isCall: false }, sigma).price;
      chain.strike[i] = strike;
      chain.callPrice[i] = c % 2 === 0 ? onTick(call) : call;
      chain.putPrice[i] = c % 2 === 0 ? onTick(put) : put;
    }
    yield chain;
  }
}

const onTick = (price: number): number => Math.max(1, Math.round(price / TICK)) / (1 / TICK);
