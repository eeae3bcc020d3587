/** The place where the board stands, and the way to another one. */
import type { Atom, createStore } from "jotai";
import { minute as minuteOf } from "#contract/domain/units.ts";
import { daySpanAtom, replayAtom, shownDayAtom } from "../../state/clock/day.ts";
import { goToDayAtom } from "../../state/clock/history.ts";
import { seekAtom } from "../../state/clock/replay.ts";
import { universeAtom } from "../../state/market/market.ts";
import { LINK_LETTERS, type LinkLetter } from "../../state/pane/link-letters.ts";
import { linkedLettersAtom, turnLetterAtom } from "../../state/pane/linked-letters.ts";
import { tellGoToDay } from "../go-to-day-toast.ts";
import type { LinkedPlace } from "./linked-place.ts";

type Store = ReturnType<typeof createStore>;

/** @param used letters that the link is about */
export function placeNow(store: Store, used: ReadonlySet<LinkLetter>): LinkedPlace {
  const letters = Object.entries(store.get(linkedLettersAtom)).filter(([name]) => used.has(name as LinkLetter));
  const day = store.get(shownDayAtom);
  const minute = store.get(replayAtom)?.minute;
  return {
    letters: Object.fromEntries(letters),
    ...(day !== undefined && day !== "today" && { day: { source: day.source, date: day.date } }),
    ...(minute !== undefined && { minute }),
  };
}

/**
 * Turns the board to the day, letters and minute. What is not listed is left as it is.
 * @param signal ends it: a page that was left turns to no day.
 */
export async function turnBoard(
  store: Store,
  { letters, day, minute }: LinkedPlace,
  signal: AbortSignal,
): Promise<void> {
  await known(store, universeAtom, signal);
  if (day && !signal.aborted) tellGoToDay(await store.set(goToDayAtom, day));
  if (signal.aborted) return;
  for (const name of LINK_LETTERS) {
    const wanted = letters[name];
    if (wanted) store.set(turnLetterAtom, name, wanted);
  }
  if (minute === undefined) return;
  await known(store, daySpanAtom, signal);
  if (!signal.aborted) store.set(seekAtom, minuteOf(minute));
}

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
