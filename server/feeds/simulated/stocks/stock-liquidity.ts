/**
 * How liquid a stock's room is on a day, and how its volume and open interest lie across the strikes. Measured on the
 * chains of 208 stocks at the close of 21 days (nearest expiry); what later expiries have of it is an estimate.
 */
import { CE, FUT, PE, type TokenTable } from "#contract/domain/instruments.ts";
import type { RoomListing } from "../exchange/listing.ts";
import { publicationSize } from "../exchange/publication.ts";
import { draw, normal, subkey, uniform, wordKey } from "../exchange/random.ts";
import { type Liquidity, lawOf, type Tier } from "../options/liquidity.ts";
import { roundness } from "../options/open-interest.ts";
import { along, alongLog, type Curve } from "../underlyings/facts.ts";

/** Open interest and volume by days to expiry, relative to an ordinary day of the nearest expiry. */
const INTEREST: Curve = [
  [0, 0.64],
  [1, 0.81],
  [4, 0.95],
  [6, 1.13],
  [8, 1.22],
  [11, 1.22],
  [15, 1.1],
  [20, 0.98],
  [25, 0.76],
  [27, 0.61],
  [30, 0.46],
  [35, 0.25],
  [45, 0.09],
  [63, 0.03],
  [70, 0.012],
  [98, 0.003],
];
const VOLUME: Curve = [
  [0, 1.8],
  [1, 1.7],
  [5, 1.4],
  [8, 1.12],
  [18, 1],
  [21, 0.84],
  [27, 0.6],
  [30, 0.45],
  [35, 0.2],
  [45, 0.05],
  [63, 0.014],
  [98, 0.002],
];
/** Puts per call relative to the stock's usual. */
const PUTS: Curve = [
  [0, 0.98],
  [8, 0.93],
  [14, 0.95],
  [20, 1.07],
  [27, 1.18],
];

/** By log moneyness in annual standard deviations, ln(K / S) / IV: what a strike holds and trades beside others. */
type Shape = readonly [calls: Float64Array, puts: Float64Array];
const FROM = -1.3;
const STEP = 0.01;
/** A curve as a table from FROM on, linear in its logarithm. */
const table = (curve: Curve): Float64Array =>
  Float64Array.from({ length: 1 + Math.round((-2 * FROM) / STEP) }, (_, i) => alongLog(curve, FROM + i * STEP));
const at = (shape: Float64Array, z: number): number =>
  shape[Math.min(Math.max(Math.round((z - FROM) / STEP), 0), shape.length - 1)] ?? 0;

const HELD: Shape = [
  table([
    [-0.9, 0.0004],
    [-0.6, 0.001],
    [-0.4, 0.0025],
    [-0.3, 0.006],
    [-0.2, 0.012],
    [-0.1, 0.026],
    [0, 0.066],
    [0.05, 0.085],
    [0.15, 0.1],
    [0.2, 0.098],
    [0.3, 0.076],
    [0.4, 0.057],
    [0.5, 0.035],
    [0.6, 0.02],
    [0.8, 0.006],
    [1.2, 0.0006],
  ]),
  table([
    [-1.2, 0.0012],
    [-0.8, 0.004],
    [-0.6, 0.009],
    [-0.5, 0.016],
    [-0.4, 0.029],
    [-0.3, 0.049],
    [-0.2, 0.071],
    [-0.05, 0.09],
    [0, 0.087],
    [0.1, 0.06],
    [0.2, 0.037],
    [0.3, 0.02],
    [0.4, 0.011],
    [0.5, 0.005],
    [0.9, 0.0012],
  ]),
];
const TRADED: Shape = [
  table([
    [-0.6, 3e-5],
    [-0.4, 1.5e-4],
    [-0.3, 8e-4],
    [-0.2, 0.0025],
    [-0.15, 0.007],
    [-0.1, 0.017],
    [-0.05, 0.06],
    [0, 0.141],
    [0.05, 0.166],
    [0.1, 0.135],
    [0.2, 0.093],
    [0.3, 0.05],
    [0.4, 0.033],
    [0.5, 0.016],
    [0.6, 0.007],
    [0.8, 0.0015],
    [1.2, 1e-4],
  ]),
  table([
    [-0.9, 6e-4],
    [-0.6, 0.004],
    [-0.5, 0.008],
    [-0.4, 0.019],
    [-0.3, 0.04],
    [-0.2, 0.078],
    [-0.1, 0.125],
    [-0.05, 0.17],
    [0, 0.178],
    [0.05, 0.099],
    [0.1, 0.035],
    [0.15, 0.015],
    [0.2, 0.008],
    [0.3, 0.0022],
    [0.5, 4e-4],
    [0.8, 1e-4],
  ]),
];
/** How wide these shapes are by days to expiry: what expires soon trades at the money. */
const HELD_WIDTH: Curve = [
  [0, 0.85],
  [6, 1],
  [30, 1],
  [63, 1.3],
];
const TRADED_WIDTH: Curve = [
  [0, 0.4],
  [4, 0.8],
  [11, 1],
  [30, 1.05],
  [63, 1.4],
];
/** Powers of what a round strike has more than its neighbours, which share in it: of what it holds, and trades. */
const ROUND_HELD = 0.85;
const ROUND_TRADED = 0.7;
/** How unevenly strikes of like moneyness are held, and traded, sd of the log: out of the money, far out, and inside. */
const UNEVEN_HELD = 0.35;
const UNEVEN_OUTSIDE = 0.6;
const FAR_OUT = 0.3;
const UNEVEN_FARTHER = 3;
const UNEVEN_INSIDE = 2.6;
/** No strike is liked by more than so many of these. */
const MOST_LIKED = 2;

