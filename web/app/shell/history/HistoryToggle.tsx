import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { SegmentedControl } from "../../../components/SegmentedControl.tsx";
import { isHistoryAtom, setHistoryAtom } from "../../../state/history.ts";
import styles from "./history.module.css";

const SEGMENTS = [
  { value: "live", label: "Live", mark: <span className={styles["dot"]} />, title: "The market as it trades" },
  { value: "history", label: "History", title: "A past day, as of its close" },
] as const;

/** Live or History, for the whole board. */
export function HistoryToggle(): ReactNode {
  const isHistory = useAtomValue(isHistoryAtom);
  const setHistory = useSetAtom(setHistoryAtom);
  return (
    <SegmentedControl
      label="Live or history"
      segments={SEGMENTS}
      value={isHistory ? "history" : "live"}
      onChange={(value) => void setHistory(value === "history")}
    />
  );
}
