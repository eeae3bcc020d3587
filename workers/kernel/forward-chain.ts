/** Forward mode: Black-76 with one IV a strike, taken from its out-of-the-money side, so that call and put agree. */
import type { ChainGreeks, ChainInput, ChainModel } from "./chain-columns.ts";
import type { Kernel } from "./kernel.ts";

/** Where the model's own prices at the shared IV go (rupees); as long as the chain. */
export interface ChainPrices {
  readonly callPrice: Float64Array;
  readonly putPrice: Float64Array;
}

/**
 * Prices -> one IV a strike and both sides' greeks on it. The out-of-the-money side is the call at and above the
 * forward, the put below; where that side has no IV the other side's is taken, and where neither has one, none.
 */
export function priceForwardChain(
  kernel: Pick<Kernel, "priceChain" | "valueChain">,
  input: ChainInput,
  model: ChainModel,
  out: ChainGreeks,
  modelPrices: ChainPrices,
): void {
  kernel.priceChain(input, model, out);
  for (let i = 0; i < input.length; i++) {
    const callIv = out.call.iv[i]!;
    const putIv = out.put.iv[i]!;
    const iv = input.strike[i]! >= model.underlying ? callIv || putIv : putIv || callIv;
    out.call.iv[i] = iv;
    out.put.iv[i] = iv;
  }
  kernel.valueChain(input.length, input.strike, model, out, modelPrices.callPrice, modelPrices.putPrice);
}
