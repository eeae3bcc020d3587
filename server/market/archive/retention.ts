/**
 * Old days go, where the operator says so: days that a feed brought, and not those that somebody imported. Never the
 * exchange's today or later, and never without a word.
 */
import { addDays } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Log } from "../../platform/log.ts";
import { oneLine } from "../../platform/start-error.ts";
import { listDays } from "./layout.ts";
import type { StoredArchive } from "./stored-archive.ts";

export interface RetentionOptions {
  /** Calendar days before `today` that stay; 0 keeps everything. */
  readonly keepDays: number;
  /** The exchange's. */
  readonly today: IsoDate;
  readonly log: Log;
}

/** Removes what is older. A day that cannot be removed is named, and tried again the next time. */
export async function removeOldDays(archive: StoredArchive, { keepDays, today, log }: RetentionOptions): Promise<void> {
  if (keepDays <= 0) return;
  const oldest = addDays(today, -keepDays);
  try {
    for (const day of await listDays(archive.store)) {
      if (day.source === "import" || day.date >= oldest) continue;
      await archive.removeDay(day);
      log.info(
        { date: day.date, source: day.source, keepDays },
        "removed an archived day: it is older than the days to keep",
      );
    }
  } catch (error) {
    log.error({ fault: oneLine(error) }, "old days could not be removed from the archive");
  }
}
