/** What the rest of the board may do with workspaces: list them, show one, put a screen into a pane. */
import type { createStore } from "jotai";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { activeLetterNameAtom, LINK_LETTERS, type LinkLetter, letters } from "../../state/pane/letters.ts";
import { type LinkedLetter, turnLetterAtom } from "../../state/pane/linked-letters.ts";
import { activePaneAtom, addAtom, changeAtom, freeNameAtom, isFullAtom, shownAtom, workspacesAtom } from "./board.ts";
import { placesOf, roomFor } from "./layout/places.ts";
import { even, splitAround } from "./layout/tree.ts";
import { newId, type Workspace, withFacts, withRoot } from "./layout/workspace.ts";
import { openPaneAtom } from "./pane-atoms.ts";
import { fromReadyMade, READY_MADE } from "./ready-made.ts";

type Store = ReturnType<typeof createStore>;

export const WORKSPACE = "/workspace";

/** What the bars over and under the workspace take of the window. */
const BARS_PX = 138;

interface Layout {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly show: () => void;
}

/** The user's workspaces, and behind them the ready-made ones that he does not have. */
export function layoutsOf(store: Store): readonly Layout[] {
  const all = store.get(workspacesAtom);
  const has = new Set(all.map(({ name }) => name));
  const own = all.map(({ id, name, panes }) => {
    const count = Object.keys(panes).length;
    return {
      id,
      name,
      note: `workspace, ${count === 1 ? "one pane" : `${count} panes`}`,
      show: () => store.set(shownAtom, id),
    };
  });
  const others = store.get(isFullAtom) ? [] : READY_MADE.filter(({ name }) => !has.has(name));
  return [
    ...own,
    ...others.map((one) => ({
      id: one.name,
      name: one.name,
      note: "new workspace, ready-made",
      show: () => store.set(addAtom, { ...fromReadyMade(one, newId()), name: store.get(freeNameAtom)(one.name) }),
    })),
  ];
}

/** Puts a screen in the place of the active pane's. */
export function changeActivePane(store: Store, screen: string): void {
  const active = store.get(activePaneAtom);
  if (active) store.set(changeAtom, active.workspace.id, (one) => withFacts(one, active.pane, { screen }));
  else openInWorkspace(store, screen);
}

/**
 * Opens a screen in a pane beside the active one of the workspace that was shown last, or where there is more room. With a symbol it gets a letter that
 * looks at it, else one that no pane has, else the active one, which then turns to it.
 */
export function openInWorkspace(store: Store, screen: string, symbol?: LinkedLetter): void {
  if (!store.get(shownAtom)) store.set(addAtom, { id: newId(), name: store.get(freeNameAtom)("Workspace"), panes: {} });
  const workspace = store.get(shownAtom);
  if (!workspace) return;
  const pane = store.get(activePaneAtom)?.pane;
  const own = pane === undefined ? undefined : workspace.panes[pane]?.letter;
  const letter = symbol ? letterFor(store, workspace, symbol) : (own ?? store.get(activeLetterNameAtom));
  if (symbol && !store.get(isReplayingAtom)) store.set(turnLetterAtom, letter, symbol);
  const room = roomFor(placesOf(workspace.root).panes, pane, innerWidth, innerHeight - BARS_PX);
  const id = newId();
  store.set(openPaneAtom, { workspace: workspace.id, ...room, id }, { screen, letter });
  if (!room?.isTight) return;
  store.set(changeAtom, workspace.id, (one) => withRoot(one, even(one.root, splitAround(one.root, id) ?? [])));
}

function letterFor(store: Store, { panes }: Workspace, { exchange, symbol }: LinkedLetter): LinkLetter {
  const used = new Set(Object.values(panes).map(({ letter }) => letter));
  const looksAt = (name: LinkLetter): boolean =>
    store.get(letters[name].exchangeAtom) === exchange && store.get(letters[name].symbolAtom)[0] === symbol;
  return (
    LINK_LETTERS.find((name) => used.has(name) && looksAt(name)) ??
    LINK_LETTERS.find((name) => !used.has(name)) ??
    store.get(activeLetterNameAtom)
  );
}
