import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useRef } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import { daySpanAtom } from "../../state/clock/day.ts";
import { awaitedDayAtom, boardDateAtom } from "../../state/clock/history.ts";
import { jumpAtom, togglePlayAtom } from "../../state/clock/replay.ts";
import { IconButton } from "../controls/IconButton.tsx";
import { Icon } from "../more-icons.tsx";
import { type BoardMode, boardModeAtom, isPlayingAtom } from "./atoms.ts";
import styles from "./day-strip.module.css";
import { wantsFocusAtom } from "./dock.ts";
import { useHead } from "./use-head.ts";

const MODE_WORDS: Readonly<Record<BoardMode, string>> = { live: "Live", replay: "Replay", history: "History" };

/** Back, play or pause, forth. */
export function Transport({ onJump }: { readonly onJump: (step: -1 | 1) => void }): ReactNode {
  const isPlaying = useAtomValue(isPlayingAtom);
  const isKnown = useAtomValue(daySpanAtom) !== undefined;
  const isLive = useAtomValue(boardModeAtom) === "live";
  const isLoadingDay = useAtomValue(awaitedDayAtom) !== undefined;
  const jump = useAtomValue(jumpAtom);
  const togglePlay = useSetAtom(togglePlayAtom);
  const play = useRef<HTMLButtonElement>(null);
  useFocusRequest(play);

  const by = jump === "Day" ? "day" : jump === 1 ? "1 minute" : `${jump} minutes`;
  const cannotGo = jump === "Day" ? isLoadingDay : !isKnown;
  const verb = isPlaying ? "Pause" : "Play";
  return (
    <div className={styles["transport"]}>
      <IconButton label={`Previous ${by}`} title={`Previous ${by} (←)`} disabled={cannotGo} onClick={() => onJump(-1)}>
        <Icon name="jump-back" />
      </IconButton>
      <button
        ref={play}
        type="button"
        className={styles["play"]}
        aria-label={verb}
        title={isKnown ? `${verb} (Space)` : "This day has no figures yet"}
        disabled={!isKnown}
        onClick={() => togglePlay()}
      >
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      <IconButton
        label={`Next ${by}`}
        title={isLive ? "Nothing is ahead of the live market" : `Next ${by} (→)`}
        disabled={cannotGo || isLive}
        onClick={() => onJump(1)}
      >
        <Icon name="jump-forward" />
      </IconButton>
    </div>
  );
}

function useFocusRequest(button: { readonly current: HTMLButtonElement | null }): void {
  const wantsFocus = useAtomValue(wantsFocusAtom);
  const settle = useSetAtom(wantsFocusAtom);
  useEffect(() => {
    if (!wantsFocus) return;
    button.current?.focus();
    settle(false);
  }, [wantsFocus, settle, button]);
}

/** The replay's time, or the board's, and what it is. */
export function HeadTime(): ReactNode {
  const mode = useAtomValue(boardModeAtom);
  const date = useAtomValue(boardDateAtom);
  const time = useRef<HTMLSpanElement>(null);
  useHead((at) => {
    if (time.current) time.current.textContent = Number.isNaN(at) ? "--:--" : minuteLabel(minute(at));
  }, "after");
  return (
    <div className={styles["now"]}>
      <span ref={time} className={styles["time"]} data-replay-time="" />
      <span className={styles["what"]}>
        {MODE_WORDS[mode]}
        {date === undefined ? "" : ` · ${dayWords(date)}`}
      </span>
    </div>
  );
}
