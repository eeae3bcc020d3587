/** The place where the board stands, and the way to another one. */
import { type Atom, atom, type createStore } from "jotai";
import type { DayKey, FrozenDay } from "#contract/domain/clock.ts";
import { minute as minuteOf } from "#contract/domain/units.ts";
import { daySpanAtom, replayAtom, shownDayAtom } from "../../state/clock/day.ts";
import { boardDateAtom, goToDayAtom, setHistoryAtom, sourceOf } from "../../state/clock/history.ts";
import { seekAtom } from "../../state/clock/replay.ts";
import { connectionAtom, exchangeClockAtom, universeAtom } from "../../state/market/market.ts";
import { LINK_LETTERS, type LinkLetter } from "../../state/pane/link-letters.ts";
import { linkedLettersAtom, turnLetterAtom } from "../../state/pane/linked-letters.ts";
import { tellGoToDay } from "../go-to-day-toast.ts";
import type { LinkedPlace } from "./linked-place.ts";

type Store = ReturnType<typeof createStore>;

/** @param used letters that the link is about */
export function placeNow(store: Store, used: ReadonlySet<LinkLetter>): LinkedPlace {
  const letters = Object.entries(store.get(linkedLettersAtom)).filter(([name]) => used.has(name as LinkLetter));
  const day = store.get(shownDayAtom);
  const date = store.get(boardDateAtom);
  const minute = store.get(replayAtom)?.minute;
  // A minute is one of its day, of the open one, too: tomorrow the link leads to a past day.
  const hasDay = minute !== undefined || isPast(day);
  return {
    letters: Object.fromEntries(letters),
    ...(hasDay && date && { day: { source: sourceOf(day, store.get(exchangeClockAtom)?.time.source), date } }),
    ...(minute !== undefined && { minute }),
  };
}

const isPast = (day: FrozenDay | undefined): day is DayKey => day !== undefined && day !== "today";

/**
 * Turns the board to the day, letters and minute. What is not listed is left as it is, and so is the minute of a day that
 * cannot be shown.
 * @param signal ends it: a page that was left turns to no day.
 * @returns whether the board stands on the day, if the place has one, and goes to its minute
 */
export async function turnBoard(
  store: Store,
  { letters, day, minute }: LinkedPlace,
  signal: AbortSignal,
): Promise<boolean> {
  await known(store, universeAtom, signal);
  const isThere = day ? !signal.aborted && (await standOn(store, day, signal)) : minute === undefined;
  if (signal.aborted) return false;
  for (const name of LINK_LETTERS) {
    const wanted = letters[name];
    if (wanted) store.set(turnLetterAtom, name, wanted);
  }
  if (minute === undefined || !isThere) return isThere;
  await known(store, daySpanAtom, signal);
  if (!signal.aborted) store.set(seekAtom, minuteOf(minute));
  return !signal.aborted;
}

/** The open day is no day of history yet. @returns whether the board stands on the day; the user is told why not */
async function standOn(store: Store, day: DayKey, signal: AbortSignal): Promise<boolean> {
  await known(store, isDateToldAtom, signal);
  if (signal.aborted) return false;
  const now = store.get(exchangeClockAtom)?.time;
  if (now?.date === day.date && sourceOf(undefined, now.source) === day.source) {
    if (isPast(store.get(shownDayAtom))) void store.set(setHistoryAtom, false);
    await known(store, isOnOpenDayAtom, signal);
    return true;
  }
  const outcome = await store.set(goToDayAtom, day);
  tellGoToDay(outcome);
  return outcome.kind === "shown";
}

/**
 * For whoever waits for it: undefined while the exchange's clock may still come. Without a server nobody tells the open day,
 * and a day that is kept can be shown all the same.
 */
const isDateToldAtom = atom((get) => {
  const { state } = get(connectionAtom);
  return get(exchangeClockAtom) || state === "offline" || state === "refused" ? true : undefined;
});

/** For whoever waits for it: undefined while it is not so. */
const isOnOpenDayAtom = atom((get) => (isPast(get(shownDayAtom)) ? undefined : true));

/** Settles when the atom has a value, or the signal ends it. */
function known<T>(store: Store, wanted: Atom<T | undefined>, signal: AbortSignal): Promise<void> {
  return new Promise((settle) => {
    const look = (): void => {
      if (store.get(wanted) === undefined && !signal.aborted) return;
      end();
      signal.removeEventListener("abort", look);
      settle();
    };
    const end = store.sub(wanted, look);
    signal.addEventListener("abort", look);
    look();
  });
}
