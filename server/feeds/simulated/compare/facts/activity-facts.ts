/** Facts of activity: what changes from one minute to the next, and what stands still. */
import { ASK, ASK_QTY, BID, BID_QTY, LTP, OI, VOL } from "#contract/domain/columns.ts";
import { bandOf, bands } from "../bands.ts";
import { type ChainView, cell, lastPrice } from "../chain-view.ts";
import { level, Measurements, perStep } from "../fact.ts";
import { deviation, mean, median } from "../statistics.ts";
import { outOfMoney, type SmileFits } from "./smile-fit.ts";

const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
const TRADED = perStep(level("activity", "contracts that trade in a step, % of those traded today", 4));
const MOVED = perStep(level("activity", "contracts whose last price changes in a step, % of the same", 4));
const QUOTED = perStep(level("activity", "contracts whose quote changes in a step, %", 6));
const ANY = perStep(level("activity", "contracts of which anything changes in a step, %", 6));
const MOVES = bands([1, 5, 20, 50, 100, 200, 400], (label) =>
  perStep(level("activity", `move of a last price, premium ${label}, ticks per bp of the forward's sd`, 0.6)),
);
const NEVER = level("activity", "contracts without a trade at the end, %", 5);
const NEVER_BY_X = bands([NEGATIVE_INFINITY, -4, -2, -1, 0, POSITIVE_INFINITY], (label) =>
  level("activity", `without a trade at the end, x ${label}, %`, 10),
);
const AGE = bands([-4, -2, -1, 0, 2, 4], (label) =>
  level("activity", `age of the last trade after 14:00, x ${label}, min`, 2),
);
/** Minutes of the day: from which ages are looked at, and every how many slots. */
const AFTERNOON = 840;
/** From which a day's end has been seen. */
const LATE = 900;
const EVERY = 10;
const FEWEST = 30;

export function activityFacts(view: ChainView, fits: SmileFits): Measurements {
  const found = new Measurements();
  steps(view, forwardSd(view, fits), found);
  ages(view, fits, found);
  never(view, fits, found);
  return found;
}

/** sd of the forward's step, bp: what moves prices. NaN without enough fits. */
function forwardSd(view: ChainView, fits: SmileFits): number {
  const moves: number[] = [];
  for (const [before, after] of view.steps) {
    const [left, right] = [fits.get(before), fits.get(after)];
    if (left && right) moves.push(Math.log(right.forward / left.forward) * 1e4);
  }
  return deviation(moves);
}

function steps(view: ChainView, sd: number, found: Measurements): void {
  const shares = { traded: [] as number[], moved: [] as number[], quoted: [] as number[], any: [] as number[] };
  const moves = MOVES.map((): number[] => []);
  const tick = view.tick * view.day.priceScale;
  for (const [before, after] of view.steps) {
    let known = 0;
    let listed = 0;
    const count = { traded: 0, moved: 0, quoted: 0, any: 0 };
    for (const row of view.options) {
      const changed = (field: number) => cell(view, field, before, row) !== cell(view, field, after, row);
      if (cell(view, OI, before, row) < 0 || cell(view, OI, after, row) < 0) continue;
      listed++;
      const volume = changed(VOL);
      const price = changed(LTP);
      const quote = changed(BID) || changed(ASK) || changed(BID_QTY) || changed(ASK_QTY);
      if (quote) count.quoted++;
      if (quote || volume || price || changed(OI)) count.any++;
      const was = lastPrice(view, before, row);
      if (Number.isNaN(was)) continue;
      known++;
      if (volume) count.traded++;
      if (!price) continue;
      count.moved++;
      const ticks = Math.abs(cell(view, LTP, after, row) - cell(view, LTP, before, row)) / tick;
      moves[bandOf(MOVES, was)]?.push(ticks);
    }
    if (known === 0) continue;
    shares.traded.push(count.traded / known);
    shares.moved.push(count.moved / known);
    shares.quoted.push(count.quoted / listed);
    shares.any.push(count.any / listed);
  }
  found.set(TRADED, mean(shares.traded) * 100);
  found.set(MOVED, mean(shares.moved) * 100);
  if (view.hasQuotes) {
    found.set(QUOTED, mean(shares.quoted) * 100);
    found.set(ANY, mean(shares.any) * 100);
  }
  MOVES.forEach(({ fact }, i) => {
    if (moves[i].length >= FEWEST) found.set(fact, median(moves[i]) / sd);
  });
}

/** Minutes since a contract's volume last grew, of those that traded today. */
function ages(view: ChainView, fits: SmileFits, found: Measurements): void {
  if (view.day.cadence > 1) return;
  const since = new Map<number, number>();
  const values = AGE.map((): number[] => []);
  let before = -1;
  for (const [i, slot] of view.slots.entries()) {
    const fit = view.day.open + slot >= AFTERNOON && i % EVERY === 0 ? fits.get(slot) : undefined;
    for (const row of view.options) {
      const volume = cell(view, VOL, slot, row);
      if (volume > 0 && (before < 0 || volume > cell(view, VOL, before, row))) since.set(row, slot);
      const traded = since.get(row);
      if (fit && traded !== undefined) values[bandOf(AGE, outOfMoney(view, fit, row))]?.push(slot - traded);
    }
    before = slot;
  }
  AGE.forEach(({ fact }, i) => {
    if (values[i].length >= FEWEST) found.set(fact, median(values[i]));
  });
}

/** Only of sources that list contracts which have not traded. */
function never(view: ChainView, fits: SmileFits, found: Measurements): void {
  const last = [...fits.keys()].at(-1);
  const fit = last === undefined ? undefined : fits.get(last);
  if (last === undefined || !fit || view.day.open + last < LATE) return;
  const rows = view.options.filter((row) => cell(view, VOL, last, row) >= 0);
  if (rows.every((row) => cell(view, VOL, last, row) > 0)) return;
  const share = (of: readonly number[]) =>
    (of.filter((row) => cell(view, VOL, last, row) === 0).length / of.length) * 100;
  found.set(NEVER, share(rows));
  NEVER_BY_X.forEach(({ from, to, fact }) => {
    const some = rows.filter((row) => {
      const out = outOfMoney(view, fit, row);
      return out >= from && out < to;
    });
    if (some.length >= 5) found.set(fact, share(some));
  });
}
