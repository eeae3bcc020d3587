/** Days of the calendar in words. */

import { expiryLabel } from "./instruments.ts";

/** '18 Aug'. @param date 'YYYY-MM-DD' */
export function dayWords(date: string): string {
  const [month, day] = expiryLabel(date).split(" ");
  return `${Number(day)} ${month}`;
}

/** '18 Aug 2026'. @param date 'YYYY-MM-DD'; what is shorter, such as '-', is no date and stays as it is */
export const dateText = (date: string): string => (date.length < 10 ? date : `${dayWords(date)} ${date.slice(0, 4)}`);
