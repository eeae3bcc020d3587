/** What the user list says of each user, and which users a view has. Pure. */
import { dateText } from "#contract/domain/date-words.ts";
import type { AdminUser, UserStats } from "#contract/wire/http/admin.ts";

export const VIEWS = ["All Users", "Log In", "Subscribers", "Expired"] as const;
export type View = (typeof VIEWS)[number];

/** A user with the number that the list gives it, from 1. */
export interface NumberedUser extends AdminUser {
  readonly num: number;
}

export const numbered = (users: readonly AdminUser[]): readonly NumberedUser[] =>
  users.map((user, i) => ({ ...user, num: i + 1 }));

/** When the list is looked at: the wall's time, and its date in India as 'M/D/YYYY'. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly today: string;
}

const DAY_MS = 86_400_000;
const IST = "Asia/Kolkata";
const AMERICAN = new Intl.DateTimeFormat("en-US", { timeZone: IST });
const ISO = new Intl.DateTimeFormat("en-CA", { timeZone: IST });

export const momentOf = (now: number): Moment => ({ now, today: AMERICAN.format(now) });

/** Milliseconds until the subscription ends; negative once it has; undefined where there never was one. */
const remaining = ({ validity }: AdminUser, { now }: Moment): number | undefined =>
  validity === null ? undefined : Date.parse(validity) - now;

export const isSubscriber = (user: AdminUser, moment: Moment): boolean =>
  user.isSubscribed && (remaining(user, moment) ?? 0) > 0;

const isExpired = (user: AdminUser, moment: Moment): boolean => (remaining(user, moment) ?? 1) <= 0;

const BELONGS: Readonly<Record<View, (user: AdminUser, moment: Moment) => boolean>> = {
  "All Users": () => true,
  "Log In": ({ isLoggedIn }, { today }) => isLoggedIn.startsWith(today),
  Subscribers: isSubscriber,
  Expired: isExpired,
};

/** @param search part of an e-mail address, in any case; empty finds all. */
export function usersOf(
  users: readonly NumberedUser[],
  view: View,
  search: string,
  moment: Moment,
): readonly NumberedUser[] {
  const wanted = search.trim().toLowerCase();
  return users.filter((user) => BELONGS[view](user, moment) && user.email.toLowerCase().includes(wanted));
}

/** '18 Aug 2026', the day in India; '-' without a date. */
export const dayOf = (iso: string | null | undefined): string =>
  iso === null || iso === undefined ? "-" : dateText(ISO.format(Date.parse(iso)));

/** Days until the subscription ends, begun ones counted; 'Expired' after it, or when that was in the Expired view. */
export function daysLeftText(user: AdminUser, view: View, moment: Moment): string {
  const left = remaining(user, moment);
  if (left === undefined) return "-";
  if (left > 0) return String(Math.ceil(left / DAY_MS));
  return view === "Expired" ? dayOf(user.validity) : "Expired";
}

/** What a user was given and when, newest first. */
export const historyOf = ({ subscription, period }: AdminUser): readonly { date: string; period: string }[] =>
  subscription.map((date, i) => ({ date, period: period[i] ?? "-" })).reverse();

/** '| W r:1 | M r:4 - o:2 | Q r:0 - o:0 | H r:1 - o:0 | A r:9 - o:1 | U:3' */
export function breakdownText({ weekly, monthly, quarterly, halfyearly, annualy, unknown }: UserStats): string {
  const periods = Object.entries({ M: monthly, Q: quarterly, H: halfyearly, A: annualy });
  const counts = periods.map(([letter, { regular, other }]) => `${letter} r:${regular} - o:${other}`);
  return `| W r:${weekly.regular} | ${counts.join(" | ")} | U:${unknown}`;
}
