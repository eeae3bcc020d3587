import type { CSSProperties, ReactNode } from "react";
import { classNames } from "../../components/class-names.ts";
import { formats } from "../../format/format.ts";
import styles from "./board.module.css";
import { AT_THE_MONEY, BOARD, RECORDED_AT, SPOT } from "./board-figures.ts";

const most = Math.max(...BOARD.flatMap(([, calls, puts]) => [calls, puts]));
const length = (contracts: number): CSSProperties => ({ width: `${((contracts / most) * 100).toFixed(2)}%` });

/** A recorded board: strikes on the spine, calls to the left, puts to the right. The window's height loses rows only. */
export function Board(): ReactNode {
  return (
    <figure className={styles["figure"]}>
      <div className={styles["frame"]} role="img" aria-label="Bars of open interest by strike, calls and puts">
        <div className={styles["rows"]}>
          <ul className={styles["above"]}>{BOARD.filter(([strike]) => strike <= AT_THE_MONEY).map(row)}</ul>
          <hr className={styles["spot"]} />
          <ul className={styles["below"]}>{BOARD.filter(([strike]) => strike > AT_THE_MONEY).map(row)}</ul>
        </div>
      </div>
      <figcaption className={styles["caption"]}>
        <span>
          <span className={styles["callWord"]}>Calls</span> · NIFTY open interest, 18 Aug 2026 ·{" "}
          <span className={styles["putWord"]}>Puts</span>
        </span>
        <span>
          Recorded at {RECORDED_AT}, spot {SPOT}
        </span>
      </figcaption>
    </figure>
  );
}

function row([strike, calls, puts]: (typeof BOARD)[number]): ReactNode {
  return (
    <li key={strike} className={styles["row"]}>
      <span className={styles["call"]}>
        <span style={length(calls)} />
      </span>
      <span className={classNames(styles["strike"], strike === AT_THE_MONEY && styles["atm"])}>
        {formats.whole.text(strike)}
      </span>
      <span className={styles["put"]}>
        <span style={length(puts)} />
      </span>
    </li>
  );
}
