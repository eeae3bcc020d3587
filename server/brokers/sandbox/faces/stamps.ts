/** Times and days as Indian clocks and calendars have them. */
import { MONTHS } from "#contract/domain/instruments.ts";
import { IST_MS } from "#contract/domain/reference/calendar.ts";

/** '2026-07-27T12:15:00.000Z': Indian time, whatever the letter says. */
export const istOf = (epochMs: number): string => new Date(epochMs + IST_MS).toISOString();

/** '2026-07-27 12:15:00' */
export const stampOf = (epochMs: number): string => istOf(epochMs).slice(0, 19).replace("T", " ");

/** ['27', 'Jul', '2026'] @param date '2026-07-27' */
export function dayInWords(date: string): readonly string[] {
  const [year = "", month = "", day = ""] = date.split("-");
  return [day, MONTHS[Number(month) - 1] ?? "", year];
}

/** '27-Jul-2026 12:15:00' */
export function stampInWords(epochMs: number): string {
  const [date = "", time = ""] = stampOf(epochMs).split(" ");
  return `${dayInWords(date).join("-")} ${time}`;
}
