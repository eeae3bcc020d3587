import { useAtomValue, useSetAtom, useStore } from "jotai";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { historyProblemAtom } from "../../state/clock/history.ts";
import { exitReplayAtom, jumpAtom, jumpDayAtom } from "../../state/clock/replay.ts";
import { classNames } from "../class-names.ts";
import { IconButton } from "../controls/IconButton.tsx";
import { tellGoToDay } from "../go-to-day-toast.ts";
import { Icon } from "../more-icons.tsx";
import { toasts } from "../toasts/toasts.ts";
import { boardModeAtom, goToMinuteAtom, jumpFromHeadAtom } from "./atoms.ts";
import { JumpSelect, SpeedSelect, TimeSelect } from "./Choices.tsx";
import styles from "./day-strip.module.css";
import { isDockShownAtom } from "./dock.ts";
import { Track } from "./Track.tsx";
import { HeadTime, Transport } from "./Transport.tsx";
import { useDockPlace } from "./use-dock-place.ts";

/** The strip with its controls, in its place below the board or wherever it was dragged. React renders it on a change of mode, not on a step. */
export function Dock(): ReactNode {
  const mode = useAtomValue(boardModeAtom);
  const dock = useRef<HTMLElement>(null);
  const { isFloating, handlers, onKeyDown: moveByKey } = useDockPlace(dock);
  const jump = useJump();
  const goTo = useSetAtom(goToMinuteAtom);

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (event.defaultPrevented || ctrlKey || altKey || metaKey || target instanceof HTMLSelectElement) return;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    event.preventDefault();
    jump(key === "ArrowLeft" ? -1 : 1, shiftKey);
  }

  return (
    <section
      ref={dock}
      className={classNames(styles["dock"], isFloating && styles["floating"])}
      aria-label="Day strip"
      data-day-strip=""
      data-mode={mode}
      onKeyDown={onKeyDown}
    >
      <div className={styles["start"]} {...handlers}>
        <button
          type="button"
          className={styles["grip"]}
          aria-label="Move the day strip"
          title="Drag, or use the arrow keys; a double click puts it back"
          onKeyDown={moveByKey}
        >
          <Icon name="grip" />
        </button>
        <div data-no-drag="">
          <Transport onJump={jump} />
        </div>
        <HeadTime />
      </div>
      <Track onGo={goTo} />
      <div className={styles["end"]}>
        <TimeSelect end="from" />
        <TimeSelect end="to" />
        <SpeedSelect />
        <JumpSelect />
        <CloseButton isReplaying={mode === "replay"} />
      </div>
    </section>
  );
}

/** In a replay back to the day as it stands; else the strip goes, until a replay needs it. */
function CloseButton({ isReplaying }: { readonly isReplaying: boolean }): ReactNode {
  const exit = useSetAtom(exitReplayAtom);
  const show = useSetAtom(isDockShownAtom);
  return isReplaying ? (
    <IconButton label="Close replay" title="Close the replay" onClick={exit}>
      <Icon name="close" />
    </IconButton>
  ) : (
    <IconButton
      label="Hide the day strip"
      title="Hide the day strip; a replay brings it back"
      onClick={() => show(false)}
    >
      <Icon name="close" />
    </IconButton>
  );
}

/** Back or forth by the chosen jump, or by a day; says why where a day cannot be shown. */
function useJump(): (step: -1 | 1, isDay?: boolean) => void {
  const store = useStore();
  return async (step, isDay = false) => {
    const isByDay = isDay || store.get(jumpAtom) === "Day";
    const outcome = await store.set(isByDay ? jumpDayAtom : jumpFromHeadAtom, step);
    if (outcome) tellGoToDay(outcome);
    else if (isByDay) tellNoDay(store.get(historyProblemAtom), step);
  };
}

function tellNoDay(problem: string, step: -1 | 1): void {
  if (problem !== "") toasts.show({ message: problem, type: "error" });
  else toasts.show({ message: step < 0 ? "There is no earlier day." : "There is no later day.", type: "info" });
}
