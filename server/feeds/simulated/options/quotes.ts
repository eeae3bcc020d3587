/**
 * Bid and ask around a fair price: width by premium and moneyness, sizes in lots.
 *
 * Widths were measured by premium on five expiries of NIFTY (near the money 0.2 % of the premium on a near weekly,
 * 0.3 % on a monthly) and explode in the money.
 *
 * Hot: runs for every quote.
 */

import { draw, roughNormal, uniform } from "../exchange/random.ts";
import { alongLog, type Curve } from "../underlyings/facts.ts";
import type { Depth, Liquidity } from "./liquidity.ts";

/** The level at which premiums are compared. */
export const REFERENCE_LEVEL = 24_600;
/** Standard deviations out of the money (negative: inside) below which a quote is wider than at the money. */
export const INSIDE = -0.5;
/** Standard deviations inside, beyond which a monthly lists round strikes only. */
const WINGS = -4;
const WIDEST_TICKS = 1800;
const REFERENCE_TICK = 0.05;

/**
 * Width of a quote in ticks, before its jitter.
 * @param premium rupees; @param level the forward; @param out standard deviations out of the money, negative inside
 */
export function widthOf(liquidity: Liquidity, premium: number, level: number, out: number, tick: number): number {
  const scale = REFERENCE_LEVEL / level;
  const { least, cheap, base, factor, inside, bend, wings } = liquidity.width;
  let width = base + factor * (premium * scale) ** 0.69;
  if (premium * scale < cheap) width = Math.min(width, least);
  if (out < WINGS) width *= wings;
  if (out < INSIDE) width *= 1 + inside * Math.min(-out - 0.5, 7) ** bend;
  const ticks = (Math.max(width, least) * liquidity.widthFactor * REFERENCE_TICK) / scale / tick;
  // No maker quotes wider than a third of a premium that is worth something.
  const most = Math.max(4, (premium * 0.35) / tick);
  return Math.min(Math.max(ticks, 1), most, (WIDEST_TICKS * REFERENCE_TICK) / scale / tick);
}

/** Lots at the best bid of a near weekly by premium; the same on the other side. */
const SIZES: Curve = [
  [0.25, 2400],
  [1.5, 2170],
  [3.5, 750],
  [7, 202],
  [15, 147],
  [35, 59],
  [75, 25],
  [150, 8],
  [300, 3],
  [600, 1.4],
];
const STEPS = 400;
const sizeByRoot = Float64Array.from({ length: STEPS }, (_, i) => alongLog(SIZES, (i / 12) ** 2));

/** Usual lots on a side of a quote at this premium, rupees. */
export function usualSize(depth: Depth, premium: number, level: number): number {
  const root = Math.sqrt((premium * REFERENCE_LEVEL) / level) * 12;
  const near = sizeByRoot[root < STEPS - 1 ? root | 0 : STEPS - 1] ?? 1;
  return depth.factor * (depth.power === 1 ? near : near ** depth.power);
}

const spread = Float64Array.from({ length: 4096 }, (_, i) => Math.exp(roughNormal(i << 20)));

/** Lots on one side of a quote: lognormal around the usual, at least one. */
export function drawSize(usual: number, bits: number): number {
  const size = Math.floor(Math.max(1, usual) * spread[bits >>> 20]!);
  return size < 1 ? 1 : size;
}

/** Whether a contract lacks a side this half hour: -1 no bid, 1 no ask, 0 has both. */
export function missingSide(odds: number, key: number, minute: number): number {
  if (odds === 0) return 0;
  const bits = draw(key, 7_000_000 + Math.floor(minute / 30));
  if (uniform(bits) > odds) return 0;
  return bits & 1 ? 1 : -1;
}
