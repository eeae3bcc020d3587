/**
 * Brings the browser's workspaces and the account's together. A change is saved some time after it; a failure is only
 * logged, nothing that was changed is dropped, and the next start tries again. What another device saved meanwhile is
 * never overwritten unasked (web/state/saves.ts).
 */
import type { createStore } from "jotai";
import { loadSettingsAtom, saveSettingAtom } from "../../state/saved/sealed-store.ts";
import { isRecord } from "../../state/saved/storage.ts";
import { boardAtom, isWorkspaces } from "./board.ts";
import type { Workspace } from "./layout/workspace.ts";

type Store = ReturnType<typeof createStore>;

/** Changes are saved together, when there are no more for so long. */
const QUIET_MS = 800;

/** @returns a function that ends it. */
export function followAccount(store: Store): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  /** Whether the account has answered, when all that was begun is done. */
  let running = adopt(store);
  const soon = (): void => {
    clearTimeout(timer);
    if (isOver || !store.get(boardAtom).isPending) return;
    timer = setTimeout(() => {
      running = running.then(async (isKnown) => {
        const knows = isKnown || (await adopt(store));
        if (knows && store.get(boardAtom).isPending) await save(store);
        return knows;
      });
    }, QUIET_MS);
  };
  void running.then(soon);
  const unfollow = store.sub(boardAtom, soon);
  return () => {
    isOver = true;
    clearTimeout(timer);
    unfollow();
  };
}

/**
 * Takes what the account keeps, unless this browser has changes that it does not know.
 * @returns whether the account answered: what it keeps is never replaced unseen.
 */
async function adopt(store: Store): Promise<boolean> {
  const wasPending = store.get(boardAtom).isPending;
  const loaded = await store.set(loadSettingsAtom, ["workspaces"], wasPending ? ["workspaces"] : []);
  if (loaded === undefined) return false;
  const theirs = workspacesIn(loaded.workspaces);
  const board = store.get(boardAtom);
  if (theirs && !board.isPending && !isSame(theirs, board.workspaces))
    store.set(boardAtom, { ...board, workspaces: theirs });
  return true;
}

async function save(store: Store): Promise<void> {
  const sent = store.get(boardAtom);
  const outcome = await store.set(saveSettingAtom, "workspaces", { v: 1, workspaces: sent.workspaces });
  const now = store.get(boardAtom);
  if (outcome.is === "theirs") {
    const theirs = workspacesIn(outcome.value);
    store.set(boardAtom, { ...now, workspaces: theirs ?? now.workspaces, isPending: theirs === undefined });
  } else if (outcome.is === "kept" && now.workspaces === sent.workspaces)
    store.set(boardAtom, { ...now, isPending: false });
}

/** @returns undefined for what is none, such as a later release's. */
function workspacesIn(value: unknown): readonly Workspace[] | undefined {
  const workspaces = isRecord(value) && value["v"] === 1 ? value["workspaces"] : undefined;
  return isWorkspaces(workspaces) ? workspaces : undefined;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
