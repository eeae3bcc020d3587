/** What a place in a workspace gives to the pane in it: its letter, and where its settings are kept. */
import { type Atom, atom, type createStore } from "jotai";
import type { KeptSettings } from "../../kit/pane/create-mount.ts";
import { activeLetterNameAtom, type LinkLetter } from "../../state/pane/letters.ts";
import { activePaneAtom, activePanesAtom, changeAtom, maximisedPanesAtom, workspacesAtom } from "./board.ts";
import type { PaneId, Side } from "./layout/tree.ts";
import { closePane, newId, openPane, type PaneFacts, withFacts } from "./layout/workspace.ts";

/** Where a pane stands. */
export interface PanePlace {
  readonly workspace: string;
  readonly pane: PaneId;
}

interface PlaceAtoms {
  readonly letterAtom: Atom<LinkLetter>;
  readonly keptAtom: KeptSettings;
}

const NO_SETTINGS = {};

export function createPlaceAtoms({ workspace, pane }: PanePlace): PlaceAtoms {
  const factsAtom = atom((get) => get(workspacesAtom).find(({ id }) => id === workspace)?.panes[pane]);
  return {
    letterAtom: atom((get) => get(factsAtom)?.letter ?? "A"),
    keptAtom: atom(
      (get) => get(factsAtom)?.settings ?? NO_SETTINGS,
      (get, set, key, value) => {
        const settings = { ...get(factsAtom)?.settings, [key]: value };
        set(changeAtom, workspace, (one) => withFacts(one, pane, { settings }));
      },
    ),
  };
}

export const setLetterAtom = atom(null, (_get, set, { workspace, pane }: PanePlace, letter: LinkLetter) => {
  set(changeAtom, workspace, (one) => withFacts(one, pane, { letter }));
});
setLetterAtom.debugLabel = "setPaneLetter";

export const activateAtom = atom(null, (get, set, { workspace, pane }: PanePlace) => {
  if (get(activePanesAtom)[workspace] !== pane) set(activePanesAtom, (all) => ({ ...all, [workspace]: pane }));
});
activateAtom.debugLabel = "activatePane";

export const toggleMaximisedAtom = atom(null, (_get, set, { workspace, pane }: PanePlace) => {
  set(maximisedPanesAtom, (all) => ({ ...all, [workspace]: all[workspace] === pane ? undefined : pane }));
});
toggleMaximisedAtom.debugLabel = "toggleMaximised";

export const closePaneAtom = atom(null, (get, set, { workspace, pane }: PanePlace) => {
  if (get(maximisedPanesAtom)[workspace] === pane) set(toggleMaximisedAtom, { workspace, pane });
  set(changeAtom, workspace, (one) => closePane(one, pane));
});
closePaneAtom.debugLabel = "closePane";

/**
 * The top bar acts on the letter of the active pane, by whatever way that one became active. Another letter that is touched
 * in the workspace's bar counts until the active pane is another one. @returns the end of it.
 */
export function followActiveLetter(store: Pick<ReturnType<typeof createStore>, "get" | "set" | "sub">): () => void {
  let known = "";
  const look = (): void => {
    const { workspace, pane } = store.get(activePaneAtom) ?? {};
    const letter = (pane === undefined ? undefined : workspace?.panes[pane]?.letter) ?? "A";
    const now = `${workspace?.id} ${pane} ${letter}`;
    if (now === known) return;
    known = now;
    store.set(activeLetterNameAtom, letter);
  };
  look();
  return store.sub(activePaneAtom, look);
}

interface Opening {
  readonly workspace: string;
  /** Absent: at the right of the last one. */
  readonly target?: PaneId;
  readonly side?: Side;
  /** Of the new pane. */
  readonly id?: PaneId;
}

/** Opens a pane and makes it the active one; nothing happens where there is no room for one. */
export const openPaneAtom = atom(
  null,
  (_get, set, { workspace, target, side, id = newId() }: Opening, facts: PaneFacts) => {
    let hasRoom = false;
    set(changeAtom, workspace, (one) => {
      const more = openPane(one, facts, { ...(target && { target }), ...(side && { side }), id });
      hasRoom = more !== undefined;
      return more ?? one;
    });
    // One that is hidden behind another, or on a phone beside it, would be opened unseen.
    set(maximisedPanesAtom, (all) => ({ ...all, [workspace]: undefined }));
    if (hasRoom) set(activateAtom, { workspace, pane: id });
  },
);
openPaneAtom.debugLabel = "openPane";

/** What the dialogs of the workspace are asked; undefined: none is open. */
export type Asked =
  | { readonly about: "screen"; readonly place: PanePlace }
  | { readonly about: "new pane"; readonly opening: Opening; readonly letter: LinkLetter }
  | { readonly about: "name" | "removal" | "link"; readonly workspace: string }
  | { readonly about: "link to all" };

export const askedAtom = atom<Asked | undefined>(undefined);
askedAtom.debugLabel = "workspaceAsked";
