/**
 * The user's workspaces: those that are kept in this browser and with the account (account.ts), and copies that a link
 * opened, which live as long as the page unless the user keeps them.
 */
import { atom } from "jotai";
import { isRecord, storedAtom, storedTextAtom } from "../../state/saved/storage.ts";
import { userAtom } from "../../state/session.ts";
import { type PaneId, panesOf } from "./layout/tree.ts";
import { copyOf, isWorkspace, type Workspace } from "./layout/workspace.ts";
import { fromReadyMade, READY_MADE } from "./ready-made.ts";

export const MOST_WORKSPACES = 12;

interface StoredBoard {
  /** Whose workspaces these are. */
  readonly user: string;
  readonly workspaces: readonly Workspace[];
  /** The account does not have the last change yet. */
  readonly isPending: boolean;
}

const isStoredBoard = (value: unknown): value is StoredBoard | null =>
  value === null || (isRecord(value) && typeof value["isPending"] === "boolean" && isWorkspaces(value["workspaces"]));

export const isWorkspaces = (value: unknown): value is readonly Workspace[] =>
  Array.isArray(value) && value.length <= MOST_WORKSPACES && value.every(isWorkspace);

const storedBoardAtom = storedAtom<StoredBoard | null>("workspaces", null, isStoredBoard);

const BEGINNING = READY_MADE.map((one, i) => fromReadyMade(one, `w${i}`));

/** Of the user who is logged in; another user's count for nothing, and give way. */
export const boardAtom = atom(
  (get): StoredBoard => {
    const user = get(userAtom)?.email ?? "";
    const stored = get(storedBoardAtom);
    return stored?.user === user ? stored : { user, workspaces: BEGINNING, isPending: false };
  },
  (_get, set, board: StoredBoard) => set(storedBoardAtom, board),
);
boardAtom.debugLabel = "workspaces";

/** What a link opened, and the user did not keep yet. */
export const copiesAtom = atom<readonly Workspace[]>([]);
copiesAtom.debugLabel = "workspaceCopies";

/** In the order of the tabs. */
export const workspacesAtom = atom((get) => [...get(boardAtom).workspaces, ...get(copiesAtom)]);
workspacesAtom.debugLabel = "workspaceTabs";

const lastShownAtom = storedTextAtom("workspaceShown", "");
/** Of this page: another one of the browser may show another, and the next one begins with what was chosen last. */
export const shownHereAtom = atom<string | undefined>(undefined);
shownHereAtom.debugLabel = "workspaceShownHere";

/** The workspace whose tab is open; undefined where there is none. */
export const shownAtom = atom(
  (get) => {
    const all = get(workspacesAtom);
    const id = get(shownHereAtom) ?? get(lastShownAtom);
    return all.find((one) => one.id === id) ?? all[0];
  },
  (_get, set, id: string) => {
    set(shownHereAtom, id);
    set(lastShownAtom, id);
  },
);
shownAtom.debugLabel = "shownWorkspace";

const replace = (all: readonly Workspace[], id: string, change: (one: Workspace) => Workspace): readonly Workspace[] =>
  all.map((one) => (one.id === id ? change(one) : one));

/** Changes a workspace, wherever it is kept. */
export const changeAtom = atom(null, (get, set, id: string, change: (one: Workspace) => Workspace) => {
  if (get(copiesAtom).some((one) => one.id === id)) set(copiesAtom, (all) => replace(all, id, change));
  else set(keepAtom, replace(get(boardAtom).workspaces, id, change));
});
changeAtom.debugLabel = "changeWorkspace";

/** Keeps these in place of those before. */
const keepAtom = atom(null, (get, set, workspaces: readonly Workspace[]) => {
  set(boardAtom, { ...get(boardAtom), workspaces, isPending: true });
});
keepAtom.debugLabel = "keepWorkspaces";

export const isFullAtom = atom((get) => get(boardAtom).workspaces.length >= MOST_WORKSPACES);
isFullAtom.debugLabel = "isBoardFull";

/** Adds a workspace and shows it. Nothing happens where there are as many as there may be. */
export const addAtom = atom(null, (get, set, workspace: Workspace) => {
  if (get(isFullAtom)) return;
  set(keepAtom, [...get(boardAtom).workspaces, workspace]);
  set(shownAtom, workspace.id);
});
addAtom.debugLabel = "addWorkspace";

/** A name that no other has: 'Expiry day 2'. */
export const freeNameAtom = atom((get) => (name: string): string => {
  const taken = new Set(get(workspacesAtom).map((one) => one.name));
  for (let n = 2, free = name; ; n++) {
    if (!taken.has(free)) return free;
    free = `${name.slice(0, 36)} ${n}`;
  }
});
freeNameAtom.debugLabel = "freeWorkspaceName";

export const duplicateAtom = atom(null, (get, set, workspace: Workspace) => {
  set(addAtom, copyOf(workspace, get(freeNameAtom)(workspace.name)));
});
duplicateAtom.debugLabel = "duplicateWorkspace";

/** Removes a workspace for good, or drops a copy. */
export const removeAtom = atom(null, (get, set, id: string) => {
  const rest = (all: readonly Workspace[]) => all.filter((one) => one.id !== id);
  if (get(copiesAtom).some((one) => one.id === id)) set(copiesAtom, rest);
  else set(keepAtom, rest(get(boardAtom).workspaces));
});
removeAtom.debugLabel = "removeWorkspace";

/** Makes a copy one of the user's own; its panes stay as they are. */
export const keepCopyAtom = atom(null, (get, set, copy: Workspace) => {
  if (get(isFullAtom)) return;
  const name = get(boardAtom).workspaces.some((one) => one.name === copy.name)
    ? get(freeNameAtom)(copy.name)
    : copy.name;
  set(copiesAtom, (all) => all.filter((one) => one.id !== copy.id));
  set(keepAtom, [...get(boardAtom).workspaces, { ...copy, name }]);
});
keepCopyAtom.debugLabel = "keepWorkspaceCopy";

/** The pane of each workspace that was touched last, and the one that fills it alone; by the workspace's id. */
export const activePanesAtom = atom<Readonly<Record<string, PaneId>>>({});
activePanesAtom.debugLabel = "activePanes";

/** Of the workspace that is shown: the pane that was touched last, else the first. */
export const activePaneAtom = atom((get): { readonly workspace: Workspace; readonly pane: PaneId } | undefined => {
  const workspace = get(shownAtom);
  const touched = workspace && get(activePanesAtom)[workspace.id];
  const pane =
    workspace && (touched !== undefined && touched in workspace.panes ? touched : panesOf(workspace.root)[0]);
  return pane === undefined ? undefined : { workspace, pane };
});
activePaneAtom.debugLabel = "activePane";

export const maximisedPanesAtom = atom<Readonly<Record<string, PaneId | undefined>>>({});
maximisedPanesAtom.debugLabel = "maximisedPanes";
