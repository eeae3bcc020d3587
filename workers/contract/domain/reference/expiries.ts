/**
 * Expiry days: what an exchange lists on a date, and which of them is the monthly.
 *
 * Rules are dated by the expiry day, not by the day one looks: NSE listed Tuesdays beyond 1 September 2025 while the
 * August contracts still expired on Thursdays. An expiry that falls on a holiday moves to the previous business day.
 * Sources: NSE and BSE contract specifications and the circulars of 2023-2025 on expiry days.
 */

import {
  type InstrumentName,
  type InstrumentType,
  instrumentName,
  type Segment,
  underlyingOf,
} from "../instruments.ts";
import { type IsoDate, isoDate } from "../units.ts";
import { addDays, isBusinessDay, weekday } from "./calendar.ts";

const MON = 1;
const TUE = 2;
const WED = 3;
const THU = 4;
const FRI = 5;

/** In force for expiries from `since` on. */
interface Regime {
  readonly since: string;
  /** Weekday of the weekly series; undefined where there is none. */
  readonly weekly?: number;
  /** Weekday of the monthly: the last one of its month. */
  readonly monthly: number;
}

const NSE_MONTHLY_SINCE_2025: readonly Regime[] = [
  { since: "2025-01-01", monthly: THU },
  { since: "2025-09-01", monthly: TUE },
];
const BSE_MONTHLY_SINCE_2025: readonly Regime[] = [
  { since: "2025-01-01", monthly: TUE },
  { since: "2025-09-01", monthly: THU },
];

/** Oldest first. A stock has its exchange's monthly only. */
const REGIMES: Readonly<Record<string, readonly Regime[]>> = {
  NIFTY: [
    { since: "2019-01-01", weekly: THU, monthly: THU },
    { since: "2025-09-01", weekly: TUE, monthly: TUE },
  ],
  BANKNIFTY: [
    { since: "2016-01-01", weekly: THU, monthly: THU },
    { since: "2023-09-04", weekly: WED, monthly: THU },
    { since: "2024-03-01", weekly: WED, monthly: WED },
    { since: "2024-11-14", monthly: WED },
    ...NSE_MONTHLY_SINCE_2025,
  ],
  FINNIFTY: [
    { since: "2021-01-01", weekly: TUE, monthly: TUE },
    { since: "2024-11-20", monthly: TUE },
    ...NSE_MONTHLY_SINCE_2025,
  ],
  MIDCPNIFTY: [
    { since: "2022-01-01", weekly: WED, monthly: WED },
    { since: "2023-08-21", weekly: MON, monthly: MON },
    { since: "2024-11-19", monthly: MON },
    ...NSE_MONTHLY_SINCE_2025,
  ],
  SENSEX: [
    { since: "2023-05-15", weekly: FRI, monthly: FRI },
    { since: "2025-01-01", weekly: TUE, monthly: TUE },
    { since: "2025-09-01", weekly: THU, monthly: THU },
  ],
  BANKEX: [
    { since: "2023-05-15", weekly: FRI, monthly: FRI },
    { since: "2023-10-16", weekly: MON, monthly: MON },
    { since: "2024-11-19", monthly: MON },
    ...BSE_MONTHLY_SINCE_2025,
  ],
};
const STOCKS_NSE: readonly Regime[] = [{ since: "2000-01-01", monthly: THU }, ...NSE_MONTHLY_SINCE_2025];
const STOCKS_BSE: readonly Regime[] = [{ since: "2000-01-01", monthly: THU }, ...BSE_MONTHLY_SINCE_2025];

/** How many of each series an exchange keeps open. `quarterly`: Mar/Jun/Sep/Dec beyond the monthlies; `halfYearly`: Jun/Dec beyond those. */
interface Listing {
  readonly weekly: number;
  readonly monthly: number;
  readonly quarterly: number;
  readonly halfYearly: number;
}

const MONTHLY_ONLY: Listing = { weekly: 0, monthly: 3, quarterly: 0, halfYearly: 0 };
const LISTINGS: Readonly<Record<string, Listing>> = {
  NIFTY: { weekly: 4, monthly: 3, quarterly: 3, halfYearly: 8 },
  SENSEX: { weekly: 5, monthly: 3, quarterly: 3, halfYearly: 8 },
  USDINR: { weekly: 4, monthly: 3, quarterly: 0, halfYearly: 0 },
};
/** Series that had weeklies only while their regime did. */
const WITH_WEEKLIES: Listing = { ...MONTHLY_ONLY, weekly: 4 };

const pad = (value: number): string => String(value).padStart(2, "0");

/** The first day of the month `offset` months after that of `date`. */
function monthStart(date: IsoDate, offset: number): IsoDate {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + offset;
  return isoDate(`${Math.floor(months / 12)}-${pad((months % 12) + 1)}-01`);
}

const monthEnd = (date: IsoDate): IsoDate => addDays(monthStart(date, 1), -1);

/** `day` itself, or the business day before it. */
function businessDayAtOrBefore(segment: Segment, day: IsoDate): IsoDate {
  let at = day;
  while (!isBusinessDay(segment, at)) at = addDays(at, -1);
  return at;
}

function regimesOf(symbol: string): readonly Regime[] {
  return REGIMES[symbol] ?? (underlyingOf(symbol).exchange === "BSE" ? STOCKS_BSE : STOCKS_NSE);
}

function regimeAt(symbol: string, expiry: IsoDate): Regime | undefined {
  let found: Regime | undefined;
  for (const regime of regimesOf(symbol)) if (regime.since <= expiry) found = regime;
  return found;
}

