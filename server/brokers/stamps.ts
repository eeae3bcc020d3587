/** Times and days of brokers, whichever way they are written. */
import { MONTHS } from "#contract/domain/instruments.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";

/** '03' of 'Mar' or 'MAR'; '00' of what is no month. */
export const monthOf = (name: string): string =>
  String(MONTHS.findIndex((month) => month.toUpperCase() === name.toUpperCase()) + 1).padStart(2, "0");

/** Of '09-Mar-2023 09:34:38'. */
export const DAY_MONTH_YEAR = new RegExp(`^\\d{2}-(?:${MONTHS.join("|")})-\\d{4} \\d{2}:\\d{2}:\\d{2}$`);

/** '09-Mar-2023 09:34:38' to '2023-03-09 09:34:38'; what begins with its year stays. */
export function stampOf(stamp: string): string {
  if (!DAY_MONTH_YEAR.test(stamp)) return stamp;
  const [day = "", month = "", rest = ""] = stamp.split("-");
  return `${rest.slice(0, 4)}-${monthOf(month)}-${day}${rest.slice(4)}`;
}

/** Of '24NOV2026', '24-NOV-2026' or '24-Nov-2026'; undefined where it is no day. */
export function dayOf(text: string): IsoDate | undefined {
  const [, day = "", month = "", year = ""] = /^(\d{2})-?([A-Za-z]{3})-?(\d{4})$/.exec(text) ?? [];
  try {
    return isoDate(`${year}-${monthOf(month)}-${day}`);
  } catch {
    return undefined;
  }
}
