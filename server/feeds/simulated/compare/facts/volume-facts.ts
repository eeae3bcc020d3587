/** Facts of volume: how much, when, and at which strikes. */
import { OI, VOL } from "#contract/domain/columns.ts";
import { CE } from "#contract/domain/instruments.ts";
import { bandOf, bands } from "../bands.ts";
import { type ChainView, cell } from "../chain-view.ts";
import { around, level, Measurements, perStep } from "../fact.ts";
import { median } from "../statistics.ts";
import { outOfMoney, type SmileFits } from "./smile-fit.ts";

const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
const TOTAL = level("volume", "whole day, thousand contracts");
const TURNOVER = level("volume", "whole day as a multiple of OI");
const PUTS = around("volume", "puts per call", 0.25);
const UNEVEN = perStep(level("volume", "from one step to the next, size of ln(ratio)", 0.05));
/** Minutes of the day. */
const TIMES = [
  { label: "09:25-10:15", from: 565, to: 615 },
  { label: "10:45-11:45", from: 645, to: 705 },
  { label: "11:45-13:15", from: 705, to: 795 },
  { label: "13:15-14:30", from: 795, to: 870 },
  { label: "14:30-15:25", from: 870, to: 925 },
].map((time) => ({ ...time, fact: level("volume", `a minute ${time.label} / 10:45-15:25`, 0.1) }));
/** What the minutes are compared with: seen by every source that saw most of the day. */
const SEEN = { from: 645, to: 925 };
const SHARES = bands([NEGATIVE_INFINITY, -0.5, 0, 0.5, 1, 2, 3, POSITIVE_INFINITY], (label) =>
  level("volume", `share at x ${label}, %`, 3),
);
/** Volume is laid to the moneyness at the start of a stretch of about so many minutes. */
const STRETCH_MINUTES = 5;
/** Minute of the day until which a source must have seen the volume to know that of the whole day. */
const SEEN_TO_THE_CLOSE = 920;

export function volumeFacts(view: ChainView, fits: SmileFits): Measurements {
  const found = new Measurements();
  const last = view.slots[view.slots.length - 1];
  const units = { call: 0, put: 0, oi: 0, lots: 0 };
  for (const row of view.options) {
    const volume = Math.max(cell(view, VOL, last, row), 0);
    const { type, lotSize } = view.day.tokens;
    units[type[row] === CE ? "call" : "put"] += volume;
    units.lots += volume / lotSize[row];
    units.oi += Math.max(cell(view, OI, last, row), 0);
  }
  if (view.day.open + last >= SEEN_TO_THE_CLOSE) {
    found.set(TOTAL, units.lots / 1000);
    found.set(TURNOVER, (units.call + units.put) / units.oi);
  }
  found.set(PUTS, units.put / units.call);
  times(view, found);
  strikes(view, fits, found);
  return found;
}

/** Units that changed hands between two slots, of the contracts that both know. */
function traded(view: ChainView, before: number, after: number, row: number): number {
  const was = cell(view, VOL, before, row);
  const is = cell(view, VOL, after, row);
  return was < 0 || is < was ? 0 : is - was;
}

function times(view: ChainView, found: Measurements): void {
  const rates: { readonly minute: number; readonly rate: number }[] = [];
  const jumps: number[] = [];
  let before = 0;
  for (const [from, to] of view.steps) {
    let sum = 0;
    for (const row of view.options) sum += traded(view, from, to, row);
    const rate = sum / (to - from);
    rates.push({ minute: view.day.open + to, rate });
    if (before > 0 && rate > 0) jumps.push(Math.abs(Math.log(rate / before)));
    before = rate;
  }
  const between = ({ from, to }: { readonly from: number; readonly to: number }) => {
    const some = rates.filter(({ minute }) => minute > from && minute <= to).map(({ rate }) => rate);
    const wanted = (to - from) / view.day.cadence;
    return some.length < wanted * 0.5 ? Number.NaN : some.reduce((sum, rate) => sum + rate, 0) / some.length;
  };
  for (const time of TIMES) found.set(time.fact, between(time) / between(SEEN));
  if (jumps.length > 20) found.set(UNEVEN, median(jumps));
}

function strikes(view: ChainView, fits: SmileFits, found: Measurements): void {
  const sums = SHARES.map(() => 0);
  let whole = 0;
  const stretch = Math.max(1, Math.round(STRETCH_MINUTES / view.day.cadence));
  for (let i = stretch; i < view.slots.length; i += stretch) {
    const [before, after] = [view.slots[i - stretch], view.slots[i]];
    const fit = fits.get(before);
    if (!fit) continue;
    for (const row of view.options) {
      const units = traded(view, before, after, row);
      sums[bandOf(SHARES, outOfMoney(view, fit, row))] += units;
      whole += units;
    }
  }
  if (whole > 0) {
    SHARES.forEach(({ fact }, i) => {
      found.set(fact, (sums[i] / whole) * 100);
    });
  }
}
