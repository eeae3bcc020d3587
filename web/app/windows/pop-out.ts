/** Opens a part of the board in a window of its own, for another monitor. */
import { atom, type createStore, type Getter } from "jotai";
import { toasts } from "../../components/toasts/toasts.ts";
import { userAtom } from "../../state/session.ts";
import { copiesAtom, isPrivateAtom, shownHereAtom } from "../workspace/board.ts";
import { isWorkspace, type Workspace } from "../workspace/layout/workspace.ts";
import { WORKSPACE } from "../workspace/open-elsewhere.ts";
import { nameBoardAtom } from "./board-name.ts";
import { openPlaced, rememberPlace } from "./window-places.ts";

/** What the new window shows. */
export interface PoppedOut {
  /** A workspace by its id. */
  readonly show: string;
  /** The same as another window gives it away; absent: it is one of the user's own. */
  readonly copy?: Workspace | undefined;
}

/** Read by the new window, which gets a copy of the session storage, and each time that it is loaded again. */
const KEY = "poppedOut";
const BLOCKED = "The browser blocked the window: allow pop-ups of this site, and try again.";

/** @returns false where the browser opens none; the user is told */
export const popOutAtom = atom(null, (get, set, shown: PoppedOut): boolean => {
  set(nameBoardAtom);
  const own = readHere();
  write(get, shown);
  const opened = openPlaced(WORKSPACE, nameOf(shown));
  if (own === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, own);
  if (!opened) toasts.show({ message: BLOCKED, type: "warning" });
  return opened !== undefined;
});
popOutAtom.debugLabel = "popOut";

/** A workspace by its id, which it keeps; a copy has another each time, and is named after its screens. */
const nameOf = ({ show, copy }: PoppedOut): string =>
  copy
    ? Object.values(copy.panes)
        .map(({ screen }) => screen)
        .join(" ")
    : show;

let isTaken = false;

/** Whether another window opened this one, and what for is not read yet. */
export const isPoppedOut = (): boolean => !isTaken && readHere() !== null;

/**
 * Shows what this window was opened for, once in the life of the page. A page that is loaded again shows it as it was left:
 * a copy is kept nowhere else. Where the window stands when it closes is remembered.
 * @returns whether there is anything
 */
export function takePoppedOut(store: ReturnType<typeof createStore>): boolean {
  rememberPlace();
  const text = readHere();
  if (text === null || isTaken) return false;
  isTaken = true;
  const { user, show, copy }: Written = JSON.parse(text); // a page of this product wrote it
  if (user === userOf(store.get)) {
    if (copy && isWorkspace(copy)) store.set(copiesAtom, [copy]);
    store.set(shownHereAtom, show || undefined);
  }
  function keep(): void {
    const left = store.get(copiesAtom).find(({ id }) => id === copy?.id);
    const shown = store.get(shownHereAtom);
    // A browser may write it to the disk, where what is private lies sealed or not at all.
    if (shown === undefined || store.get(isPrivateAtom)) sessionStorage.removeItem(KEY);
    else write(store.get, { show: shown, copy: left });
  }
  keep();
  for (const one of [copiesAtom, shownHereAtom, isPrivateAtom]) store.sub(one, keep);
  return true;
}

interface Written extends PoppedOut {
  /** Whose it is: another user who logs in here gets nothing of it. */
  readonly user: string;
}

const userOf = (get: Getter): string => get(userAtom)?.email ?? "";

const write = (get: Getter, shown: PoppedOut): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ ...shown, user: userOf(get) } satisfies Written));

function readHere(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null; // storage is switched off
  }
}
