/**
 * Random contracts as they may be quoted, the same for the same seed: one minute to 90 days, IV 5 % to 300 % (USDINR 1.5 % to
 * 30 %), strikes up to 4.5 standard deviations away, half of the prices on the tick, half at full precision.
 */
import { type PlainOption, plainValue } from "./plain-black.ts";

export interface PricedOption {
  readonly option: PlainOption;
  readonly price: number;
}

const MINUTE = 1 / 525_600;
const QUARTER = 90 / 365;

export function* randomContracts(count: number, seed: number): Generator<PricedOption> {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const logBetween = (low: number, high: number) => Math.exp(between(Math.log(low), Math.log(high)));
  for (let i = 0; i < count; i++) {
    const isCurrency = random() < 0.2;
    const underlying = isCurrency ? between(80, 95) : logBetween(80, 90_000);
    const years = logBetween(MINUTE, QUARTER);
    const sigma = isCurrency ? logBetween(0.015, 0.3) : logBetween(0.05, 3);
    const strike = underlying * Math.exp(between(-4.5, 4.5) * sigma * Math.sqrt(years));
    const option: PlainOption = {
      model: isCurrency ? "usdinr" : "spot",
      isCall: random() < 0.5,
      underlying: round(underlying, isCurrency ? 0.0025 : 0.05),
      strike: round(strike, isCurrency ? 0.25 : 0.5),
      years,
      rate: isCurrency ? between(0.05, 0.08) : 0.1,
    };
    const { price } = plainValue(option, sigma);
    const tick = isCurrency ? 0.0025 : 0.05;
    yield { option, price: random() < 0.5 ? Math.max(tick, round(price, tick)) : price };
  }
}

function round(x: number, step: number): number {
  return Math.round(x / step) / (1 / step);
}

/** Marsaglia's xorshift32: uniform on [0, 1). */
function createRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}
