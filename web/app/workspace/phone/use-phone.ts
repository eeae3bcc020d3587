import { useStore } from "jotai";
import { useEffect } from "react";
import { useMedia } from "../../../state/media.ts";
import { activePaneAtom } from "../board.ts";
import { panesOf } from "../layout/tree.ts";
import { activateAtom } from "../pane-atoms.ts";

/** Windows that show one pane at a time: a phone held upright, or level. The style sheets name these sizes, too. */
const PHONE = "(width < 700px), (height < 460px)";

/** Whether one pane is shown at a time. As long as the workspace is there, a phone may be held upright. */
export function usePhone(): boolean {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset["upright"] = "";
    return () => {
      delete dataset["upright"];
    };
  }, []);
  return useMedia(PHONE);
}

/** Goes to the next pane in reading order, or to the one before; from the last to the first. */
export function useStep(): (step: 1 | -1) => void {
  const store = useStore();
  return (step) => {
    const active = store.get(activePaneAtom);
    if (!active) return;
    const panes = panesOf(active.workspace.root);
    const pane = panes[(panes.indexOf(active.pane) + step + panes.length) % panes.length];
    if (pane !== undefined) store.set(activateAtom, { workspace: active.workspace.id, pane });
  };
}
