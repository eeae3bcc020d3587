/** How long the subscription still lasts. */
import { atom } from "jotai";
import type { User } from "#contract/wire/http/accounts.ts";
import { exchangeClockAtom } from "../market/market.ts";
import { userAtom } from "../session.ts";

const DAY_MS = 86_400_000;

/** Days until the subscription ends, begun days counting as whole ones; 'Nil' without a subscription. */
export type DaysLeft = number | "Nil";

/** @param now epoch ms of the wall clock. */
export function daysLeft(user: Pick<User, "subscribed" | "validity"> | null, now: number): DaysLeft {
  if (!user?.subscribed || user.validity === null) return "Nil";
  const days = Math.ceil((Date.parse(user.validity) - now) / DAY_MS);
  return Number.isNaN(days) ? "Nil" : Math.max(0, days);
}

/** Days left of the stored user, as the server last said. */
export const daysLeftAtom = atom((get) => {
  // The server's time: a device's clock may be wrong by days. It also comes each minute, and a board stays open for days.
  const now = get(exchangeClockAtom)?.time.wall ?? Date.now();
  return daysLeft(get(userAtom), now);
});
daysLeftAtom.debugLabel = "daysLeft";
