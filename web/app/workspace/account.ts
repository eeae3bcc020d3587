/**
 * Brings the browser's workspaces and the account's together. A change is saved some time after it, by one tab of the
 * browser; a failure is only logged, unless the user can do something about it, nothing that was changed is dropped, and the
 * next start tries again. What another device saved meanwhile is never overwritten unasked (web/state/saved/saves.ts).
 * Private by choice both keep an envelope (sealed-board.ts).
 */
import type { createStore } from "jotai";
import { writeTag } from "#contract/wire/revisions.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import { CONFLICT } from "../../state/api.ts";
import { rememberTagAtom } from "../../state/saved/saves.ts";
import { loadSettingsAtom, saveSettingAtom, settingKey } from "../../state/saved/sealed-store.ts";
import { isRecord, readItem } from "../../state/saved/storage.ts";
import {
  type Board,
  boardAtom,
  isLockedAtom,
  openedAtom,
  STORED,
  shownAtom,
  storedAtomOfUser,
  unreadAccountAtom,
} from "./board.ts";
import { isSealed, keptForm, workspacesIn } from "./kept-form.ts";
import { newId } from "./layout/workspace.ts";

type Store = ReturnType<typeof createStore>;

/** Changes are saved together, when there are no more for so long. */
const QUIET_MS = 800;

const TOO_LARGE = 413;

const sealed = () => import("./sealed-board.ts");

/** A tab that asks the user, or waits for a server that is away, has the turn for as long as that lasts. */
const LONGEST_WAIT_MS = 10_000;

/**
 * All tabs hear of a change that one of them makes: the next finds it saved. It would not match what it seals anew itself.
 * One that has waited long goes on without its turn: the account refuses what was not made on its own.
 */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (globalThis.navigator?.locks === undefined) return work();
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  try {
    return await navigator.locks.request("save workspaces", { signal }, work);
  } catch (error) {
    if (error !== signal.reason) throw error;
    return work();
  }
}

/** @returns a function that ends it. */
export function followAccount(store: Store): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  /** What storage held when this tab heard of a change last. */
  let heard = readItem(STORED);
  /** Another tab has changed or saved them, and this one's event is on its way: it saves then what is pending then. */
  const isBehind = (): boolean => {
    const stored = store.get(storedAtomOfUser);
    const iv = store.get(openedAtom)?.iv;
    return readItem(STORED) !== heard || (iv !== undefined && isSealed(stored) && stored.private.iv !== iv);
  };
  /** Whether the account has answered, when all that was begun is done. */
  let running = attempt(async () => {
    if (isSealed(store.get(storedAtomOfUser))) await store.set((await sealed()).openStoredAtom);
    return adopt(store);
  });
  const soon = (): void => {
    clearTimeout(timer);
    if (isOver || !store.get(boardAtom).isPending) return;
    timer = setTimeout(() => {
      running = running.then((isKnown) =>
        attempt(async () => {
          const knows = isKnown || (await adopt(store));
          if (knows) await alone(async () => (store.get(boardAtom).isPending && !isBehind() ? save(store) : undefined));
          return knows;
        }),
      );
    }, QUIET_MS);
  };
  void running.then(soon);
  const unfollow = store.sub(boardAtom, soon);
  const unfollowTabs = store.sub(storedAtomOfUser, () => {
    heard = readItem(STORED);
    const stored = store.get(storedAtomOfUser);
    if (isSealed(stored)) void sealed().then(({ openStoredAtom }) => store.set(openStoredAtom));
    else store.set(openedAtom, undefined); // another tab has opened them for good
  });
  const unfollowChanges = store.sub(openedAtom, () => {
    if (store.get(openedAtom)) void sealed().then(({ storeSealedAtom }) => store.set(storeSealedAtom));
  });
  const unfollowKey = followKey(store, () => {
    running = running.then(() => attempt(() => adopt(store)));
    void running.then(soon);
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    unfollow();
    unfollowTabs();
    unfollowChanges();
    unfollowKey();
  };
}

/** What fails is tried again with the next change. */
async function attempt(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    console.warn("workspaces:", error);
    return false;
  }
}

/** Locked, nothing sealed is shown any more. Whether it stays so, the account says: it may be unlocked, or open for good. */
function followKey(store: Store, onLocked: () => void): () => void {
  let end = (): void => undefined;
  let isOver = false;
  void import("../../state/saved/private/key-keeper.ts").then(({ onKeyChange }) => {
    if (isOver) return;
    end = onKeyChange((isLock) => {
      if (isLock) store.set(openedAtom, undefined);
      if (store.get(isLockedAtom)) onLocked();
    });
  });
  return () => {
    isOver = true;
    end();
  };
}

/**
 * Takes what the account keeps, unless this browser has changes that it does not know.
 * @returns whether the account answered, and is not locked: what it keeps is never replaced unseen.
 */
