/** Where a link leads on the board: what the letters look at, day and minute. Whatever stands in an address is checked. */
import type { DayKey } from "#contract/domain/clock.ts";
import { EXCHANGES, type Exchange } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { LINK_LETTERS, type LinkLetter } from "../../state/pane/link-letters.ts";
import type { LinkedLetter, LinkedLetters } from "../../state/pane/linked-letters.ts";
import { isRecord } from "../../state/saved/storage.ts";
import { SOURCE_OF_DAY } from "../day-source.ts";

export interface LinkedPlace {
  readonly letters: LinkedLetters;
  /** A past day, or the day of the minute; absent: the live market. */
  readonly day?: DayKey;
  /** Minute of the IST day at which a replay stands. */
  readonly minute?: number;
}

const MINUTES_OF_DAY = 1440;

/** What cannot be read is left out. */
export function readPlace({ letters, day, minute }: Readonly<Record<string, unknown>>): LinkedPlace {
  return {
    letters: lettersIn(letters),
    ...(isDay(day) && { day: { source: day.source, date: day.date } }),
    ...(isMinute(minute) && { minute }),
  };
}

function lettersIn(value: unknown): LinkedLetters {
  if (!isRecord(value)) return {};
  const letters: Partial<Record<LinkLetter, LinkedLetter>> = {};
  for (const letter of LINK_LETTERS) {
    const linked = Object.hasOwn(value, letter) ? value[letter] : undefined;
    if (!isRecord(linked)) continue;
    const { exchange, symbol, expiry, futureExpiry } = linked;
    if (!isExchange(exchange) || typeof symbol !== "string" || !/^[A-Z0-9&-]{1,30}$/.test(symbol)) continue;
    letters[letter] = {
      exchange,
      symbol,
      ...(isLinkedDate(expiry) && { expiry }),
      ...(isLinkedDate(futureExpiry) && { futureExpiry }),
    };
  }
  return letters;
}

const isExchange = (value: unknown): value is Exchange => EXCHANGES.some((one) => one === value);
export const isLinkedDate = (value: unknown): value is IsoDate =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
const isMinute = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value < MINUTES_OF_DAY;
const isDay = (value: unknown): value is DayKey =>
  isRecord(value) && isLinkedDate(value["date"]) && Object.keys(SOURCE_OF_DAY).some((one) => one === value["source"]);
