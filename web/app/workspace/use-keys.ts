import { useStore } from "jotai";
import { useEffect } from "react";
import { activePanesAtom, changeAtom, maximisedPanesAtom, shownAtom } from "./board.ts";
import { neighbourOf, placesOf } from "./layout/places.ts";
import { panesOf, type Side } from "./layout/tree.ts";
import { movePane } from "./layout/workspace.ts";
import { toggleMaximisedAtom } from "./pane-atoms.ts";

const SIDES: Readonly<Record<string, Side>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "top",
  ArrowDown: "bottom",
};

type Store = ReturnType<typeof useStore>;

/**
 * Alt+1 to 9 go to a pane, in reading order; Alt+Enter lets the active pane fill the workspace, or ends that;
 * Alt+Shift+arrow changes its place with its neighbour's.
 */
export function useKeys(): void {
  const store = useStore();
  useEffect(() => {
    // Before the pane: its grid has a use for Enter and arrows of its own.
    const press = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
      if (!act(store, event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  }, [store]);
}

/** @returns whether the key is one of the workspace's. */
function act(store: Store, { code, key, shiftKey }: KeyboardEvent): boolean {
  const workspace = store.get(shownAtom);
  if (!workspace) return false;
  const { id, root } = workspace;
  const active = store.get(activePanesAtom)[id] ?? panesOf(root)[0];
  const [, digit] = /^Digit([1-9])$/.exec(code) ?? [];
  if (digit !== undefined && !shiftKey) {
    const pane = panesOf(root)[Number(digit) - 1];
    if (pane === undefined) return false;
    const maximised = store.get(maximisedPanesAtom)[id];
    if (maximised !== undefined && maximised !== pane) store.set(toggleMaximisedAtom, { workspace: id, pane });
    requestAnimationFrame(() => focusPane(id, pane));
    return true;
  }
  if (active === undefined || !(active in workspace.panes)) return false;
  if (key === "Enter" && !shiftKey) {
    store.set(toggleMaximisedAtom, { workspace: id, pane: active });
    return true;
  }
  const side = shiftKey ? SIDES[key] : undefined;
  if (side === undefined) return false;
  const neighbour = neighbourOf(placesOf(root).panes, active, side);
  if (neighbour !== undefined) store.set(changeAtom, id, (one) => movePane(one, active, neighbour, "center"));
  return true;
}

const focusPane = (workspace: string, pane: string): void =>
  document.querySelector<HTMLElement>(`[data-workspace="${workspace}"] > [data-place="${pane}"]`)?.focus();
