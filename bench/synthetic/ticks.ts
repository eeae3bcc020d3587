/**
 * A room of 200 option contracts whose ticks have the shape of a real index room: activity weighted to the money, and
 * about 5.9 of the eleven fields changed in each changed contract. No spot row: the peers' packets have none either.
 *
 * What drives the sizes: the underlying moves about a point a second and carries every option by its delta; a trade
 * comes with most updates and moves volume and, in paise, vwap; both sides of the quote are re-quoted around a fair
 * price and show new sizes; OI changes in a quarter of the updates; about a quarter of the seconds bring a new high or
 * low of some contract (an index room of a recorded expiry day has a few a minute, in bursts).
 */
import {
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  createLiveColumns,
  HIGH,
  type LiveColumns,
  LOW,
  LTP,
  OI,
  OPEN,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import { CE, createTokenTable, PE, type TokenTable } from "#contract/domain/instruments.ts";
import { createRandom, type Random } from "./random.ts";

export const TICK = 5;
const LOT = 75;
const STRIKES = 100;
const STEP = 5_000;

export interface TickMarket {
  readonly tokens: TokenTable;
  readonly live: LiveColumns;
  /** One second passes; gives how many contracts changed. */
  step(): number;
}

/** @param share Mean share of contracts that change each second: 0.4. */
export function createTickMarket(seed: number, share: number): TickMarket {
  const random = createRandom(seed);
  const rows = STRIKES * 2;
  const tokens = createTokenTable(rows);
  const live = createLiveColumns(rows);
  let spot = 2_450_000;
  for (let row = 0; row < rows; row++) {
    tokens.token[row] = 12_345_678 + row * 256;
    tokens.type[row] = row % 2 === 0 ? CE : PE;
    tokens.strike[row] = spot + ((row >> 1) - STRIKES / 2) * STEP;
    tokens.lotSize[row] = LOT;
  }
  tokens.length = rows;
  for (let row = 0; row < rows; row++)
    openContract(live, row, fairPrice(tokens.type[row], tokens.strike[row], spot), random);
  const chances = activity(tokens, spot, share);
  return {
    tokens,
    live,
    step() {
      spot += random.normal() * 90;
      let changed = 0;
      for (let row = 0; row < rows; row++) {
        if (random.next() < chances[row] && updateContract(live, tokens, row, spot, random)) changed++;
      }
      return changed;
    },
  };
}

/** Chance of an update by row: falls off from the money, scaled so that its mean is `share`. */
function activity(tokens: TokenTable, spot: number, share: number): Float64Array {
  const weights = Float64Array.from(tokens.strike, (strike) => Math.exp(-Math.abs(strike - spot) / (14 * STEP)));
  let low = 0;
  let high = 1_000;
  while (high - low > 1e-6) {
    const scale = (low + high) / 2;
    const mean = weights.reduce((sum, weight) => sum + Math.min(0.98, weight * scale), 0) / weights.length;
    if (mean < share) low = scale;
    else high = scale;
  }
  return weights.map((weight) => Math.min(0.98, weight * low));
}

/** A smooth curve with the right slope (delta) everywhere; the exact model does not matter to a codec. */
export function fairPrice(type: number, strike: number, spot: number): number {
  const width = 36_000;
  const intrinsic = type === CE ? spot - strike : strike - spot;
  return (intrinsic + Math.sqrt(intrinsic * intrinsic + width * width)) / 2 + 40;
}

const toTick = (price: number): number => Math.max(TICK, Math.round(price / TICK) * TICK);
const someLots = (random: Random, mean: number): number =>
  LOT * Math.max(1, Math.round(-Math.log(1 - random.next()) * mean));

function openContract(live: LiveColumns, row: number, fair: number, random: Random): void {
  const at = live.columns;
  const ltp = toTick(fair);
  at[LTP][row] = ltp;
  at[VWAP][row] = Math.round(fair * (1 + random.normal() * 0.03));
  at[OI][row] = someLots(random, 40_000);
  at[VOL][row] = someLots(random, 200_000);
  at[OPEN][row] = toTick(fair * (1 + random.normal() * 0.05));
  at[HIGH][row] = toTick(Math.max(ltp, at[OPEN][row]) * 1.007);
  at[LOW][row] = toTick(Math.min(ltp, at[OPEN][row]) * 0.993);
  at[BID][row] = toTick(fair - TICK);
  at[BID_QTY][row] = someLots(random, 12);
  at[ASK][row] = toTick(fair + TICK);
  at[ASK_QTY][row] = someLots(random, 12);
}

function updateContract(live: LiveColumns, tokens: TokenTable, row: number, spot: number, random: Random): boolean {
  const at = live.columns;
  const before = at.map((column) => column[row]);
  const fair = fairPrice(tokens.type[row], tokens.strike[row], spot);
  const spread = TICK * (1 + Math.floor(fair / 20_000));
  if (random.next() < 0.88) {
    const traded = someLots(random, 4 + 400 / (20 + Math.abs(tokens.strike[row] - spot) / STEP));
    const ltp = toTick(fair + random.normal() * spread);
    at[LTP][row] = ltp;
    at[HIGH][row] = Math.max(at[HIGH][row], ltp);
    at[LOW][row] = Math.min(at[LOW][row], ltp);
    at[VWAP][row] += Math.round(((ltp - at[VWAP][row]) * traded) / at[VOL][row] + random.normal() * 1.5);
    at[VOL][row] += traded;
  }
  if (random.next() < 0.25) at[OI][row] = Math.max(0, at[OI][row] + LOT * Math.round(random.normal() * 15));
  if (random.next() < 0.9) {
    at[BID][row] = toTick(fair - spread * (0.5 + random.next()));
    at[BID_QTY][row] = someLots(random, 12);
  }
  if (random.next() < 0.9) {
    at[ASK][row] = Math.max(at[BID][row] + TICK, toTick(fair + spread * (0.5 + random.next())));
    at[ASK_QTY][row] = someLots(random, 12);
  }
  return at.some((column, field) => column[row] !== before[field]);
}
