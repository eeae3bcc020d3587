/** Facts of open interest: where it stands by strike, how it comes and goes over the day, and how it is published. */
import { OI } from "#contract/domain/columns.ts";
import { CE, PE } from "#contract/domain/instruments.ts";
import { type ChainView, cell } from "../chain-view.ts";
import { around, type Fact, level, Measurements, perStep } from "../fact.ts";
import { median, quantile } from "../statistics.ts";
import type { SmileFits } from "./smile-fit.ts";

const round = (multiple: number): { readonly multiple: number; readonly fact: Fact } => ({
  multiple,
  fact: level("open interest", `held at multiples of ${multiple}, %`, 4),
});
/** Rupees; the first that divides a strike has it. */
const ROUND: Readonly<Record<string, ReturnType<typeof round>[]>> = {
  NIFTY: [round(1000), round(500), round(100)],
  BANKNIFTY: [round(500)],
  FINNIFTY: [round(500)],
  MIDCPNIFTY: [round(100)],
  SENSEX: [round(1000), round(500)],
};
const PCR = level("open interest", "puts per call", 0.1);
const TOP = level("open interest", "largest strike of a side, %", 2);
const TOP_THREE = level("open interest", "largest three strikes of a side, %", 4);
const CENTRES = [
  { side: CE, fact: around("open interest", "calls: middle of OI above the forward, %", 0.3) },
  { side: PE, fact: around("open interest", "puts: middle of OI below the forward, %", 0.3) },
] as const;
const SPREADS = [
  { side: CE, fact: level("open interest", "calls: quartiles of OI apart, %", 0.4) },
  { side: PE, fact: level("open interest", "puts: quartiles of OI apart, %", 0.4) },
] as const;
const INSIDE = level("open interest", "more than 0.6 % in the money, %", 4);
const GROWTH = around("open interest", "grows from the first hour to the last, %", 15);
const PUBLISHES = perStep(level("open interest", "steps that publish, %", 8));
const BURST = perStep(level("open interest", "contracts that a publication changes, %", 5));
const CHANGE = perStep(level("open interest", "size of a contract's change, % of its OI", 0.05));
const BIG_CHANGE = perStep(level("open interest", "90th percentile of it, %", 0.3));
const UP = perStep(around("open interest", "changes that are up, %", 8));

/** A publication changes at least this share of the contracts that are held. */
const PUBLISHED = 0.15;
const IN_THE_MONEY = 0.006;
/** How often the standing shape is looked at. */
const EVERY = 15;
const HOUR = 60;

export function interestFacts(view: ChainView, fits: SmileFits): Measurements {
  const found = new Measurements();
  const shapes = view.slots
    .filter((slot, i) => i % EVERY === 0 && fits.has(slot))
    .map((slot) => shapeAt(view, slot, fits.get(slot)?.forward ?? Number.NaN));
  for (const fact of new Set(shapes.flatMap((shape) => [...shape].map(([key]) => key))))
    found.set(fact, median(shapes.map((shape) => shape.get(fact) ?? Number.NaN).filter(Number.isFinite)));
  const [first] = view.slots;
  const last = view.slots[view.slots.length - 1];
  if (last - first > 3 * HOUR) {
    const hold = (from: number, to: number) =>
      median(view.slots.filter((slot) => slot >= from && slot <= to).map((slot) => total(view, slot)));
    found.set(GROWTH, (hold(last - HOUR, last) / hold(first, first + HOUR) - 1) * 100);
  }
  publications(view, found);
  return found;
}

function total(view: ChainView, slot: number): number {
  let sum = 0;
  for (const row of view.options) sum += Math.max(cell(view, OI, slot, row), 0);
  return sum;
}

function shapeAt(view: ChainView, slot: number, forward: number): Measurements {
  const found = new Measurements();
  const { tokens, priceScale, symbol } = view.day;
  const sides: Record<number, { x: number; oi: number }[]> = { [CE]: [], [PE]: [] };
  const rounds = ROUND[symbol] ?? [];
  const held = rounds.map(() => 0);
  let inside = 0;
  let whole = 0;
  for (const row of view.options) {
    const oi = cell(view, OI, slot, row);
    if (oi <= 0) continue;
    const strike = tokens.strike[row] / priceScale;
    const x = Math.log(strike / forward) * (tokens.type[row] === CE ? 1 : -1);
    sides[tokens.type[row]].push({ x, oi });
    whole += oi;
    if (x < -IN_THE_MONEY) inside += oi;
    const at = rounds.findIndex(({ multiple }) => strike % multiple === 0);
    if (at >= 0) held[at] += oi;
  }
  rounds.forEach(({ fact }, i) => {
    found.set(fact, (held[i] / whole) * 100);
  });
  found.set(INSIDE, (inside / whole) * 100);
  const sum = (of: readonly { oi: number }[]) => of.reduce((all, { oi }) => all + oi, 0);
  found.set(PCR, sum(sides[PE]) / sum(sides[CE]));
  const tops: number[] = [];
  const threes: number[] = [];
  for (const side of [sides[CE], sides[PE]]) {
    const sizes = side.map(({ oi }) => oi).sort((a, b) => b - a);
    tops.push(((sizes[0] ?? 0) / sum(side)) * 100);
    threes.push((((sizes[0] ?? 0) + (sizes[1] ?? 0) + (sizes[2] ?? 0)) / sum(side)) * 100);
  }
  found.set(TOP, (tops[0] + tops[1]) / 2);
  found.set(TOP_THREE, (threes[0] + threes[1]) / 2);
  for (const { side, fact } of CENTRES) found.set(fact, weighted(sides[side], 0.5) * 100);
  for (const { side, fact } of SPREADS) {
    found.set(fact, (weighted(sides[side], 0.75) - weighted(sides[side], 0.25)) * 100);
  }
  return found;
}

/** The x below which `share` of the OI lies, by strikes. */
function weighted(side: readonly { x: number; oi: number }[], share: number): number {
  const sorted = [...side].sort((a, b) => a.x - b.x);
  let left = sorted.reduce((sum, { oi }) => sum + oi, 0) * share;
  for (const { x, oi } of sorted) {
    left -= oi;
    if (left <= 0) return x;
  }
  return Number.NaN;
}

function publications(view: ChainView, found: Measurements): void {
  const bursts: number[] = [];
  const sizes: number[] = [];
  let up = 0;
  for (const [before, after] of view.steps) {
    let known = 0;
    let changed = 0;
    for (const row of view.options) {
      const was = cell(view, OI, before, row);
      const is = cell(view, OI, after, row);
      if (was <= 0 || is < 0) continue;
      known++;
      if (was === is) continue;
      changed++;
      if (is > was) up++;
      sizes.push((Math.abs(is - was) / was) * 100);
    }
    if (known > 0 && changed > known * PUBLISHED) bursts.push((changed / known) * 100);
  }
  if (sizes.length < 100) return;
  found.set(PUBLISHES, (bursts.length / view.steps.length) * 100);
  found.set(BURST, median(bursts));
  found.set(CHANGE, median(sizes));
  found.set(BIG_CHANGE, quantile(sizes, 0.9));
  found.set(UP, (up / sizes.length) * 100);
}
