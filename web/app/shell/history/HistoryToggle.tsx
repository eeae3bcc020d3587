import { atom, useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import { isHistoryAtom } from "../../../state/clock/day.ts";
import { isFeedLostAtom } from "../../../state/market/market.ts";
import styles from "./history.module.css";

const setHistoryAtom = atom(null, async (_get, set, isOn: boolean) =>
  set((await import("../../../state/clock/history.ts")).setHistoryAtom, isOn),
);
setHistoryAtom.debugLabel = "setHistoryWhenLoaded";

/** Live or History, for the whole board. */
export function HistoryToggle(): ReactNode {
  const isHistory = useAtomValue(isHistoryAtom);
  const isLost = useAtomValue(isFeedLostAtom);
  const setHistory = useSetAtom(setHistoryAtom);
  return (
    <SegmentedControl
      label="Live or history"
      segments={[
        {
          value: "live",
          label: "Live",
          mark: <span className={styles["dot"]} data-lost={isLost || undefined} />,
          title: "The market as it trades",
        },
        { value: "history", label: "History", title: "A past day, as of its close" },
      ]}
      value={isHistory ? "history" : "live"}
      onChange={(value) => void setHistory(value === "history")}
    />
  );
}
