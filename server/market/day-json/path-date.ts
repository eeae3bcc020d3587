/** Dates as the history's paths and lists write them: month, day, year. */
import { parseExpiry } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { AppError } from "../../platform/errors.ts";

/** 'MM/DD/YYYY', or with colons for a path. */
export const pathDate = (date: IsoDate, separator: "/" | ":"): string =>
  [date.slice(5, 7), date.slice(8, 10), date.slice(0, 4)].join(separator);

/** Reads 'MM:DD:YYYY' or 'MM/DD/YYYY', leading zeros optional. @throws AppError 400. */
export function parsePathDate(text: string | undefined): IsoDate {
  try {
    return parseExpiry(text ?? "");
  } catch (cause) {
    const message = `'${text}' is not a date. Dates of the history are MM:DD:YYYY, such as 08:18:2026`;
    throw new AppError("bad-request", message, { cause });
  }
}
