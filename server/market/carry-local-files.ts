/**
 * An archive that moved from the data folder into a bucket: the end-of-day figures and aggregates that the folder has,
 * and the bucket has not, are copied once. The folder stays as it is.
 */
import { oneLine } from "../platform/start-error.ts";
import { AGGREGATES } from "./aggregates/aggregate-file.ts";
import { carryDayFiles } from "./archive/day-files.ts";
import { createFileStore } from "./archive/file-store.ts";
import type { ObjectStore } from "./archive/object-store.ts";
import { DAILY } from "./daily/daily-file.ts";

export interface CarryInput {
  /** Where the archive is now. */
  readonly store: ObjectStore;
  /** Where it is without a bucket. */
  readonly folder: string;
  /** Told in lines what was copied. */
  readonly tell: (line: string) => void;
  /** Told what could not be. */
  readonly onFault: (line: string) => void;
}

/** Never rejects: what was not copied is tried again the next time. */
export async function carryLocalFiles({ store, folder, tell, onFault }: CarryInput): Promise<void> {
  const local = createFileStore(folder);
  if (store.place === local.place) return;
  for (const kind of [DAILY, AGGREGATES]) {
    try {
      const count = await carryDayFiles(local, store, kind, onFault);
      if (count > 0)
        tell(`${kind.words}: ${count === 1 ? "1 day" : `${count} days`} copied from ${folder} to ${store.place}`);
    } catch (error) {
      onFault(`${kind.words} in ${folder} are not copied to ${store.place}: ${oneLine(error)}`);
    }
  }
}
