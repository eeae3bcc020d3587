/**
 * The replay of the board: what the user does with it. The clock itself ticks in the feed worker and
 * comes back as `replayAtom`; every pane follows it.
 */
import { atom } from "jotai";
import type { ReplayTime } from "#contract/domain/clock.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { ReplayControl } from "#contract/worker/feed-api.ts";
import { clientAtom } from "../market/market.ts";
import { daySpanAtom, isHistoryAtom, isReplayingAtom, paneDayAtom, replayAtom, shownDayAtom } from "./day.ts";
import {
  awaitedDayAtom,
  boardDateAtom,
  type GoToDay,
  goToDayAtom,
  historyDaysAtom,
  loadHistoryAtom,
  neighbourDay,
  setHistoryAtom,
} from "./history.ts";

/** Seconds a step of one minute. */
export const SPEEDS = [0.5, 1, 2, 3, 4, 5, 10] as const;

/** Minutes, or a day of the list. */
export const JUMPS = [1, 2, 3, 4, 5, 10, 15, 30, 60, "Day"] as const;
export type Jump = (typeof JUMPS)[number];

const chosenSpeedAtom = atom(1);
chosenSpeedAtom.debugLabel = "replaySpeedChoice";

/** The times that the user set before a replay; undefined: all that is recorded. The next one begins with them. */
export const chosenWindowAtom = atom<{ readonly from: Minute; readonly to: Minute } | undefined>(undefined);
chosenWindowAtom.debugLabel = "chosenWindow";

export const jumpAtom = atom<Jump>(1);
jumpAtom.debugLabel = "replayJump";

const sendAtom = atom(null, (get, _set, command: ReplayControl) => {
  get(clientAtom)?.replay(command);
});
sendAtom.debugLabel = "replaySend";

/** Reads and sets the seconds that a step takes. Before a replay it is remembered for the next one; a replay has one for all windows. */
export const speedAtom = atom(
  (get) => get(replayAtom)?.speed ?? get(chosenSpeedAtom),
  (_get, set, speed: number) => {
    set(chosenSpeedAtom, speed);
    set(sendAtom, { type: "speed", seconds: speed });
  },
);
speedAtom.debugLabel = "replaySpeed";

export interface EnterReplay {
  /** Where it begins. Default: its first minute. */
  readonly minute?: Minute;
  readonly isPlaying?: boolean;
}

/** Enters replay. Does nothing while the day's session is not known. */
export const enterReplayAtom = atom(null, (get, set, { minute: at, isPlaying = false }: EnterReplay = {}) => {
  const span = get(daySpanAtom);
  if (!span) return;
  const chosen = get(chosenWindowAtom);
  const { from, to } = chosen ?? { from: minute(span.first), to: minute(span.last) };
  const time = { minute: at ?? from, speed: get(chosenSpeedAtom), isPlaying, from, to };
  set(sendAtom, { type: "enter", time: chosen ? { ...time, isChosen: true } : time });
});
enterReplayAtom.debugLabel = "enterReplay";

/** Ends the replay on this thread at once, because the next key that the user presses must act on the day without a replay. */
export const exitReplayAtom = atom(null, (get, set) => {
  // A replay of the open day may have jumped to a past day that is still on its way: the user has left for the live market.
  if (!get(isHistoryAtom)) set(awaitedDayAtom, undefined);
  set(sendAtom, { type: "exit" });
  set(replayAtom, undefined);
});
exitReplayAtom.debugLabel = "exitReplay";

/**
 * Another day has begun: what the board shows as 'today' is a day of the past now, and no room can be joined for it any more.
 * @returns whether the board was turned to the live market for it
 */
export const endTodayAtom = atom(null, (get, set): boolean => {
  const isHistory = get(isHistoryAtom);
  if (get(paneDayAtom) !== "today" || !(isHistory || get(isReplayingAtom))) return false;
  if (isHistory) void set(setHistoryAtom, false);
  else set(exitReplayAtom);
  return true;
});
endTodayAtom.debugLabel = "endToday";

/** The header's icon: into replay, or out of it. */
export const toggleReplayAtom = atom(null, (get, set) => {
  if (get(isReplayingAtom)) set(exitReplayAtom);
  else set(enterReplayAtom);
});
toggleReplayAtom.debugLabel = "toggleReplay";

/** Plays or pauses; outside replay, enters it playing. */
export const togglePlayAtom = atom(null, (get, set) => {
  const time = get(replayAtom);
  if (!time) set(enterReplayAtom, { isPlaying: true });
  else set(sendAtom, { type: time.isPlaying ? "pause" : "play" });
});
togglePlayAtom.debugLabel = "togglePlay";

/** Moves the head, entering replay where it is not on. */
export const seekAtom = atom(null, (get, set, at: Minute) => {
  if (get(isReplayingAtom)) set(sendAtom, { type: "seek", minute: at });
  else set(enterReplayAtom, { minute: at });
});
seekAtom.debugLabel = "replaySeek";

/** The first and the last minute that the replay plays. */
export const setWindowAtom = atom(
  null,
  (_get, set, window: Pick<ReplayTime, "from" | "to"> & { readonly isChosen: boolean }) => {
    set(sendAtom, { type: "window", ...window });
  },
);
setWindowAtom.debugLabel = "replayWindow";

/** Moves back or forth by the chosen jump. A jump by day changes the historical date; undefined where there is no such day. */
export const jumpByAtom = atom(null, async (get, set, step: -1 | 1): Promise<GoToDay | undefined> => {
  const jump = get(jumpAtom);
  if (jump === "Day") return set(jumpDayAtom, step);
  const time = get(replayAtom);
  if (time) set(sendAtom, { type: "seek", minute: minute(time.minute + step * jump) });
  return undefined;
});
jumpByAtom.debugLabel = "replayJumpBy";

/** To the day before or after, at the same minute; a replay goes on there. Undefined where there is no such day. */
export const jumpDayAtom = atom(null, async (get, set, step: -1 | 1): Promise<GoToDay | undefined> => {
  const modeOf = (): string => (get(isHistoryAtom) ? "history" : get(isReplayingAtom) ? "replay" : "live");
  const mode = modeOf();
  if (!get(historyDaysAtom)) await set(loadHistoryAtom);
  if (modeOf() !== mode) return { kind: "overtaken" };
  const days = get(historyDaysAtom);
  const date = get(boardDateAtom);
  const shown = get(shownDayAtom);
  const source = shown === undefined || shown === "today" ? undefined : shown.source;
  const next = days && date && neighbourDay(days, date, source, step);
  return next && set(goToDayAtom, next);
});
jumpDayAtom.debugLabel = "replayJumpDay";
