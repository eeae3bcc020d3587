/** Options at the textbook's prices, to the paisa, for tests that look for the IVs they were made with. */
import { plainValue } from "#kernel/testing/plain-black.ts";
import type { StrikeCells } from "#market/__fixtures__/room.ts";

export interface PricedStrikes {
  readonly strikes: readonly number[];
  /** Black-Scholes at the rate of 10 %, or Black-76 on a forward. */
  readonly model: "spot" | "forward";
  readonly underlying: number;
  readonly years: number;
  /** A fraction, by strike. */
  iv(strike: number): number;
  readonly previous?: Omit<PricedStrikes, "strikes" | "previous" | "oi">;
  oi?(strike: number, side: "ce" | "pe"): number;
}

export function pricedStrikes(chain: PricedStrikes): StrikeCells[] {
  const price = ({ model, underlying, years, iv }: Omit<PricedStrikes, "strikes">, strike: number, isCall: boolean) =>
    plainValue({ model, isCall, underlying, strike, years, rate: 0.1 }, iv(strike)).price;
  return chain.strikes.map((strike) => {
    const side = (name: "ce" | "pe") => ({
      ltp: price(chain, strike, name === "ce"),
      vol: 650,
      ...(chain.oi && { oi: chain.oi(strike, name) }),
      ...(chain.previous && { prevClose: price(chain.previous, strike, name === "ce") }),
    });
    return { strike, ce: side("ce"), pe: side("pe") };
  });
}
