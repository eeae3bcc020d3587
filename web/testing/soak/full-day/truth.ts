/** What the feed has of a finished day: its archive, which is made of the journal and removes it. */

import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { isoDate } from "#contract/domain/units.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { openArchive } from "../../../../server/market/archive/open-archive.ts";
import { systemClock } from "../../../../server/platform/clocks.ts";
import type { Crowd } from "./crowd.ts";
import { type Findings, MinuteVerdict } from "./minute-verdict.ts";

export interface Comparison {
  /** Minutes of clients. */
  readonly compared: number;
  readonly wrong: Findings;
  readonly missing: Findings;
  /** Days of rooms that the archive does not have. */
  readonly unarchived: readonly string[];
}

/** @param folder the data folder */
export async function compareMinutes(
  folder: string,
  { clients, figures }: Crowd,
  dates: readonly string[],
): Promise<Comparison> {
  const archive = openArchive({
    folder: join(folder, "archive"),
    bucket: undefined,
    clock: systemClock,
    onFault: console.error,
  });
  const verdict = new MinuteVerdict(figures);
  const unarchived: string[] = [];
  for (const date of dates) {
    for (const room of new Set(clients.map((client) => client.room))) {
      const blob = await archive.read({ source: "sim", date: isoDate(date), room });
      if (blob === undefined) {
        unarchived.push(`${date} ${room}`);
        continue;
      }
      const { day } = decodeRoomDay(brotliDecompressSync(blob.bytes));
      verdict.compare(
        day,
        clients.filter((client) => client.room === room),
      );
    }
  }
  return { compared: verdict.compared, wrong: verdict.wrong, missing: verdict.missing, unarchived };
}
