import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { isReplayingAtom } from "../../../state/clock/day.ts";
import styles from "./pane-replay.module.css";

/** The red frame of a replay, around its positioned parent: the table or the charts of a pane. */
export function ReplayFrame(): ReactNode {
  return useAtomValue(isReplayingAtom) ? <div className={styles["frame"]} data-replay-frame="" /> : undefined;
}
