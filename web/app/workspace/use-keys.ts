import { useStore } from "jotai";
import { useMemo } from "react";
import { flushSync } from "react-dom";
import type { Shortcut } from "../../components/shortcuts/shortcuts.ts";
import { useShortcuts } from "../../components/shortcuts/use-shortcuts.ts";
import { activePaneAtom, changeAtom, maximisedPanesAtom, shownAtom } from "./board.ts";
import { neighbourOf, placesOf } from "./layout/places.ts";
import { panesOf, type Side } from "./layout/tree.ts";
import { movePane } from "./layout/workspace.ts";
import { activateAtom, toggleMaximisedAtom } from "./pane-atoms.ts";

const SIDES: Readonly<Record<string, Side>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "top",
  ArrowDown: "bottom",
};

type Store = ReturnType<typeof useStore>;

/** What the workspace does by keys: go to a pane, let it fill the workspace, change its place. */
export function useKeys(): void {
  const store = useStore();
  const keys = useMemo(
    (): readonly Shortcut[] => [
      {
        keys: "Alt+1 to 9",
        does: "Go to a pane, in reading order",
        group: "Workspace",
        isFirst: true,
        press: (event) => isAlt(event) && goToPane(store, event),
      },
      {
        keys: "Alt+Enter",
        does: "Let the active pane fill the workspace, or end that",
        group: "Workspace",
        isFirst: true,
        press: (event) => isAlt(event) && maximise(store, event),
      },
      {
        keys: "Alt+Shift+arrow",
        does: "Change places with the neighbour",
        group: "Workspace",
        isFirst: true,
        press: (event) => isAlt(event) && swap(store, event),
      },
    ],
    [store],
  );
  useShortcuts(keys);
}

const isAlt = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey && !ctrlKey && !metaKey;

function goToPane(store: Store, { code, shiftKey }: KeyboardEvent): boolean {
  const workspace = store.get(shownAtom);
  const [, digit] = /^Digit([1-9])$/.exec(code) ?? [];
  const pane = digit === undefined || shiftKey ? undefined : panesOf(workspace?.root)[Number(digit) - 1];
  if (!workspace || pane === undefined) return false;
  const { id } = workspace;
  const maximised = store.get(maximisedPanesAtom)[id];
  // At once: one that is behind another takes no focus, as on a phone, nor does any behind a dialog that the next key opens.
  flushSync(() => {
    if (maximised !== undefined && maximised !== pane) store.set(toggleMaximisedAtom, { workspace: id, pane });
    store.set(activateAtom, { workspace: id, pane });
  });
  focusPane(id, pane);
  return true;
}

function maximise(store: Store, { key, shiftKey }: KeyboardEvent): boolean {
  const active = store.get(activePaneAtom);
  if (!active || key !== "Enter" || shiftKey) return false;
  store.set(toggleMaximisedAtom, { workspace: active.workspace.id, pane: active.pane });
  return true;
}

function swap(store: Store, { key, shiftKey }: KeyboardEvent): boolean {
  const active = store.get(activePaneAtom);
  const side = shiftKey ? SIDES[key] : undefined;
  if (!active || side === undefined) return false;
  const { workspace, pane } = active;
  const neighbour = neighbourOf(placesOf(workspace.root).panes, pane, side);
  if (neighbour !== undefined) store.set(changeAtom, workspace.id, (one) => movePane(one, pane, neighbour, "center"));
  return true;
}

const focusPane = (workspace: string, pane: string): void =>
  document.querySelector<HTMLElement>(`[data-workspace="${workspace}"] > [data-place="${pane}"]`)?.focus();
