/**
 * Keeps a process that has been replaced from writing into a folder: who leads writes its term there, and asks before each
 * write whether a later leader has done so. A process that stood still finds out with its first write.
 *
 *     const fence = takeFence(folder, term);
 *     fence.check();       // throws Fenced once another process has taken the folder with a higher term
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../start-error.ts";

export interface Fence {
  /** @throws Fenced */
  check(): void;
}

const LEADER = "leader";

/** Where one process alone can have the folder. */
export const noFence: Fence = { check: () => undefined };

export class Fenced extends Error {
  override readonly name = "Fenced";

  constructor(term: number, later: number) {
    super(`another process leads (term ${later}, ours was ${term}): nothing more is written`);
  }
}

/** @throws Fenced where a later leader has the folder already. */
export function takeFence(folder: string, term: number): Fence {
  const path = join(folder, LEADER);
  const fence: Fence = {
    check() {
      const last = lastTerm(folder);
      if (last > term) throw new Fenced(term, last);
    },
  };
  fence.check();
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${term}\n`, { mode: 0o600 });
  renameSync(draft, path);
  return fence;
}

/** Whether something failed because another process leads now, whatever it says itself. @param fence undefined: not taken yet */
export function isReplaced(error: unknown, fence: Fence | undefined): boolean {
  if (error instanceof Fenced) return true;
  try {
    fence?.check();
    return false;
  } catch (found) {
    return found instanceof Fenced;
  }
}

/** Of whoever led last; 0 where nobody has. */
export function lastTerm(folder: string): number {
  try {
    return Number(readFileSync(join(folder, LEADER), "utf8")) || 0;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return 0;
    throw error;
  }
}
