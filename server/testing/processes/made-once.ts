/** What one process of the tests makes for all of them: who asks for it meanwhile waits. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { systemCode } from "../../platform/start-error.ts";

/** Folder of databases that all test processes copy, since making one takes seconds. They stay from run to run. */
export const TEMPLATES = fileURLToPath(new URL("../../../node_modules/.cache/strikeboard/", import.meta.url));

const POLL_MS = 50;
/** Longer than anything takes to make. */
const LOST_MS = 120_000;

/**
 * @param place of a file or folder: it is there once it is whole
 * @param make makes it elsewhere
 * @returns the place
 */
export async function madeOnce(place: string, make: (draft: string) => Promise<void>): Promise<string> {
  const turn = `${place}.turn`;
  mkdirSync(dirname(place), { recursive: true });
  while (!existsSync(place)) {
    if (!takes(turn)) {
      await sleep(POLL_MS);
      continue;
    }
    const draft = `${place}.${process.pid}`;
    try {
      if (existsSync(place)) break; // it was made before this turn
      rmSync(draft, { recursive: true, force: true });
      await make(draft);
      put(draft, place);
    } finally {
      rmSync(turn, { force: true });
    }
  }
  return place;
}

/** Who lost the turn without knowing may have been first: what the two made is the same. */
function put(draft: string, place: string): void {
  try {
    renameSync(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * A turn is a file with the number of the process that has it; one that was killed loses it. In a container another process
 * soon has that number, so a turn does not last for ever.
 */
function takes(turn: string): boolean {
  try {
    writeFileSync(turn, `${process.pid}`, { flag: "wx" });
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    if (isLost(turn)) rmSync(turn, { force: true });
    return false;
  }
}

function isLost(turn: string): boolean {
  try {
    if (Date.now() - statSync(turn).mtimeMs > LOST_MS) return true;
    process.kill(Number(readFileSync(turn, "utf8")), 0); // 0, until its number is written: our own process group
    return false;
  } catch (error) {
    return systemCode(error) === "ESRCH";
  }
}
