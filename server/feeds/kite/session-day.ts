/** Which day the ticker's clock calls for. */
import { addDays, isTradingDay, istDate, istMinute } from "#contract/domain/reference/calendar.ts";
import type { EpochMs, IsoDate } from "#contract/domain/units.ts";

/** 08:45: the day's list of instruments is out, and no segment has opened. */
export const DAY_BEGINS = 525;

/** Whether any exchange segment has a session. */
export const hasSession = (date: IsoDate): boolean =>
  isTradingDay("equity-derivatives", date) || isTradingDay("currency-derivatives", date);

/** The day whose session it is, or is going to be within the hour; undefined at night and on holidays. */
export function sessionDay(now: EpochMs): IsoDate | undefined {
  const date = istDate(now);
  return hasSession(date) && istMinute(now) >= DAY_BEGINS ? date : undefined;
}

/** The next date with a session, after `date`. */
export function nextSession(date: IsoDate): IsoDate {
  let next = addDays(date, 1);
  while (!hasSession(next)) next = addDays(next, 1);
  return next;
}
