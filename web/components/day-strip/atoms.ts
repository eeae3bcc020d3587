/** The strip's state: the day's line, what the user chose about the replay's times, and where the head stands. */
import { atom, type Getter } from "jotai";
import { extrapolateMinute } from "#contract/domain/clock.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import { daySpanAtom, isReplayingAtom, paneDayAtom, replayAtom } from "../../state/clock/day.ts";
import { chosenWindowAtom, jumpAtom, jumpByAtom, seekAtom, setWindowAtom } from "../../state/clock/replay.ts";
import { exchangeClockAtom } from "../../state/market/market.ts";
import { createStateAtom } from "../../state/pane/pane.ts";
import { headMinute } from "./head.ts";
import { pane } from "./pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";
import type { ReplayWindow } from "./time-limits.ts";

export const paramsAtom = atom((): Params => pane.defaults);
paramsAtom.debugLabel = "dayStripParams";

export const stateAtom = createStateAtom<Snapshot>("dayStripSnapshot");

/** The line of the day looked at; undefined while it is not known. Of one day, going live or replaying changes nothing. */
export const stripAtom = atom<Snapshot | undefined>(undefined);
stripAtom.debugLabel = "dayStrip";

export type BoardMode = "live" | "replay" | "history";

export const boardModeAtom = atom((get): BoardMode => {
  if (get(isReplayingAtom)) return "replay";
  return get(paneDayAtom) === undefined ? "live" : "history";
});
boardModeAtom.debugLabel = "boardMode";

export const isPlayingAtom = atom((get) => get(replayAtom)?.isPlaying ?? false);
isPlayingAtom.debugLabel = "isPlaying";

/** The replay's times now; undefined while the day is not known. */
export const windowAtom = atom((get): ReplayWindow | undefined => {
  const time = get(replayAtom);
  if (time) return { from: time.from, to: time.to };
  const span = get(daySpanAtom);
  return get(chosenWindowAtom) ?? (span && { from: span.first, to: span.last });
});
windowAtom.debugLabel = "replayWindow";

/** Keeps the user's times; a replay that is on follows them, and goes to a start that was moved. */
export const chooseWindowAtom = atom(null, (get, set, window: ReplayWindow) => {
  const time = get(replayAtom);
  const chosen = { from: minute(window.from), to: minute(window.to) };
  set(chosenWindowAtom, chosen);
  set(setWindowAtom, { ...chosen, isChosen: true });
  if (time && window.from !== time.from) set(seekAtom, minute(window.from));
});
chooseWindowAtom.debugLabel = "chooseWindow";

/** Where the pointer drags the head, until the replay has come there. */
export const dragMinuteAtom = atom<number | undefined>(undefined);
dragMinuteAtom.debugLabel = "dragMinute";

/** Where the head stands now; NaN where no day is known. Live it moves by itself. */
export function readHead(get: Getter): number {
  const dragged = get(dragMinuteAtom);
  if (dragged !== undefined) return dragged;
  const clock = get(exchangeClockAtom);
  const now = clock ? extrapolateMinute(clock.time, performance.now() - clock.arrived) : Number.NaN;
  return headMinute({ strip: get(stripAtom), replay: get(replayAtom), day: get(paneDayAtom), now });
}

/** To a minute, as far as there are figures; outside a replay this begins one. */
export const goToMinuteAtom = atom(null, (get, set, at: number): Minute | undefined => {
  const window = get(replayAtom) ?? get(windowAtom);
  if (!window) return undefined;
  const target = minute(Math.min(Math.max(at, window.from), window.to));
  set(seekAtom, target);
  return target;
});
goToMinuteAtom.debugLabel = "goToMinute";

/** Back or forth by the chosen jump. Outside a replay, from where the head stands: that begins one. */
export const jumpFromHeadAtom = atom(null, async (get, set, step: -1 | 1) => {
  const jump = get(jumpAtom);
  if (jump === "Day" || get(isReplayingAtom)) return set(jumpByAtom, step);
  const head = readHead(get);
  if (!Number.isNaN(head)) set(goToMinuteAtom, head + step * jump);
  return undefined;
});
jumpFromHeadAtom.debugLabel = "jumpFromHead";
