import { atom, useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import { isHistoryAtom } from "../../../state/clock/day.ts";
import styles from "./history.module.css";

const SEGMENTS = [
  { value: "live", label: "Live", mark: <span className={styles["dot"]} />, title: "The market as it trades" },
  { value: "history", label: "History", title: "A past day, as of its close" },
] as const;

const setHistoryAtom = atom(null, async (_get, set, isOn: boolean) =>
  set((await import("../../../state/clock/history.ts")).setHistoryAtom, isOn),
);
setHistoryAtom.debugLabel = "setHistoryWhenLoaded";

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
