import { atom, useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { wantsFocusAtom } from "../../components/day-strip/dock.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { Icon } from "../../components/icons.tsx";
import { daySpanAtom, isReplayingAtom } from "../../state/clock/day.ts";
import styles from "./pane-replay.module.css";

const toggleReplayAtom = atom(null, async (_get, set) =>
  set((await import("../../state/clock/replay.ts")).toggleReplayAtom),
);
toggleReplayAtom.debugLabel = "toggleReplayWhenLoaded";

/** The header's replay icon: into the replay of the board's day, or out of it. Red while it is on. */
export function PaneReplay(): ReactNode {
  const isReplaying = useAtomValue(isReplayingAtom);
  const isKnown = useAtomValue(daySpanAtom) !== undefined;
  const toggle = useSetAtom(toggleReplayAtom);
  const wantFocus = useSetAtom(wantsFocusAtom);
  return (
    <IconButton
      label="Replay"
      title={isReplaying ? "Close the replay" : isKnown ? "Replay the day" : "This day has no figures yet"}
      aria-pressed={isReplaying}
      disabled={!isReplaying && !isKnown}
      className={styles["replay"]}
      onClick={() => {
        void toggle();
        wantFocus(!isReplaying);
      }}
    >
      <Icon name="replay" />
    </IconButton>
  );
}
