/**
 * The figure of every random contract beside the specification's own procedure, run to the letter. 5,000 contracts, or as
 * many as FIDELITY_CONTRACTS says (a million take half a minute).
 */
import { describe, expect, it } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { createChainGreeks } from "./chain-columns.ts";
import { createSideDisplay, roundForDisplay } from "./display.ts";
import { createKernel } from "./kernel.ts";
import type { PlainOption } from "./testing/plain-black.ts";
import { type PricedOption, randomContracts } from "./testing/random-contracts.ts";
import { specNewtonIv } from "./testing/spec-newton.ts";
import { VARIANTS } from "./variant.ts";

const COUNT = Number(process.env["FIDELITY_CONTRACTS"] ?? 5000);

const specIv = (option: PlainOption, price: number) => Math.round(specNewtonIv(option, price) * 1e4) / 100;

/** Whether the procedure, in plain doubles, is sure of its figure: the same a few roundings of its own prices to either side. */
function isSure(option: PlainOption, price: number, figure: number): boolean {
  const slack = 1e-14 * (option.underlying + option.strike);
  return specIv(option, price - slack) === figure && specIv(option, price + slack) === figure;
}

/** Where the procedure shows 0 although the price has a root: what the contract has to be. display.test.ts lists the classes. */
function isKnownOvershoot({ option }: PricedOption, shown: number): boolean {
  const { isCall, underlying, strike, years } = option;
  const isIn = isCall ? strike < underlying : strike > underlying;
  return shown > 600 || (isIn && years < 1 / 365);
}

describe.each(VARIANTS)("the %s build on random contracts", (variant) => {
  it(`shows the IV of the specification's procedure wherever that converges (${COUNT} contracts)`, () => {
    const kernel = createKernel(loadQuantModule(variant));
    const out = createChainGreeks(1);
    const shown = createSideDisplay(1);
    const [strike, callPrice, putPrice] = [new Float64Array(1), new Float64Array(1), new Float64Array(1)];
    const wrong: { contract: PricedOption; shown: number; spec: number }[] = [];
    let same = 0;
    let unsure = 0;
    for (const contract of randomContracts(COUNT, 20_260_727)) {
      const { option, price } = contract;
      strike[0] = option.strike;
      callPrice[0] = option.isCall ? price : 0;
      putPrice[0] = option.isCall ? 0 : price;
      kernel.priceChain({ length: 1, strike, callPrice, putPrice }, option, out);
      roundForDisplay(option.isCall ? out.call : out.put, 1, shown);
      const iv = shown.iv[0]!;
      const spec = specIv(option, price);
      if (iv === spec) {
        same++;
        continue;
      }
      if (!isSure(option, price, spec)) unsure++;
      else if (!(spec === 0 && isKnownOvershoot(contract, iv))) wrong.push({ contract, shown: iv, spec });
    }
    expect(wrong).toEqual([]);
    expect(same).toBeGreaterThan(0.98 * COUNT);
    expect(unsure).toBeLessThan(0.015 * COUNT); // deep in the money, almost all intrinsic value
  }, 600_000);
});
