/**
 * The user's workspaces: those that are kept in this browser and with the account (account.ts), and copies that a link
 * opened, which live as long as the page unless the user keeps them.
 */
import { atom } from "jotai";
import type { PrivateSetting } from "../../state/saved/private/documents.ts";
import type { OpenKey } from "../../state/saved/private/key-keeper.ts";
import { isRecord, storedAtom, storedTextAtom } from "../../state/saved/storage.ts";
import { socketTicketAtom, userAtom } from "../../state/session.ts";
import { type PaneId, panesOf } from "./layout/tree.ts";
import { copyOf, isWorkspace, type Workspace } from "./layout/workspace.ts";
import { fromReadyMade, READY_MADE } from "./ready-made.ts";

export const MOST_WORKSPACES = 12;

/** Workspaces as they are kept, parted. */
export interface Layouts {
  readonly workspaces: readonly Workspace[];
  /** What this release cannot read, of a later one or damaged, as it is: it is kept with the others. */
  readonly unreadable: readonly unknown[];
}

export interface Board extends Layouts {
  /** Whose workspaces these are. */
  readonly user: string;
  /** The account does not have the last change yet. */
  readonly isPending: boolean;
}

/** Private by choice they lie sealed in this browser, too (sealed-board.ts). */
type SealedBoard = Omit<Board, keyof Layouts> & PrivateSetting;
/** As any release stores it. */
type OpenBoard = Omit<Board, keyof Layouts> & { readonly workspaces: readonly unknown[] };

const isStoredBoard = (value: unknown): value is OpenBoard | SealedBoard | null =>
  value === null ||
  (isRecord(value) &&
    typeof value["isPending"] === "boolean" &&
    (isRecord(value["private"]) || Array.isArray(value["workspaces"])));

/** One that cannot be read takes none of the others with it, and is not lost. */
export const layoutsIn = (all: readonly unknown[]): Layouts => ({
  workspaces: all.filter(isWorkspace),
  unreadable: all.filter((one) => !isWorkspace(one)),
});

/** In the browser's storage. */
export const STORED = "workspaces";
const storedBoardAtom = storedAtom<OpenBoard | SealedBoard | null>(STORED, null, isStoredBoard);

/** What this browser keeps of the user who is logged in; another user's counts for nothing, and gives way. */
export const storedAtomOfUser = atom(
  (get): Board | SealedBoard | undefined => {
    const stored = get(storedBoardAtom);
    if (stored?.user !== (get(userAtom)?.email ?? "")) return undefined;
    return "workspaces" in stored ? { ...stored, ...layoutsIn(stored.workspaces) } : stored;
  },
  (_get, set, board: Board | SealedBoard | null) => {
    if (!board || !("workspaces" in board)) return set(storedBoardAtom, board);
    const { unreadable, ...rest } = board;
    set(storedBoardAtom, { ...rest, workspaces: [...rest.workspaces, ...unreadable] });
  },
);
storedAtomOfUser.debugLabel = "storedBoard";

interface OpenedBoard {
  readonly board: Board;
  /** What it is sealed under. */
  readonly key: OpenKey;
  /** The IV of the envelope that this browser keeps of it; absent: it is not sealed yet. */
  readonly iv?: string;
  /** The login it was opened in. */
  readonly ticket: string;
}

const openedBoardAtom = atom<OpenedBoard | undefined>(undefined);
/** What is sealed, once it is opened; undefined where nothing is, or all is locked. */
export const openedAtom = atom(
  (get) => {
    const opened = get(openedBoardAtom);
    const isOwn = opened?.ticket === get(socketTicketAtom) && opened.board.user === (get(userAtom)?.email ?? "");
    return isOwn ? opened : undefined;
  },
  (get, set, opened: Omit<OpenedBoard, "ticket"> | undefined) =>
    set(openedBoardAtom, opened && { ...opened, ticket: get(socketTicketAtom) }),
);
openedAtom.debugLabel = "openedBoard";

/** The account's workspaces are sealed, and what this browser keeps open waits until they are unlocked. */
export const isHeldBackAtom = atom(false);
isHeldBackAtom.debugLabel = "isBoardHeldBack";

/** They lie sealed in this browser. */
export const isPrivateAtom = atom((get) => "private" in (get(storedAtomOfUser) ?? {}));
isPrivateAtom.debugLabel = "isBoardPrivate";

