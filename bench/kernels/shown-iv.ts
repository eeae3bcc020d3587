/**
 * Do screens show the specification's figure? The IV of 2 decimals beside its own Newton iteration (textbook formulas,
 * `testing/spec-newton.ts`) wherever that converges: on the workload and, in the full form, on a million random contracts.
 */
import { createChainGreeks } from "#kernel/chain-columns.ts";
import { createSideDisplay, roundForDisplay } from "#kernel/display.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { type PricedOption, randomContracts } from "#kernel/testing/random-contracts.ts";
import { specNewtonIv } from "#kernel/testing/spec-newton.ts";
import { createWorkload } from "#kernel/testing/workload.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { absent, note, type Row, row } from "../report.ts";

const RANDOM_CONTRACTS = 1_000_000;
const SEED = 20_261_120;

interface Tally {
  converged: number;
  equal: number;
  /** Differences where the iteration's own doubles leave the figure open: deep in the money, almost all intrinsic value. */
  unsure: number;
}

export function shownIvRows(question: string, short: boolean): Row[] {
  const kernel = createKernel(loadQuantModule());
  const workload = compare(kernel, workloadContracts());
  const random = "IV to 2 decimals equal to spec Newton, share of 10^6 random contracts";
  return [
    row(question, "IV to 2 decimals equal to spec Newton, share of the workload", workload.equal / workload.converged),
    note(question, "contracts of the workload where spec Newton converges", workload.converged, ""),
    ...(short ? [absent(question, random, "full form only")] : randomRows(question, random, kernel)),
  ];
}

function randomRows(question: string, what: string, kernel: Kernel): Row[] {
  const tally = compare(kernel, randomContracts(RANDOM_CONTRACTS, SEED));
  return [
    row(question, what, tally.equal / (tally.converged - tally.unsure)),
    note(question, "random contracts where spec Newton converges", tally.converged, ""),
    note(question, "random contracts on which its own doubles do not decide (deep in the money)", tally.unsure, ""),
  ];
}

function compare(kernel: Kernel, contracts: Iterable<PricedOption>): Tally {
  const tally = { converged: 0, equal: 0, unsure: 0 };
  const shownIv = createShownIv(kernel);
  for (const contract of contracts) {
    const { option, price } = contract;
    const specIv = (of: number): number => Math.round(specNewtonIv(option, of) * 1e4) / 100;
    const expected = specIv(price);
    if (!(expected > 0)) continue;
    tally.converged++;
    if (shownIv(contract) === expected) tally.equal++;
    else {
      // A few roundings of its own prices to either side, and the reference itself shows another figure.
      const slack = 1e-14 * (option.underlying + option.strike);
      if (specIv(price - slack) !== expected || specIv(price + slack) !== expected) tally.unsure++;
    }
  }
  return tally;
}

/** @returns a function that gives a contract's IV as screens show it, in percent */
function createShownIv(kernel: Kernel): (contract: PricedOption) => number {
  const out = createChainGreeks(1);
  const shown = createSideDisplay(1);
  const [strike, callPrice, putPrice] = [new Float64Array(1), new Float64Array(1), new Float64Array(1)];
  const input = { length: 1, strike, callPrice, putPrice };
  return ({ option, price }) => {
    strike[0] = option.strike;
    callPrice[0] = option.isCall ? price : 0;
    putPrice[0] = option.isCall ? 0 : price;
    kernel.priceChain(input, option, out);
    roundForDisplay(option.isCall ? out.call : out.put, 1, shown);
    return shown.iv[0]!;
  };
}

function* workloadContracts(): Generator<PricedOption> {
  for (const { underlying, years, rate, length, ...chain } of createWorkload())
    for (let i = 0; i < length; i++)
      for (const isCall of [true, false]) {
        const option = { model: "spot", isCall, underlying, strike: chain.strike[i]!, years, rate } as const;
        yield { option, price: (isCall ? chain.callPrice : chain.putPrice)[i]! };
      }
}
