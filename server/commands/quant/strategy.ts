/** A table of legs as the profit and loss of the strategy, at its first expiry and on a target day. */
import type { Kernel } from "#kernel/kernel.ts";
import { nearestExpiry, type PayoffLeg, type PayoffMoment } from "#kernel/payoff-legs.ts";
import { type PayoffProfile, payoffProfile } from "#kernel/payoff-profile.ts";
import { createLegReader, type LegSettings } from "./legs.ts";
import { type CsvRecord, DataError } from "./source.ts";

export interface PayoffSettings extends LegSettings {
  /** Continuously compounded, a fraction a year. */
  readonly rate: number;
  /** Days of 24 hours from now to the target. */
  readonly targetDays: number;
  /** The spots, rupees; without them, the strikes and a tenth more to either side, in a hundred steps. */
  readonly from?: number;
  readonly to?: number;
  readonly step?: number;
}

export interface Payoff {
  readonly spots: Float64Array;
  /** P&L at each spot, rupees. */
  readonly onExpiry: Float64Array;
  readonly onTarget: Float64Array;
  /** At the first expiry. */
  readonly profile: PayoffProfile;
}

const MARGIN = 0.1;
const STEPS = 100;
const MOST_SPOTS = 1_000_000;

/** @throws DataError naming file and line, or saying what is wrong with the settings */
export async function payoffOf(
  kernel: Kernel,
  name: string,
  records: AsyncIterable<readonly CsvRecord[]>,
  settings: PayoffSettings,
): Promise<Payoff> {
  const legs = await readLegs(name, records, settings);
  const spots = spotsOf(legs, settings);
  const { model, rate } = settings;
  const expiry = { model, rate, elapsed: nearestExpiry(legs) };
  const target = { model, rate, elapsed: settings.targetDays / 365 };
  const lineAt = (moment: PayoffMoment): Float64Array => {
    const line = new Float64Array(spots.length);
    kernel.payoff(legs, moment, spots, spots.length, line);
    return line;
  };
  return { spots, onExpiry: lineAt(expiry), onTarget: lineAt(target), profile: payoffProfile(kernel, legs, expiry) };
}

async function readLegs(
  name: string,
  records: AsyncIterable<readonly CsvRecord[]>,
  settings: LegSettings,
): Promise<readonly PayoffLeg[]> {
  const legs: PayoffLeg[] = [];
  let read: ((record: CsvRecord) => PayoffLeg) | undefined;
  for await (const batch of records) {
    for (const record of batch) {
      if (read === undefined) read = createLegReader(name, record, settings);
      else legs.push(read(record));
    }
  }
  if (legs.length === 0) throw new DataError(`${name}: there are no legs in it`);
  return legs;
}

function spotsOf(legs: readonly PayoffLeg[], { from, to, step }: PayoffSettings): Float64Array {
  const levels = legs.map(({ type, strike, entry }) => (type === "FUT" ? entry : strike));
  const low = from ?? Math.min(...levels) * (1 - MARGIN);
  const high = to ?? Math.max(...levels) * (1 + MARGIN);
  if (!(low < high)) throw new DataError(`--from ${low} is not below --to ${high}`);
  const width = step ?? (high - low) / STEPS;
  // The last one may lie beside --to by a rounding.
  const count = Math.floor((high - low) / width + 1e-9) + 1;
  if (count > MOST_SPOTS) throw new DataError(`--step ${width} makes ${count} spots of it, more than ${MOST_SPOTS}`);
  return Float64Array.from({ length: count }, (_, i) => low + i * width);
}

/** A line a spot. */
export function* payoffLines({ spots, onExpiry, onTarget }: Payoff): Generator<string> {
  yield "spot,pnl_on_expiry,pnl_on_target\n";
  for (let i = 0; i < spots.length; i++) yield `${spots[i]},${onExpiry[i]},${onTarget[i]}\n`;
}

/** Break-evens, most profit and loss, for people. */
export function profileText({ breakEvens, maxProfit, maxLoss }: PayoffProfile): string {
  const figure = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : "Unlimited");
  const points = breakEvens.length === 0 ? "none" : breakEvens.map((spot) => spot.toFixed(2)).join(", ");
  return `on expiry: break-even ${points}; max profit ${figure(maxProfit)}; max loss ${figure(maxLoss)}\n`;
}

/** All of it for machines; null is 'Unlimited'. */
export const payoffJson = ({ spots, onExpiry, onTarget, profile }: Payoff): string =>
  `${JSON.stringify({
    breakEvens: profile.breakEvens,
    maxProfit: profile.maxProfit,
    maxLoss: profile.maxLoss,
    spots: [...spots],
    onExpiry: [...onExpiry],
    onTarget: [...onTarget],
  })}\n`;
