import type { ReactNode, Ref } from "react";
import styles from "./pane.module.css";

interface PaneProps {
  /** What the pane is called: the screen's title. */
  readonly title: string;
  /** The element that the pane's visibility is watched by. */
  readonly root: Ref<HTMLElement>;
  /** A header, perhaps controls, and a body that takes the room that is left. */
  readonly children: ReactNode;
}

/** The frame of a screen: one column over the whole height. */
export function Pane({ title, root, children }: PaneProps): ReactNode {
  return (
    <section ref={root} className={styles["pane"]} aria-label={title} data-pane="">
      {children}
    </section>
  );
}
