/** What the account page says of the subscription. */

import type { User } from "#contract/wire/http/accounts.ts";
import { dateText } from "../../components/feedback/freshness.ts";
import { counted } from "../../format/count-words.ts";
import type { DaysLeft } from "../../state/account/days-left.ts";

/** The fewest days that may be turned into the live plan. */
const UPGRADE_FROM_DAYS = 2;

/** 'd - Mon - yyyy' in UTC; 'Nil' where there is no date. @param time ISO 8601 */
export function utcDay(time: string | null): string {
  const date = new Date(time ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "Nil";
  return dateText(date.toISOString().slice(0, 10)).replaceAll(" ", " - ");
}

export const expiryText = ({ subscribed, validity }: Pick<User, "subscribed" | "validity">): string =>
  utcDay(subscribed ? validity : null);

/** The colour of the days left. */
export const daysTone = (days: DaysLeft): "orange" | "red" | undefined =>
  days === 2 ? "orange" : days !== "Nil" && days < 2 ? "red" : undefined;

/** One line for each plan that waits behind the present one. */
export function pendingLines({ live, oneMin }: User["pendingSubs"]): readonly string[] {
  const waiting = [["live", live] as const, ["1min", oneMin] as const].filter(([, days]) => days > 0);
  return waiting.map(([plan, days]) => `Subscription next in line : ${plan} - ${counted(days, "day")}`);
}

export const canUpgrade = ({ subscribed, plan }: Pick<User, "subscribed" | "plan">, days: DaysLeft): boolean =>
  subscribed && plan === "1min" && days !== "Nil" && days >= UPGRADE_FROM_DAYS;

/** What an upgrade gives: half of the days left, and the live days that wait. */
export const upgradedDays = (days: number, pendingLive: number): number => Math.floor(days / 2) + pendingLive;