/** USDINR: two business days before the last business day of the month. */
function currencyMonthly(day: IsoDate): IsoDate {
  let at = businessDayAtOrBefore("currency-derivatives", monthEnd(day));
  for (let i = 0; i < 2; i++) at = businessDayAtOrBefore("currency-derivatives", addDays(at, -1));
  return at;
}

/** The monthly expiry of the calendar month of `day`; undefined before the underlying was listed. */
export function monthlyExpiry(symbol: string, day: IsoDate): IsoDate | undefined {
  const { segment } = underlyingOf(symbol);
  if (segment === "currency-derivatives") return currencyMonthly(day);
  const last = monthEnd(day);
  const regime = regimeAt(symbol, last);
  if (!regime) return undefined;
  return businessDayAtOrBefore(segment, addDays(last, -((weekday(last) - regime.monthly + 7) % 7)));
}

const mondayOf = (day: IsoDate): IsoDate => addDays(day, -((weekday(day) + 6) % 7));

/** The weekly expiry of the week that begins on `monday`; undefined where the monthly takes its place, or none is listed. */
function weeklyExpiry(symbol: string, monday: IsoDate): IsoDate | undefined {
  const { segment } = underlyingOf(symbol);
  const friday = addDays(monday, FRI - MON);
  const day = segment === "currency-derivatives" ? FRI : regimeAt(symbol, friday)?.weekly;
  if (day === undefined) return undefined;
  const expiry = businessDayAtOrBefore(segment, addDays(monday, day - MON));
  const replaced = [monthlyExpiry(symbol, monday), monthlyExpiry(symbol, friday)].some(
    (monthly) => monthly !== undefined && mondayOf(monthly) === monday,
  );
  return replaced || expiry < monday ? undefined : expiry;
}

function listingOf(symbol: string): Listing {
  const listing = LISTINGS[symbol];
  if (listing) return listing;
  return REGIMES[symbol] ? WITH_WEEKLIES : MONTHLY_ONLY;
}

/**
 * The option expiries that the exchange lists on `date`, nearest first; `date` itself is one on its expiry day.
 * Empty for a date before the underlying was listed.
 */
export function scheduledExpiries(symbol: string, date: IsoDate): IsoDate[] {
  const listing = listingOf(symbol);
  const expiries = new Set<IsoDate>();
  addMonthlies(symbol, date, listing, expiries);
  let monday = mondayOf(date);
  let found = 0;
  // Twice the weeks that are wanted: a week may hold a monthly instead, or nothing once a series has ended.
  for (let week = 0; week < listing.weekly * 2 && found < listing.weekly; week++, monday = addDays(monday, 7)) {
    const expiry = weeklyExpiry(symbol, monday);
    if (expiry === undefined || expiry < date) continue;
    expiries.add(expiry);
    found++;
  }
  return [...expiries].sort();
}

function addMonthlies(symbol: string, date: IsoDate, listing: Listing, into: Set<IsoDate>): void {
  let { monthly, quarterly, halfYearly } = listing;
  for (let offset = 0; monthly + quarterly + halfYearly > 0 && offset < 12 * 8; offset++) {
    const start = monthStart(date, offset);
    const month = Number(start.slice(5, 7));
    const expiry = monthlyExpiry(symbol, start);
    if (expiry === undefined) return;
    if (expiry < date) continue;
    if (monthly > 0) monthly--;
    else if (quarterly > 0 && month % 3 === 0) quarterly--;
    else if (quarterly === 0 && halfYearly > 0 && month % 6 === 0) halfYearly--;
    else continue;
    into.add(expiry);
  }
}

/** The expiries of the futures listed on `date`, nearest first: the three nearest monthlies. */
export function scheduledFutures(symbol: string, date: IsoDate): IsoDate[] {
  const expiries = new Set<IsoDate>();
  addMonthlies(symbol, date, MONTHLY_ONLY, expiries);
  return [...expiries].sort();
}

/** The rule of the specification: seven days later it is another month. Wrong when a holiday moved the last expiry. */
const sevenDaysLeaveMonth = (expiry: IsoDate): boolean => addDays(expiry, 7).slice(0, 7) !== expiry.slice(0, 7);

/**
 * Whether `expiry` is its month's monthly: the last of `listed` in that calendar month. `listed` are the expiries of
 * that underlying as the exchange lists them; where they do not hold `expiry`, the seven-day rule decides.
 */
export function isMonthly(expiry: IsoDate, listed: readonly IsoDate[] = []): boolean {
  return listed.includes(expiry) ? !hasLater(expiry, listed) : sevenDaysLeaveMonth(expiry);
}

/** Another one of `listed` expires later in the same calendar month. */
const hasLater = (expiry: IsoDate, listed: readonly IsoDate[]): boolean =>
  listed.some((other) => other > expiry && other.slice(0, 7) === expiry.slice(0, 7));

/**
 * The name of a contract among all that are listed. Futures are named by their month, which is its monthly's name; one that
 * expires earlier in that month, as in USDINR, has its day, too: 'USDINR26DEC04FUT'.
 * @param futures expiries of that underlying's futures
 */
export function listedName(
  symbol: string,
  expiry: IsoDate,
  strike: number,
  type: InstrumentType,
  futures: readonly IsoDate[],
): InstrumentName {
  const name = instrumentName(symbol, expiry, strike, type);
  if (type !== "FUT" || !hasLater(expiry, futures)) return name;
  return `${name.slice(0, -"FUT".length)}${expiry.slice(8, 10)}FUT`;
}
