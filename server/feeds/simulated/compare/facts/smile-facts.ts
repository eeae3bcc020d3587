/** Facts of the smile: its level and shape, and how they move with the forward and with time. */
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import type { ChainView } from "../chain-view.ts";
import { around, level, Measurements, perStep } from "../fact.ts";
import { deviation, median, regress } from "../statistics.ts";
import type { SmileFit, SmileFits } from "./smile-fit.ts";

const VP = 100;
const ATM = level("smile", "ATM IV, vp");
const DRIFT = around("smile", "ATM IV, last half hour less the first, % of its level", 12);
const ATM_SD = level("smile", "ATM IV, sd within the day, vp", 0.1);
const SLOPE = around("smile", "b of IV/ATM = 1 + b x + k x^2", 0.02);
const CURVATURE = around("smile", "k", 0.01);
const SLOPE_SD = level("smile", "b, sd within the day", 0.004);
const CURVATURE_SD = level("smile", "k, sd within the day", 0.003);
const RESIDUAL = level("smile", "residual, vp", 0.05);
const STEP_SD = perStep(level("smile", "ATM IV, sd of a step, vp", 0.01));
const ANSWER = around("smile", "ATM IV on +1 % of the forward over 5 min, vp", 0.6);
const TOGETHER = around("smile", "their correlation", 0.2);
const FORWARD_SD = perStep(level("smile", "sd of the forward's step, bp"));
/** On the expiry day the level itself is a path. Minutes of the day. */
const LAST_DAY_TIMES = [
  ["11:00", 660],
  ["13:00", 780],
  ["14:30", 870],
  ["15:15", 915],
] as const;
const LAST_DAY = LAST_DAY_TIMES.map(([label, minute]) => ({ minute, fact: level("smile", `ATM IV at ${label}, vp`) }));
const LAST_DAY_REACH = 7;

const MINUTES_PER_YEAR = 525_600;
const HALF_HOUR = 30;
const ANSWER_MINUTES = 5;
/** Fits of the last minutes of an expiring chain hang on single ticks. */
const LAST_MINUTES = 20;

export function smileFacts(view: ChainView, everyFit: SmileFits): Measurements {
  const found = new Measurements();
  const { day } = view;
  const lastDay = daysBetween(day.date, day.expiry) === 0;
  const fits = new Map([...everyFit].filter(([, fit]) => !lastDay || fit.years * MINUTES_PER_YEAR > LAST_MINUTES));
  const slots = [...fits.keys()];
  const all = [...fits.values()];
  if (all.length < 10) return found;
  const levels = all.map(({ atm }) => atm * VP);
  found.set(SLOPE, median(all.map(({ b }) => b)));
  found.set(CURVATURE, median(all.map(({ k }) => k)));
  found.set(SLOPE_SD, deviation(all.map(({ b }) => b)));
  found.set(CURVATURE_SD, deviation(all.map(({ k }) => k)));
  found.set(RESIDUAL, median(all.map(({ residual }) => residual * VP)));
  const near = (from: number, to: number) =>
    median(slots.filter((slot) => slot >= from && slot <= to).map((slot) => (fits.get(slot)?.atm ?? 0) * VP));
  if (lastDay) {
    for (const { minute, fact } of LAST_DAY) {
      const at = minute - day.open;
      found.set(fact, near(at - LAST_DAY_REACH, at + LAST_DAY_REACH));
    }
  } else {
    const [first] = slots;
    const last = slots[slots.length - 1];
    found.set(ATM, median(levels));
    found.set(ATM_SD, deviation(levels));
    if (last - first > 3 * HALF_HOUR)
      found.set(DRIFT, ((near(last - HALF_HOUR, last) - near(first, first + HALF_HOUR)) / median(levels)) * 100);
  }
  found.set(STEP_SD, deviation(changes(view, fits, ({ atm }) => atm * VP)));
  found.set(FORWARD_SD, deviation(changes(view, fits, ({ forward }) => Math.log(forward) * 1e4)));
  if (!lastDay) measureAnswer(found, fits);
  return found;
}

function changes(view: ChainView, fits: SmileFits, of: (fit: SmileFit) => number): number[] {
  const found: number[] = [];
  for (const [before, after] of view.steps) {
    const [left, right] = [fits.get(before), fits.get(after)];
    if (left && right) found.push(of(right) - of(left));
  }
  return found;
}

function measureAnswer(found: Measurements, fits: SmileFits): void {
  const moves: number[] = [];
  const answers: number[] = [];
  for (const [slot, fit] of fits) {
    // A five-minute source is a minute early or late at times.
    const later = fits.get(slot + ANSWER_MINUTES) ?? fits.get(slot + ANSWER_MINUTES + 1);
    if (!later) continue;
    moves.push(Math.log(later.forward / fit.forward) * 100);
    answers.push((later.atm - fit.atm) * VP);
  }
  const { slope, correlation } = regress(moves, answers);
  found.set(ANSWER, slope);
  found.set(TOGETHER, correlation);
}
