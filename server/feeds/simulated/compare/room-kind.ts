/** Rooms are compared with their own kind: one underlying, about as long to live. */
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { isMonthly, scheduledExpiries } from "#contract/domain/reference/expiries.ts";
import type { IsoDate } from "#contract/domain/units.ts";

interface Life {
  /** Calendar days to expiry. */
  readonly last: number;
  readonly label: string;
}

const NEAR: readonly Life[] = [
  { last: 0, label: "expiry day" },
  { last: 6, label: "1-6 days" },
  { last: 15, label: "7-15 days" },
];
const WITH_WEEKLIES: readonly Life[] = [
  ...NEAR,
  { last: 24, label: "16-24 days" },
  { last: 45, label: "25-45 days" },
  { last: 75, label: "46-75 days" },
];
/** Without weeklies the monthly is the near room from its first week on. */
const ONLY_MONTHLIES: readonly Life[] = [...NEAR, { last: 38, label: "16-38 days" }, { last: 75, label: "39-75 days" }];
/** Weeklies further out have no forward of their own: a third of their quotes lack a side. */
const LAST_WEEKLY_DAY = 24;

export interface KindInput {
  readonly symbol: string;
  readonly date: IsoDate;
  readonly expiry: IsoDate;
}

/** 'NIFTY, 1-6 days'. Undefined for rooms that are too thin to be measured. */
export function roomKind({ symbol, date, expiry }: KindInput): string | undefined {
  const days = daysBetween(date, expiry);
  const expiries = scheduledExpiries(symbol, date);
  const hasWeeklies = expiries.some((other) => !isMonthly(other, expiries));
  const life = (hasWeeklies ? WITH_WEEKLIES : ONLY_MONTHLIES).find(({ last }) => days <= last);
  if (!life || days < 0) return undefined;
  if (days > LAST_WEEKLY_DAY && !isMonthly(expiry, expiries)) return undefined;
  return `${symbol}, ${life.label}`;
}
