/** What a user chooses, as it is kept, and the plan that it means. Pure. */
import {
  type BacktestLeg,
  type BacktestPlan,
  countOfSets,
  MOST_LEGS,
  MOST_REENTRIES,
  MOST_SETS,
  type StrikeRule,
  type Sweep,
  type SweepRange,
} from "#contract/domain/strategy/backtest.ts";
import { DEFAULT_BROKERAGE } from "#contract/domain/strategy/charges.ts";
import { minute } from "#contract/domain/units.ts";
import { formats } from "../../format/format.ts";
import type { Check } from "../../state/saved/storage.ts";

export interface LegForm {
  readonly side: BacktestLeg["side"];
  readonly type: BacktestLeg["type"];
  readonly lots: number;
  readonly by: StrikeRule["by"];
  /** Steps, delta in per cent, or rupees. */
  readonly figure: number;
  /** Per cent; null: none. */
  readonly stop: number | null;
  readonly target: number | null;
  readonly reentries: number;
}

export interface Form {
  readonly legs: readonly LegForm[];
  /** Which listed expiry of each day: 0 the nearest. */
  readonly expiry: number;
  /** The last so many days that are there. */
  readonly days: number;
  /** Simulated days, too. */
  readonly hasSimulated: boolean;
  /** 'HH:MM' */
  readonly entry: string;
  readonly exit: string;
  readonly stop: number | null;
  readonly target: number | null;
  readonly weekdays: readonly number[];
  readonly slippage: number;
  readonly hasCharges: boolean;
  readonly isSweep: boolean;
  /** Minutes after the entry of the first set; per cent. */
  readonly entrySweep: SweepRange;
  readonly stopSweep: SweepRange;
  readonly targetSweep: SweepRange;
}

const SOLD: LegForm = {
  side: "sell",
  type: "CE",
  lots: 1,
  by: "atm",
  figure: 0,
  stop: 30,
  target: null,
  reentries: 0,
};
export const DEFAULT_FORM: Form = {
  legs: [SOLD, { ...SOLD, type: "PE" }],
  expiry: 0,
  days: 20,
  hasSimulated: true,
  entry: "09:35",
  exit: "15:15",
  stop: null,
  target: null,
  weekdays: [1, 2, 3, 4, 5],
  slippage: 1,
  hasCharges: true,
  isSweep: false,
  entrySweep: { from: 0, to: 45, by: 5 },
  stopSweep: { from: 15, to: 60, by: 5 },
  targetSweep: { from: 20, to: 65, by: 5 },
};
export const newLeg = (legs: readonly LegForm[]): LegForm => ({ ...(legs.at(-1) ?? SOLD) });

/** What was kept by another version is not read. */
export const isForm: Check<Form> = (value): value is Form => {
  if (typeof value !== "object" || value === null) return false;
  return (Object.keys(DEFAULT_FORM) as (keyof Form)[]).every((key) => {
    const [kept, own] = [Reflect.get(value, key) as unknown, DEFAULT_FORM[key]];
    return own === null ? kept === null || typeof kept === "number" : typeof kept === typeof own && kept !== null;
  });
};

const MIN_DELTA = 1;
/** Of one leg. */
const MOST_LOTS = 10_000;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;
const minuteOf = (text: string): number => {
  const [, hours, minutes] = CLOCK.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes);
};

function ruleOf({ by, figure }: LegForm): StrikeRule {
  if (by === "atm") return { by, steps: Math.round(figure) };
  return by === "delta" ? { by, delta: figure / 100 } : { by, premium: figure };
}

export type Asked =
  | { readonly plan: BacktestPlan; readonly sweep: Sweep; readonly sets: number }
  /** What is wrong, in one sentence. */
  | { readonly problem: string };

/** The plan of the form, or why it is none. */
export function askedOf(form: Form): Asked {
  const [entry, exit] = [minuteOf(form.entry), minuteOf(form.exit)];
  const problem = problemOf(form, entry, exit);
  if (problem !== undefined) return { problem };
  const plan: BacktestPlan = {
    legs: form.legs.map((leg) => ({
      side: leg.side,
      type: leg.type,
      lots: leg.lots,
      strike: ruleOf(leg),
      stop: leg.stop,
      target: leg.target,
      reentries: leg.reentries,
    })),
    entry: minute(entry),
    exit: minute(exit),
    stop: form.stop,
    target: form.target,
    weekdays: form.weekdays,
    slippage: form.slippage,
    brokerage: form.hasCharges ? DEFAULT_BROKERAGE : null,
  };
  const later = ({ from, to, by }: SweepRange): SweepRange => ({ from: entry + from, to: entry + to, by });
  const sweep: Sweep = form.isSweep
    ? { entry: later(form.entrySweep), stop: form.stopSweep, target: form.targetSweep }
    : {};
  const sets = countOfSets(sweep);
  if (sets > MOST_SETS) return { problem: `${sets} sets: at most ${MOST_SETS} are tried at once.` };
  return { plan, sweep, sets };
}

function problemOf({ legs, weekdays, ...form }: Form, entry: number, exit: number): string | undefined {
  if (legs.length === 0) return "Add a leg.";
  if (legs.length > MOST_LEGS) return `At most ${MOST_LEGS} legs.`;
  if (Number.isNaN(entry) || Number.isNaN(exit)) return "Entry and exit are times such as 09:35.";
  if (exit <= entry) return "The exit is after the entry.";
  if (weekdays.length === 0) return "Choose a day of the week.";
  if (form.stop !== null && form.stop >= 0) return "The stop of the whole strategy is a loss: below 0.";
  if (form.target !== null && form.target <= 0) return "The target of the whole strategy is above 0.";
  if (!(form.slippage >= 0)) return "Slippage is 0 ticks or more.";
  if (form.isSweep && !(form.stopSweep.from > 0)) return "Many sets: the stop is above 0 %.";
  if (form.isSweep && !(form.targetSweep.from > 0)) return "Many sets: the target is above 0 %.";
  for (const [at, leg] of legs.entries()) {
    const name = `Leg ${at + 1}`;
    if (!(Number.isInteger(leg.lots) && leg.lots > 0 && leg.lots <= MOST_LOTS))
      return `${name}: lots are 1 to ${formats.whole.text(MOST_LOTS)}.`;
    if (leg.by === "delta" && !(leg.figure >= MIN_DELTA && leg.figure <= 99)) return `${name}: delta is 1 to 99.`;
    if (leg.by === "premium" && !(leg.figure > 0)) return `${name}: the premium is above 0.`;
    if (!Number.isFinite(leg.figure)) return `${name}: which strike?`;
    if (leg.stop !== null && !(leg.stop > 0)) return `${name}: the stop is above 0 %.`;
    if (leg.target !== null && !(leg.target > 0)) return `${name}: the target is above 0 %.`;
    if (!(leg.reentries >= 0 && leg.reentries <= MOST_REENTRIES)) return `${name}: 0 to ${MOST_REENTRIES} re-entries.`;
  }
  return undefined;
}