async function adopt(store: Store): Promise<boolean> {
  const loaded = await store.set(loadSettingsAtom, ["workspaces"], () =>
    store.get(storedAtomOfUser)?.isPending === true ? ["workspaces"] : [],
  );
  if (loaded === undefined) return false;
  const kept = loaded.workspaces;
  store.set(unreadAccountAtom, undefined);
  if (isSealed(kept)) {
    const isOpen = await store.set((await sealed()).adoptSealedAtom, kept);
    return isOpen ?? leaveUnread(store, kept);
  }
  if (kept !== undefined && !workspacesIn(kept)) return leaveUnread(store, kept);
  if (store.get(isLockedAtom) || isSealed(store.get(storedAtomOfUser))) await store.set((await sealed()).unsealAtom);
  const theirs = workspacesIn(kept);
  const board = store.get(boardAtom);
  if (theirs && !board.isPending && !isSame(keptForm(theirs), keptForm(board)))
    store.set(boardAtom, { ...board, ...theirs });
  return true;
}

/** The next release that can read it asks the user before it replaces it: to this browser it counts as never loaded. */
function leaveUnread(store: Store, kept: unknown): false {
  store.set(unreadAccountAtom, kept);
  store.set(rememberTagAtom, settingKey("workspaces"), writeTag([["workspaces", 0]]));
  return false;
}

/**
 * Before the user is asked which to keep: whatever he chooses, nothing is lost that this release cannot read. It keeps its
 * id, because this release changes nothing of it; one of the same id that can be read gets another.
 * @returns what he keeps if he keeps his own
 * @throws TypeError where that is all of what was saved elsewhere, or all was locked meanwhile: then he is not asked, and it stays
 */
async function seeTheirs(store: Store, kept: unknown): Promise<Board> {
  const theirs = isSealed(kept) ? await (await sealed()).peek(kept) : workspacesIn(kept);
  if (theirs === undefined) {
    leaveUnread(store, kept);
    throw new TypeError("they cannot be read");
  }
  if (store.get(isLockedAtom)) throw new TypeError("they are locked");
  const board = store.get(boardAtom);
  if (theirs === "locked" || theirs.unreadable.length === 0) return board;
  const taken = new Set(theirs.unreadable.map(idOf));
  const others = board.unreadable.filter((one) => !taken.has(idOf(one)));
  const ids = new Map(board.workspaces.flatMap(({ id }) => (taken.has(id) ? [[id, newId()] as const] : [])));
  const shown = ids.get(store.get(shownAtom)?.id ?? "");
  const workspaces = board.workspaces.map((one) => ({ ...one, id: ids.get(one.id) ?? one.id }));
  store.set(boardAtom, { ...board, workspaces, unreadable: [...theirs.unreadable, ...others], isPending: true });
  if (shown !== undefined) store.set(shownAtom, shown);
  return store.get(boardAtom);
}

const idOf = (one: unknown): unknown => (isRecord(one) && one["id"]) || JSON.stringify(one);

async function save(store: Store, isAgain = false): Promise<void> {
  let sent = store.get(boardAtom);
  const opened = store.get(openedAtom);
  const formOf = async (board: Board) => {
    sent = board;
    return opened ? await (await sealed()).sealLayouts(opened.key, board) : keptForm(board);
  };
  const outcome = await store.set(saveSettingAtom, "workspaces", await formOf(sent), async (kept) =>
    formOf(await seeTheirs(store, kept)),
  );
  const now = store.get(boardAtom);
  if (outcome.is === "theirs") await takeTheirs(store, outcome.value);
  else if (outcome.is === "kept" && isSame(keptForm(now), keptForm(sent))) {
    store.set(boardAtom, { ...now, isPending: false });
    // Before another tab's turn.
    if (opened) await store.set((await sealed()).storeSealedAtom);
  } else if (outcome.is === "failed" && outcome.status === TOO_LARGE) tellTooLarge();
  else if (outcome.is === "failed" && outcome.status === CONFLICT && !isAgain) {
    if (await store.set((await sealed()).turnBoardAtom)) await save(store, true);
  }
}

let isTold = false;

/** Once: each change tries again. */
function tellTooLarge(): void {
  if (isTold) return;
  isTold = true;
  const message =
    "Your workspaces are too large for your account: they are kept in this browser alone. Remove some panes.";
  toasts.show({ message, type: "warning", autoClose: false });
}

/** The user took what was saved elsewhere. */
async function takeTheirs(store: Store, value: unknown): Promise<void> {
  const board = store.get(boardAtom);
  if (isSealed(value)) {
    store.set(boardAtom, { ...board, isPending: false });
    await store.set((await sealed()).adoptSealedAtom, value);
    return;
  }
  const theirs = workspacesIn(value);
  store.set(boardAtom, { ...board, ...theirs, isPending: theirs === undefined });
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
