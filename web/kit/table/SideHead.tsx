import type { ReactNode } from "react";
import type { Tone } from "../../components/tone.ts";
import { SideName } from "../pane/figures/SideName.tsx";
import styles from "./side-head.module.css";

interface SideHeadProps {
  readonly side: "ce" | "pe";
  /** Before the side's name, such as a strike. */
  readonly before?: string;
  /** The side's name; default CALLS and PUTS. */
  readonly name?: string;
  /** It stands over the puts of a mirrored table: it begins at the right. */
  readonly isMirrored?: boolean;
  /** `SideFact` elements, and one `SideNote`. */
  readonly children: ReactNode;
}

/** What stands over a side's columns: its name in its colour, and its figures. The content of a header group. */
export function SideHead(props: SideHeadProps): ReactNode {
  const { side, before, name = side === "ce" ? "CALLS" : "PUTS", isMirrored = side === "pe", children } = props;
  return (
    <span className={styles["head"]} data-mirrored={isMirrored || undefined}>
      <strong>
        {before}
        <SideName side={side}>{name}</SideName>
      </strong>
      {children}
    </span>
  );
}

interface SideFactProps {
  readonly label: string;
  readonly value: string | number;
  /** After the value, coloured by `tone`. */
  readonly change?: string;
  readonly tone?: Tone;
}

/** 'LTP 182.40', 'Change In OI +327.94 L (+141%)'. */
export function SideFact({ label, value, change, tone }: SideFactProps): ReactNode {
  return (
    <span className={styles["fact"]}>
      <span className={styles["label"]}>{`${label} `}</span>
      <b>{value}</b>
      {change === undefined ? undefined : <span data-tone={tone}>{` ${change}`}</span>}
    </span>
  );
}

/** Quiet words in the room that is left, such as what the cells count in. */
export function SideNote({ children }: { readonly children: string }): ReactNode {
  return <span className={styles["note"]}>{children}</span>;
}
