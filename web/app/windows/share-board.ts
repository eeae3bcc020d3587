/**
 * One board in several windows: day, letters and crosshairs go from page to page; the clock of the replay goes from feed
 * worker to feed worker (workers/feed/shared-clock.ts).
 */
import type { createStore } from "jotai";
import type { DayKey } from "#contract/domain/clock.ts";
import { type CursorAxis, type SharedCursor, shareCursor } from "../../charts/cursor/cursor-bus.ts";
import { tellGoToDay } from "../../components/go-to-day-toast.ts";
import { isHistoryAtom, shownDayAtom } from "../../state/clock/day.ts";
import { goToDayAtom, setHistoryAtom } from "../../state/clock/history.ts";
import { clientAtom } from "../../state/market/market.ts";
import { LINK_LETTERS, type LinkLetter } from "../../state/pane/link-letters.ts";
import { chosenLettersAtom, type LinkedLetters, turnLetterAtom } from "../../state/pane/linked-letters.ts";

type Store = ReturnType<typeof createStore>;

/** The live market, history before a day is chosen, or a past day. */
type SharedDay = "live" | "history" | DayKey;

type Message =
  /** From a window that has just come: what do the others look at? */
  | { readonly type: "hello" }
  | { readonly type: "day"; readonly day: SharedDay }
  | { readonly type: "letters"; readonly letters: LinkedLetters }
  | { readonly type: "cursor"; readonly letter: LinkLetter; readonly axis: CursorAxis; readonly x: number | undefined };

let isShared = false;

/** Begins to share, once in the life of the page. @param name of the board */
export function shareBoard(store: Store, name: string): void {
  if (isShared) return;
  isShared = true;
  const channel = new BroadcastChannel(`board ${name}`);
  const send = (message: Message): void => channel.postMessage(message);
  const linked = shareLetters(store, send);
  const day = shareDay(store, send);
  // For the charts of this window, those of the others are one more member of each letter.
  const cursorOf = (letter: LinkLetter): SharedCursor =>
    shareCursor(letter, { follow: (axis, x) => send({ type: "cursor", letter, axis, x }) });
  const cursors = { A: cursorOf("A"), B: cursorOf("B"), C: cursorOf("C"), D: cursorOf("D") };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    switch (data.type) {
      case "hello":
        day.tell();
        linked.tell();
        return;
      case "day":
        void day.follow(data.day);
        return;
      case "letters":
        linked.follow(data.letters);
        return;
      case "cursor":
        cursors[data.letter].publish(data.axis, data.x);
        return;
    }
  };
  store.get(clientAtom)?.replay({ type: "share", board: name });
  send({ type: "hello" });
}

/** What was told by another window is not told back. */
function shareLetters(store: Store, send: (message: Message) => void) {
  let isFollowing = false;
  const lettersNow = (): LinkedLetters => store.get(chosenLettersAtom);
  const tell = (): void => send({ type: "letters", letters: lettersNow() });
  let told = JSON.stringify(lettersNow());
  store.sub(chosenLettersAtom, () => {
    const now = JSON.stringify(lettersNow());
    if (isFollowing || now === told) return;
    told = now;
    tell();
  });
  return {
    tell,
    follow(wantedLetters: LinkedLetters): void {
      isFollowing = true;
      for (const name of LINK_LETTERS) {
        const wanted = wantedLetters[name];
        if (wanted) store.set(turnLetterAtom, name, wanted);
      }
      isFollowing = false;
      told = JSON.stringify(lettersNow());
    },
  };
}

function shareDay(store: Store, send: (message: Message) => void) {
  /** The day that another window told, while this one turns to it: what is passed on the way there is nobody's wish. */
  let following: SharedDay | undefined;
  const dayNow = (): SharedDay => {
    const day = store.get(shownDayAtom);
    if (!store.get(isHistoryAtom)) return "live";
    return day === undefined || day === "today" ? "history" : day;
  };
  const tell = (): void => send({ type: "day", day: dayNow() });
  let told = JSON.stringify(dayNow());
  const look = (): void => {
    const now = JSON.stringify(dayNow());
    if (following !== undefined || now === told) return;
    told = now;
    tell();
  };
  store.sub(shownDayAtom, look);
  store.sub(isHistoryAtom, look);
  return {
    tell,
    async follow(day: SharedDay): Promise<void> {
      told = JSON.stringify(day);
      if (told === JSON.stringify(dayNow())) return;
      following = day;
      try {
        if (day === "live" || day === "history") await store.set(setHistoryAtom, day === "history");
        else tellGoToDay(await store.set(goToDayAtom, day, true));
      } finally {
        if (following === day) following = undefined;
      }
    },
  };
}
