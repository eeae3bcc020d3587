/** Rooms are compared with their own kind: one underlying, about as long to live, recorded as often. */
import { daysBetween } from "#contract/domain/calendar.ts";
import { isMonthly, scheduledExpiries } from "#contract/domain/expiries.ts";
import type { IsoDate } from "#contract/domain/units.ts";

const LIVES = [
  { last: 0, label: "expiry day" },
  { last: 6, label: "1-6 days" },
  { last: 15, label: "7-15 days" },
  { last: 24, label: "16-24 days" },
  { last: 45, label: "25-45 days" },
  { last: 75, label: "46-75 days" },
] as const;
/** Weeklies further out have no forward of their own: a third of their quotes lack a side. */
const LAST_WEEKLY_DAY = 24;

export interface KindInput {
  readonly symbol: string;
  readonly date: IsoDate;
  readonly expiry: IsoDate;
  readonly cadence: number;
}

/** Undefined for rooms that are too thin to be measured. */
export function roomKind({ symbol, date, expiry, cadence }: KindInput): string | undefined {
  const days = daysBetween(date, expiry);
  const life = LIVES.find(({ last }) => days <= last);
  if (!life || days < 0) return undefined;
  if (days > LAST_WEEKLY_DAY && !isMonthly(expiry, scheduledExpiries(symbol, date))) return undefined;
  return `${symbol}, ${life.label}${cadence === 1 ? "" : `, every ${cadence} min`}`;
}
