/**
 * What grows with a day's closed minutes: extremes, sums, lines. A fold takes each minute in once; it starts over where
 * the room is loaded again, where a minute that it has taken is healed, and, unless what it makes stands by slot, where a
 * replay goes back.
 *
 * A fold knows closed minutes only. The figure of the minute in progress is added to what is shown, never to the fold: a
 * tick that raises a day high counts as long as it stands, and after it the minutes' own highest counts. A page that is
 * loaded later shows the same, because it never had the tick either.
 */
import { lastFilledSlot, MISSING_MINUTE } from "#contract/domain/columns.ts";
import type { ChainMoment } from "../chain.ts";
import type { DayMoment } from "../reference/moment.ts";

/** What a fold reads of a moment. */
type FoldDay = Pick<DayMoment, "room" | "day" | "closed">;
/** The same of a chain's moment. */
export type FoldMoment = FoldDay & Pick<ChainMoment, "table">;

export interface FoldSteps<Using, At extends FoldDay = FoldMoment> {
  /** Begins a day: buffers of its size, nothing taken in. */
  reset(at: At): void;
  /** Takes in the slots [from, to), holes among them. */
  add(at: At, from: number, to: number, using: Using): void;
  /** What it makes stands by slot: a replay that goes back shows less of it, and nothing has to be made again. */
  readonly bySlot?: boolean;
}

export interface DayFold<Using, At extends FoldDay = FoldMoment> {
  /** Takes in what is new up to the moment. `using` is handed on to `add`: a kernel, a choice of rows. */
  upTo(at: At, using: Using): void;
  /** Forgets everything: what is folded became something else. */
  restart(): void;
}

export function createDayFold<Using = void, At extends FoldDay = FoldMoment>({
  reset,
  add,
  bySlot = false,
}: FoldSteps<Using, At>): DayFold<Using, At> {
  let structure = -1;
  /** The room's count of minutes, and the end of its filled slots, when it was looked at last. */
  let minutes = 0;
  let end = 0;
  let folded = 0;

  /** More minutes came than the day grew by: one that was there before came again, or a hole was filled. */
  function isHealed({ room, day }: FoldDay, endNow: number): boolean {
    let appended = 0;
    for (let slot = end; slot < endNow; slot++) if (day.minutes.state[slot] !== MISSING_MINUTE) appended++;
    return room.minuteVersion - minutes > appended;
  }

  return {
    upTo(at, using) {
      const { room, day, closed } = at;
      const endNow = lastFilledSlot(day.minutes) + 1;
      const goesBack = closed < folded && !bySlot;
      if (structure !== room.structureVersion || goesBack || (room.minuteVersion !== minutes && isHealed(at, endNow))) {
        reset(at);
        folded = 0;
      }
      structure = room.structureVersion;
      minutes = room.minuteVersion;
      end = endNow;
      if (closed > folded) {
        add(at, folded, closed, using);
        folded = closed;
      }
    },
    restart: () => {
      structure = -1;
    },
  };
}
