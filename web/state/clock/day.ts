/** Which day the board looks at, and where its replay stands: the market clock of the whole board. */
import { atom } from "jotai";
import type { FrozenDay, ReplayTime } from "#contract/domain/clock.ts";
import { universeAtom } from "../market/market.ts";
import type { Universe } from "../market/universe.ts";

/** Whether the toggle stands on History. */
export const isHistoryAtom = atom(false);
isHistoryAtom.debugLabel = "isHistory";

/** The day that history shows; undefined while the live market is looked at. Set by history.ts alone. */
export const shownDayAtom = atom<FrozenDay | undefined>(undefined);
shownDayAtom.debugLabel = "shownDay";

/** What the live market lists, whatever day the board looks at: armed watches go by it. */
export const liveListAtom = atom<Universe | undefined>(undefined);
liveListAtom.debugLabel = "liveList";

/** The live market lists this: a history that was turned off ends here. Before a day is chosen, history shows the open day. */
export const liveUniverseAtom = atom(null, (get, set, universe: Universe) => {
  set(liveListAtom, universe);
  const isHistory = get(isHistoryAtom);
  if (isHistory && get(shownDayAtom) !== "today") return; // the board looks at a past day
  set(universeAtom, universe);
  if (!isHistory) set(shownDayAtom, undefined);
});
liveUniverseAtom.debugLabel = "liveUniverse";

/** Where the replay stands, as the feed worker says; undefined while there is none. */
export const replayAtom = atom<ReplayTime | undefined>(undefined);
replayAtom.debugLabel = "replay";

export const isReplayingAtom = atom((get) => get(replayAtom) !== undefined);
isReplayingAtom.debugLabel = "isReplaying";

/** The day that panes look at. A replay of the open day reads a frozen copy of it, not the live rooms. */
export const paneDayAtom = atom((get): FrozenDay | undefined => {
  return get(shownDayAtom) ?? (get(isReplayingAtom) ? "today" : undefined);
});
paneDayAtom.debugLabel = "paneDay";

/** What of a day has been recorded, in minutes of the IST day; reported by the day strip. */
export interface DaySpan {
  readonly open: number;
  readonly close: number;
  /** First and last minute with figures. */
  readonly first: number;
  readonly last: number;
}

export const daySpanAtom = atom<DaySpan | undefined>(undefined);
daySpanAtom.debugLabel = "daySpan";
