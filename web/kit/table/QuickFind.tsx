import { type PrimitiveAtom, useAtom } from "jotai";
import type { ReactNode } from "react";
import { Icon } from "../../components/more-icons.tsx";
import styles from "./quick-find.module.css";

interface QuickFindProps {
  /** What is looked for; '' for everything. */
  readonly findAtom: PrimitiveAtom<string>;
  /** What is found: 'futures'. */
  readonly noun: string;
}

/** A lens that a press turns into a box. Shows the rows whose name has these letters; Escape shows all again. The derivation leaves the others out (`isFound`). */
export function QuickFind({ findAtom, noun }: QuickFindProps): ReactNode {
  const [text, setText] = useAtom(findAtom);
  return (
    <span className={styles["place"]}>
      <Icon name="search" size={14} />
      <input
        type="search"
        className={styles["find"]}
        aria-label={`Find ${noun}`}
        placeholder=" "
        title={`Shows the ${noun} whose name has these letters`}
        maxLength={20}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setText("");
        }}
      />
    </span>
  );
}
