import type { ReactNode } from "react";
import type { LinkLetter } from "../../state/pane/letters.ts";
import styles from "./letter-mark.module.css";

/** The coloured square of a link letter: panes of one letter share exchange, symbol and expiries. */
export function LetterMark({ letter }: { readonly letter: LinkLetter }): ReactNode {
  return (
    <span className={styles["letter"]} data-letter={letter} title={`Link group ${letter}`}>
      {letter}
    </span>
  );
}
