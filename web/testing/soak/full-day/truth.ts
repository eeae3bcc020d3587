/** What the feed has of a finished day: its archive, which is made of the journal and removes it. */

import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { isoDate, type Minute, minute } from "#contract/domain/units.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import type { Archive } from "../../../../server/market/archive/archive.ts";
import { openArchive } from "../../../../server/market/archive/open-archive.ts";
import { systemClock } from "../../../../server/platform/clocks.ts";
import type { Client } from "./crowd.ts";
import { differenceOf, type SlotSums, sumsOf } from "./room-minutes.ts";

export interface Comparison {
  readonly compared: number;
  /** Each with its client, its room and its minutes. */
  readonly wrong: readonly string[];
  readonly missing: readonly string[];
}

/** Of a list, so that a line has room for it. */
const NAMED = 8;

/** @param folder the data folder */
export async function compareMinutes(
  folder: string,
  clients: readonly Client[],
  dates: readonly string[],
): Promise<Comparison> {
  const archive = openArchive({
    folder: join(folder, "archive"),
    bucket: undefined,
    clock: systemClock,
    onFault: console.error,
  });
  const right = new Map<string, FinishedDay | undefined>();
  const [wrong, missing]: [string[], string[]] = [[], []];
  let compared = 0;
  for (const date of dates) {
    for (const [number, { room, minutes }] of clients.entries()) {
      const key = `${date} ${room}`;
      if (!right.has(key)) {
        right.set(key, await finished(archive, date, room));
        if (right.get(key) === undefined) missing.push(`${key}: not in the archive`);
      }
      const day = right.get(key);
      if (day === undefined) continue;
      const difference = differenceOf(day.sums, minutes.days.get(date));
      const words = (slots: readonly number[]): string => {
        const named = slots.slice(0, NAMED).map((slot) => minuteLabel(minute(day.open + slot)));
        return `client ${number}, ${key}: ${named.join(", ")}${slots.length > NAMED ? `, ${slots.length} in all` : ""}`;
      };
      compared += difference.compared;
      if (difference.wrong.length > 0) wrong.push(words(difference.wrong));
      if (difference.missing.length > 0) missing.push(words(difference.missing));
    }
  }
  return { compared, wrong, missing };
}

interface FinishedDay {
  readonly open: Minute;
  readonly sums: SlotSums;
}

/** @returns undefined where the archive does not have it */
async function finished(archive: Archive, date: string, room: string): Promise<FinishedDay | undefined> {
  const blob = await archive.read({ source: "sim", date: isoDate(date), room });
  if (blob === undefined) return undefined;
  const { day } = decodeRoomDay(brotliDecompressSync(blob.bytes));
  return { open: day.open, sums: sumsOf(day) };
}
