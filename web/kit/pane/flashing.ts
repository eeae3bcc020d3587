import { atom } from "jotai";
import { paneDayAtom, replayAtom } from "../../state/clock/day.ts";

/** Seconds a step below which a flash would only flicker. */
const SLOWEST_FLICKER = 1;

/** Whether changed prices flash: live, and in a replay that plays no faster than a step a second. */
export const isFlashingAtom = atom((get) => {
  const time = get(replayAtom);
  if (time) return time.isPlaying && time.speed >= SLOWEST_FLICKER;
  return get(paneDayAtom) === undefined;
});
isFlashingAtom.debugLabel = "isFlashing";
