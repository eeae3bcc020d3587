import { atom, useAtomValue, useSetAtom } from "jotai";
import { wantsFocusAtom } from "../../../components/day-strip/dock.ts";
import { daySpanAtom, isReplayingAtom } from "../../../state/clock/day.ts";

const toggleReplayAtom = atom(null, async (_get, set) =>
  set((await import("../../../state/clock/replay.ts")).toggleReplayAtom),
);
toggleReplayAtom.debugLabel = "toggleReplayWhenLoaded";

interface ReplayToggle {
  readonly isOn: boolean;
  /** The day has figures to replay. */
  readonly isKnown: boolean;
  toggle(): void;
}

/** Into the replay of the board's day, or out of it. The strip of the day gets the focus. */
export function useReplayToggle(): ReplayToggle {
  const isOn = useAtomValue(isReplayingAtom);
  const isKnown = useAtomValue(daySpanAtom) !== undefined;
  const toggle = useSetAtom(toggleReplayAtom);
  const wantFocus = useSetAtom(wantsFocusAtom);
  return {
    isOn,
    isKnown: isOn || isKnown,
    toggle() {
      void toggle();
      wantFocus(!isOn);
    },
  };
}
