/** How long a subscription lasts, in words for users. */
import { DAY_MS } from "../reference/calendar.ts";

/**
 * Days left of what is valid until then: begun days count whole, a past date has 0.
 * @param validUntil epoch ms
 * @param now epoch ms
 */
export const daysLeft = (validUntil: number, now: number): number =>
  Math.max(0, Math.ceil((validUntil - now) / DAY_MS));
