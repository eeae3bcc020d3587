/** Opens what a link holds: copies of its workspaces, and what its letters, its day and its minute say. */
import type { Atom, createStore } from "jotai";
import { minute as minuteOf } from "#contract/domain/units.ts";
import { tellGoToDay } from "../../../components/go-to-day-toast.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import { daySpanAtom } from "../../../state/clock/day.ts";
import { goToDayAtom } from "../../../state/clock/history.ts";
import { seekAtom } from "../../../state/clock/replay.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { LINK_LETTERS } from "../../../state/pane/link-letters.ts";
import { turnLetterAtom } from "../../../state/pane/linked-letters.ts";
import { copiesAtom, shownAtom } from "../board.ts";
import { paneScreen } from "../pane-screens.ts";
import { readLink } from "./link.ts";

type Store = ReturnType<typeof createStore>;

const UNREADABLE = "This link to a workspace cannot be read: it may have been cut off.";

/**
 * @param signal ends it: a page that was left turns to no day.
 * @param opened is called when the copies are there, or there are none; letters and day follow.
 */
export async function openLink(store: Store, hash: string, signal: AbortSignal, opened: () => void): Promise<void> {
  const link = await readLink(hash, (id) => paneScreen(id) !== undefined);
  if (signal.aborted) return;
  if (link) store.set(copiesAtom, link.workspaces);
  if (link?.workspaces[0]) store.set(shownAtom, link.workspaces[0].id);
  opened();
  if (!link) {
    toasts.show({ message: UNREADABLE, type: "warning" });
    return;
  }
  await known(store, universeAtom, signal);
  if (link.day) tellGoToDay(await store.set(goToDayAtom, link.day));
  if (signal.aborted) return;
  for (const name of LINK_LETTERS) {
    const wanted = link.letters[name];
    if (wanted) store.set(turnLetterAtom, name, wanted);
  }
  if (link.minute === undefined) return;
  await known(store, daySpanAtom, signal);
  if (!signal.aborted) store.set(seekAtom, minuteOf(link.minute));
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
