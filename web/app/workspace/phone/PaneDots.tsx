import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { activePaneAtom } from "../board.ts";
import { panesOf } from "../layout/tree.ts";
import { activateAtom } from "../pane-atoms.ts";
import { paneScreen } from "../pane-screens.ts";
import styles from "./phone.module.css";

/** One dot a pane, and what the next swipe shows. */
export function PaneDots(): ReactNode {
  const active = useAtomValue(activePaneAtom);
  const activate = useSetAtom(activateAtom);
  if (!active) return undefined;
  const { workspace } = active;
  const panes = panesOf(workspace.root);
  const at = panes.indexOf(active.pane);
  const titleOf = (pane: string | undefined): string => {
    const screen = pane === undefined ? undefined : workspace.panes[pane]?.screen;
    return screen === undefined ? "" : (paneScreen(screen)?.title ?? screen);
  };
  const next = panes[(at + 1) % panes.length];
  return (
    <div className={styles["dots"]}>
      {panes.map((pane, i) => (
        <button
          key={pane}
          type="button"
          className={styles["dot"]}
          aria-label={`Pane ${i + 1} of ${panes.length}: ${titleOf(pane)}`}
          aria-current={i === at || undefined}
          onClick={() => activate({ workspace: workspace.id, pane })}
        />
      ))}
      <span className={styles["words"]}>
        {`${at + 1} of ${panes.length}`}
        {next === active.pane ? "" : ` · next: ${titleOf(next)}`}
      </span>
    </div>
  );
}
