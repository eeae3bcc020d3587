import type { ReactNode } from "react";
import { IconButton } from "../../../components/controls/IconButton.tsx";
import { Icon } from "../../../components/icons.tsx";
import styles from "./pane-replay.module.css";
import { useReplayToggle } from "./use-replay-toggle.ts";

/** The header's replay icon. Red while it is on. */
export function PaneReplay(): ReactNode {
  const { isOn, isKnown, toggle } = useReplayToggle();
  return (
    <IconButton
      label="Replay"
      title={isOn ? "Close the replay" : isKnown ? "Replay the day" : "This day has no figures yet"}
      aria-pressed={isOn}
      disabled={!isKnown}
      className={styles["replay"]}
      onClick={toggle}
    >
      <Icon name="replay" />
    </IconButton>
  );
}