/** None of the user's workspaces is shown or changed. What is added goes with the page, as a link's copies do. */
export const isLockedAtom = atom((get) => get(isHeldBackAtom) || (get(isPrivateAtom) && get(openedAtom) === undefined));
isLockedAtom.debugLabel = "isBoardLocked";

const BEGINNING: Layouts = { workspaces: READY_MADE.map((one, i) => fromReadyMade(one, `w${i}`)), unreadable: [] };

/** Of the user who is logged in. */
export const boardAtom = atom(
  (get): Board => {
    const user = get(userAtom)?.email ?? "";
    if (get(isLockedAtom)) return { user, workspaces: [], unreadable: [], isPending: false };
    const board = get(openedAtom)?.board ?? get(storedAtomOfUser);
    return board && "workspaces" in board ? board : { user, ...BEGINNING, isPending: false };
  },
  (get, set, board: Board) => {
    const opened = get(openedAtom);
    if (!opened) return set(storedAtomOfUser, board);
    set(openedAtom, { board, key: opened.key });
  },
);
boardAtom.debugLabel = "workspaces";

/** What a link opened, and the user did not keep yet. */
export const copiesAtom = atom<readonly Workspace[]>([]);
copiesAtom.debugLabel = "workspaceCopies";

/** What the account keeps in place of all workspaces, where this release cannot read it: nothing is saved over it. */
export const unreadAccountAtom = atom<unknown>(undefined);
unreadAccountAtom.debugLabel = "unreadAccount";

export const unreadableAtom = atom((get) => {
  const whole = get(unreadAccountAtom);
  return whole === undefined ? get(boardAtom).unreadable : [whole];
});
unreadableAtom.debugLabel = "unreadableWorkspaces";

/** In the order of the tabs. */
export const workspacesAtom = atom((get) => [...get(boardAtom).workspaces, ...get(copiesAtom)]);
workspacesAtom.debugLabel = "workspaceTabs";

/** Another tab's press opens no tab here. */
const lastShownAtom = storedTextAtom("workspaceShown", "", false);
/** Of this page: another one of the browser may show another, and the next one begins with what was chosen last. */
export const shownHereAtom = atom<string | undefined>(undefined);
shownHereAtom.debugLabel = "workspaceShownHere";

/** Tabs without a workspace. */
export const LOCKED = "locked";
export const UNREADABLE = "unreadable";
/** The one of them that is open while no workspace is shown; undefined: there is none. */
export const otherTabAtom = atom((get) => {
  const isLocked = get(isLockedAtom);
  if (get(unreadableAtom).length > 0 && (!isLocked || get(shownHereAtom) === UNREADABLE)) return UNREADABLE;
  return isLocked ? LOCKED : undefined;
});
otherTabAtom.debugLabel = "otherTab";

/**
 * The workspace whose tab is open; undefined where there is none, or another tab is open. One that everybody begins with may
 * be opened before the account has answered: of the account's it is then the one of its name.
 */
export const shownAtom = atom(
  (get) => {
    const all = get(workspacesAtom);
    const id = get(shownHereAtom) ?? get(lastShownAtom);
    const isOther = get(isLockedAtom) || id === get(otherTabAtom);
    const hasId = (one: Workspace): boolean => one.id === id;
    const begun = BEGINNING.workspaces.find(hasId)?.name;
    return all.find(hasId) ?? (isOther ? undefined : (all.find(({ name }) => name === begun) ?? all[0]));
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
  if (get(isLockedAtom)) set(copiesAtom, (copies) => [...copies, workspace]);
  else set(keepAtom, [...get(boardAtom).workspaces, workspace]);
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

/** Gives up one that cannot be read. */
export const removeUnreadableAtom = atom(null, (get, set, one: unknown) => {
  const board = get(boardAtom);
  set(boardAtom, { ...board, unreadable: board.unreadable.filter((other) => other !== one), isPending: true });
});
removeUnreadableAtom.debugLabel = "removeUnreadable";

/** Makes a copy one of the user's own; its panes stay as they are. */
export const keepCopyAtom = atom(null, (get, set, copy: Workspace) => {
  if (get(isFullAtom) || get(isLockedAtom)) return;
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
  return workspace === undefined || pane === undefined ? undefined : { workspace, pane };
});
activePaneAtom.debugLabel = "activePane";

export const maximisedPanesAtom = atom<Readonly<Record<string, PaneId | undefined>>>({});
maximisedPanesAtom.debugLabel = "maximisedPanes";