interface StockLaw {
  readonly tier: Tier;
  readonly requote: number;
  readonly oneSided: number;
  readonly published: number;
}
/** By rank of the expiry. */
const LAWS: readonly StockLaw[] = [
  { tier: "front", requote: 1, oneSided: 0.02, published: 0.1 },
  { tier: "next", requote: 0.3, oneSided: 0.2, published: 0.03 },
  { tier: "far", requote: 0.06, oneSided: 0.5, published: 0.006 },
];
const JITTER = 0.0025;

const HELD_KEY = wordKey("interest");
const TRADED_KEY = wordKey("stock volume");

export function stockLiquidity(seed: number, date: string, listing: RoomListing): Liquidity {
  const { facts, days, rank, underlying } = listing;
  const key = subkey(subkey(seed, wordKey(date)), wordKey(`${underlying.symbol}${listing.expiry}liquidity`));
  const { tier, requote, oneSided, published } = LAWS[rank] ?? LAWS[2]!;
  const law = lawOf(tier);
  const { optionVolume = 0, optionInterest = 0 } = facts.stock ?? {};
  return {
    ...law,
    tier,
    volume: alongLog(VOLUME, days) * optionVolume * Math.exp(0.3 * normal(draw(key, 0))),
    interest: alongLog(INTEREST, days) * optionInterest,
    putsPerCall: facts.pcr[1] * along(PUTS, days) * Math.exp(0.05 * normal(draw(key, 1))),
    widthFactor: facts.width,
    requote: requote * facts.requote,
    oneSided,
    published,
    jitter: JITTER * publicationSize(date),
  };
}

/** What each option of a table weighs beside the others of its side, by row; 0 for the spot and the future. */
function weights(
  { facts, underlying }: RoomListing,
  table: TokenTable,
  spot: number,
  shape: Shape,
  width: number,
  taste: (row: number, out: number) => number,
  power: number,
): Float64Array {
  const scale = (facts.stock?.volatility ?? 1) * width;
  return Float64Array.from({ length: table.length }, (_, row) => {
    const type = table.type[row];
    if (type !== CE && type !== PE) return 0;
    const strike = table.strike[row]! / underlying.priceScale;
    const z = Math.log(strike / spot) / scale;
    const out = type === CE ? z : -z;
    return at(shape[type - CE]!, z) * roundness(facts, strike, false) ** power * taste(row, out);
  });
}

/** `total` shared out by weight, puts and calls each their part. */
function shareOut(table: TokenTable, weight: Float64Array, total: number, putsPerCall: number): Float64Array {
  const puts = (total * putsPerCall) / (1 + putsPerCall);
  const sums = [0, 0];
  for (let row = 0; row < table.length; row++) if (weight[row]! > 0) sums[table.type[row]! - CE]! += weight[row]!;
  return weight.map((value, row) =>
    value === 0 ? 0 : ((table.type[row] === PE ? puts : total - puts) * value) / (sums[table.type[row]! - CE]! || 1),
  );
}

/** Lots of open interest of every option at the day's close, whole numbers. @param spot that they are laid around, rupees */
export function heldLots(
  seed: number,
  listing: RoomListing,
  liquidity: Liquidity,
  table: TokenTable,
  spot: number,
): Float64Array {
  const key = subkey(seed, HELD_KEY);
  const taste = (row: number) => Math.exp(UNEVEN_HELD * normal(draw(key, table.token[row]!)));
  const weight = weights(listing, table, spot, HELD, along(HELD_WIDTH, listing.days), taste, ROUND_HELD);
  return shareOut(table, weight, liquidity.interest, liquidity.putsPerCall).map(Math.round);
}

/** Lots of every option that change hands on the day, whole numbers: of many strikes none. */
export function tradedLots(
  dayKey: number,
  listing: RoomListing,
  liquidity: Liquidity,
  table: TokenTable,
  spot: number,
): Float64Array {
  const key = subkey(dayKey, TRADED_KEY);
  const taste = (row: number, out: number) => {
    const sd = out < 0 ? UNEVEN_INSIDE : UNEVEN_OUTSIDE + UNEVEN_FARTHER * Math.max(out - FAR_OUT, 0);
    return Math.exp(sd * Math.min(normal(draw(key, table.token[row]!)), MOST_LIKED) - (sd * sd) / 2);
  };
  const weight = weights(listing, table, spot, TRADED, along(TRADED_WIDTH, listing.days), taste, ROUND_TRADED);
  const rounding = subkey(key, FUT);
  return shareOut(table, weight, liquidity.volume, liquidity.putsPerCall).map((lots, row) =>
    Math.floor(lots + uniform(draw(rounding, table.token[row]!))),
  );
}
