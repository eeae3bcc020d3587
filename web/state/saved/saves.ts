/**
 * Saves of what is kept with the account. Each names the revision that it replaces: one that was saved elsewhere meanwhile is
 * never overwritten unasked. Where the server cannot save now, the save waits, and the shell says so, but for settings of the chain.
 */
import { atom, type Getter, type Setter } from "jotai";
import type { StaleReply } from "#contract/wire/http/call.ts";
import { RefusedCall } from "../api.ts";
import { userAtom } from "../session.ts";
import { saveConflictsAtom, savesWaitingAtom } from "./save-conflicts.ts";
import { keepTag, tagOf } from "./save-tags.ts";

export interface Save {
  /** Of what is kept: of one key the saves go one after another, and only the newest of those that wait. */
  readonly key: string;
  /** What it is, within a sentence: 'your own columns'. */
  readonly label: string;
  /** @param tag of what it replaces; undefined: nothing was loaded. Rejects where the network fails. */
  readonly send: (tag: string | undefined) => Promise<Response>;
  /** That it waits is said in the browser's log alone: what it saves is kept here, and shown. */
  readonly isQuiet?: boolean;
  /** Opens what was saved elsewhere. */
  readonly open: (payload: string) => Promise<unknown>;
}

export type SaveOutcome =
  | { readonly is: "kept" }
  /** A later save of this page took its place. */
  | { readonly is: "replaced" }
  /** The user took what was saved elsewhere; undefined where it was deleted there. */
  | { readonly is: "theirs"; readonly value: unknown };

interface Waiting {
  readonly save: Save;
  readonly settle: (outcome: SaveOutcome | Promise<SaveOutcome>) => void;
}

interface Line {
  next?: Waiting | undefined;
}

/** Between two attempts, unless the server says how long; milliseconds. */
const AGAIN_MS = 3000;
const LONGEST_MS = 30_000;

const linesAtom = atom(() => new Map<string, Line>());

/** Remembers what was loaded: a save replaces that, and nothing else. */
export const rememberTagAtom = atom(null, (get, _set, key: string, tag: string): void =>
  keepTag(userOf(get), key, tag),
);

const userOf = (get: Getter): string => get(userAtom)?.email ?? "";

/** Saves, however long the server cannot. @throws RefusedCall where it will not; whatever `open` throws */
export const saveAtom = atom(null, (get, set, save: Save): Promise<SaveOutcome> => {
  const lines = get(linesAtom);
  const line = lines.get(save.key);
  if (line === undefined) return inLine(get, set, save);
  line.next?.settle({ is: "replaced" });
  return new Promise((settle) => {
    line.next = { save, settle };
  });
});
saveAtom.debugLabel = "save";

async function inLine(get: Getter, set: Setter, save: Save): Promise<SaveOutcome> {
  const lines = get(linesAtom);
  const line: Line = {};
  lines.set(save.key, line);
  try {
    return await untilSettled(get, set, save, line);
  } finally {
    lines.delete(save.key);
    if (line.next) line.next.settle(inLine(get, set, line.next.save));
  }
}

async function untilSettled(get: Getter, set: Setter, save: Save, line: Line): Promise<SaveOutcome> {
  const user = userOf(get);
  const keepTagOf = (response: Response): void => {
    const tag = response.headers.get("ETag");
    if (tag !== null) keepTag(user, save.key, tag);
  };
  let isWaiting = false;
  try {
    for (;;) {
      const response = await attempt(save, tagOf(user, save.key));
      if (response?.ok) {
        keepTagOf(response);
        return { is: "kept" };
      }
      if (response !== undefined && response.status !== 503) {
        if (response.status !== 412) throw new RefusedCall(response.status, "");
        if (line.next) return { is: "replaced" }; // which finds the same, and asks
        const { versions }: StaleReply = await response.json();
        const value = versions.theirs === null ? undefined : await save.open(versions.theirs);
        const choice = await asked(set, save);
        keepTagOf(response);
        if (choice === "mine") continue;
        dropNext(line, { is: "theirs", value });
        return { is: "theirs", value };
      }
      if (!isWaiting && !save.isQuiet) set(savesWaitingAtom, (count) => count + 1);
      isWaiting = true;
      await pause(Number(response?.headers.get("Retry-After") ?? 0) * 1000 || AGAIN_MS);
      if (line.next) return { is: "replaced" };
    }
  } finally {
    if (isWaiting && !save.isQuiet) set(savesWaitingAtom, (count) => count - 1);
  }
}

function dropNext(line: Line, outcome: SaveOutcome): void {
  line.next?.settle(outcome);
  line.next = undefined;
}

/** @returns undefined where the network fails */
async function attempt(save: Save, tag: string | undefined): Promise<Response | undefined> {
  try {
    return await save.send(tag);
  } catch {
    return undefined;
  }
}

/** Asks the user which of the two is to be kept. */
async function asked(set: Setter, { key, label }: Save): Promise<"mine" | "theirs"> {
  try {
    return await new Promise((decide) => set(saveConflictsAtom, (all) => [...all, { key, label, decide }]));
  } finally {
    set(saveConflictsAtom, (all) => all.filter((conflict) => conflict.key !== key));
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, Math.min(LONGEST_MS, ms)));
