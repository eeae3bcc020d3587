/**
 * The quant core's standard workload, the same every time: 4,000 contracts of 5 underlyings, 4 expiries from minutes to 90
 * days, 100 strikes, calls and puts, a smile from about 9 % to 120 %, Black-Scholes at 10 %, prices rounded to the tick of
 * 0.05 (at least one tick), as an exchange would show them.
 */
import { plainValue } from "./plain-black.ts";

export interface WorkloadChain {
  readonly underlying: number;
  readonly years: number;
  readonly rate: number;
  readonly length: number;
  readonly strike: Float64Array;
  readonly callPrice: Float64Array;
  readonly putPrice: Float64Array;
}

const RATE = 0.1;
const TICK = 0.05;
const STRIKES = 100;
const MINUTE = 1 / 1440;

/** [spot, strike step, at-the-money IV, expiries in days] */
const UNDERLYINGS: readonly (readonly [number, number, number, readonly number[]])[] = [
  [24512.35, 50, 0.12, [25 * MINUTE, 1, 8, 34]],
  [52130.8, 100, 0.15, [85 * MINUTE, 6, 27, 62]],
  [80455.2, 100, 0.11, [3.2 / 24, 2, 9, 64]],
  [1301.4, 10, 0.22, [1, 29, 55, 83]],
  [823.15, 5, 0.26, [7, 36, 90, 90]],
];

export function createWorkload(): WorkloadChain[] {
  return UNDERLYINGS.flatMap(([spot, step, atmIv, days]) =>
    days.map((day) => createChain(spot, step, atmIv, day / 365)),
  );
}

function createChain(underlying: number, step: number, atmIv: number, years: number): WorkloadChain {
  const strike = new Float64Array(STRIKES);
  const callPrice = new Float64Array(STRIKES);
  const putPrice = new Float64Array(STRIKES);
  const lowest = (Math.round(underlying / step) - STRIKES / 2) * step;
  for (let i = 0; i < STRIKES; i++) {
    const k = lowest + i * step;
    const z = Math.log(k / underlying) / Math.sqrt(years);
    const iv = Math.min(1.2, Math.max(0.09, atmIv * (1 - 0.3 * z) + 0.12 * z * z));
    const option = { model: "spot", underlying, strike: k, years, rate: RATE } as const;
    strike[i] = k;
    callPrice[i] = onTick(plainValue({ ...option, isCall: true }, iv).price);
    putPrice[i] = onTick(plainValue({ ...option, isCall: false }, iv).price);
  }
  return { underlying, years, rate: RATE, length: STRIKES, strike, callPrice, putPrice };
}

function onTick(price: number): number {
  return Math.max(1, Math.round(price / TICK)) / (1 / TICK);
}
