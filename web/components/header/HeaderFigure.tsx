import type { ReactNode } from "react";
import type { Tone } from "../tone.ts";
import styles from "./header-figure.module.css";

type HeaderFigureProps = {
  readonly label: string;
  readonly value: string;
  /** After the value, coloured by `tone`: '(−32%)', '−5.75 (−0.02%)': per cents in brackets have no blanks. */
  readonly change?: string;
  readonly tone?: Tone;
  /** The longest change to expect: its place is kept, so that a digit more moves nothing beside it. */
  readonly room?: string;
  /** Between label and value in the element's text only; default ' : '. */
  readonly separator?: string;
};

/** Label over value. The text of the element is the specification's line: 'Maxpain : 24,200', 'PCR : 0.62 (−32%)'. */
export function HeaderFigure({
  label,
  value,
  change,
  tone,
  room = "",
  separator = " : ",
}: HeaderFigureProps): ReactNode {
  return (
    <div className={styles["figure"]} data-figure={label}>
      <span className={styles["label"]}>{label}</span>
      {/* Not visually hidden: that has a clip, and with each one that moves as figures tick Chromium lays out all layers anew. */}
      <span hidden>{separator}</span>
      <span className={styles["value"]}>
        {value}
        {change === undefined ? undefined : (
          <span
            className={styles["change"]}
            data-tone={tone}
            style={{ minWidth: `${room.length}ch` }}
          >{` ${change}`}</span>
        )}
      </span>
    </div>
  );
}
