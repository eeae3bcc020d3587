/** How long the subscription still lasts. */
import { atom } from "jotai";
import type { User } from "#contract/wire/http/accounts.ts";
import { exchangeClockAtom } from "../market/market.ts";
import { userAtom } from "../session.ts";

const DAY_MS = 86_400_000;
/** A busy page hears of the time late, and days that were given since must not be one more. */
const LATE_MS = 60_000;

/** Days until the subscription ends, begun days counting as whole ones; 'Nil' without a subscription. */
export type DaysLeft = number | "Nil";

/** @param now epoch ms of the wall clock. */
export function daysLeft(user: Pick<User, "subscribed" | "validity"> | null, now: number): DaysLeft {
  if (!user?.subscribed || user.validity === null) return "Nil";
  const days = Math.ceil((Date.parse(user.validity) - now) / DAY_MS);
  return Number.isNaN(days) ? "Nil" : Math.max(0, days);
}

/**
 * Days left of the stored user, as the server last said; counted again as the exchange clock goes on, because a board stays
 * open for days. The server's time counts, since a device's clock may be wrong by days.
 */
export const daysLeftAtom = atom((get) => {
  const clock = get(exchangeClockAtom);
  const now = clock ? clock.time.wall + performance.now() - clock.arrived + LATE_MS : Date.now();
  return daysLeft(get(userAtom), now);
});
daysLeftAtom.debugLabel = "daysLeft";
