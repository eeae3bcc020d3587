/** The archive of the server that has this environment: what the commands of market days read and write. */
import { join } from "node:path";
import { openArchive } from "../../market/archive/open-archive.ts";
import type { StoredArchive } from "../../market/archive/stored-archive.ts";
import { systemClock } from "../../platform/clocks.ts";
import { parseArchive } from "../../platform/env/env.ts";
import { readEnvironment, readText } from "../../platform/env/read-environment.ts";
import { StartError } from "../../platform/start-error.ts";

export interface Served {
  readonly dataDir: string;
  /** The archive's, where no bucket has it. */
  readonly folder: string;
  readonly archive: StoredArchive;
}

/**
 * @param given the data folder that was typed instead of DATA_DIR
 * @throws StartError where it is empty: a variable that is not set must not stand for another folder
 */
export function openServed(given: string | undefined, onFault: (line: string) => void): Served {
  if (given === "") throw new StartError("--data-dir needs a folder.");
  const raw = readEnvironment();
  const { dataDir, bucket } = parseArchive({ ...raw, DATA_DIR: given ?? raw["DATA_DIR"] }, readText);
  const folder = join(dataDir, "archive");
  return { dataDir, folder, archive: openArchive({ folder, bucket, clock: systemClock, onFault }) };
}
