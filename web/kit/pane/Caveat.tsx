import type { ReactNode } from "react";
import styles from "./pane.module.css";

/** What a trader must know of the figures, in a line's room: all of it is in the tip. @param words '' for nothing */
export function Caveat({ words }: { readonly words: string }): ReactNode {
  return words === "" ? undefined : (
    <span className={styles["caveat"]} title={words}>
      {words}
    </span>
  );
}
