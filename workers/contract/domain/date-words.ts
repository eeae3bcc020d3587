/** Days of the calendar in words. */

export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const monthOf = (date: string): string | undefined => MONTHS[Number(date.slice(5, 7)) - 1];

/** '18 Aug'. @param date 'YYYY-MM-DD' */
export const dayWords = (date: string): string => `${Number(date.slice(8, 10))} ${monthOf(date)}`;

/** '18 Aug 2026'. @param date 'YYYY-MM-DD'; what is no date stays as it is */
export const dateText = (date: string): string =>
  monthOf(date) === undefined ? date : `${dayWords(date)} ${date.slice(0, 4)}`;
