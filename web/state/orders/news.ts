/** The server's word that something of the user's orders or positions has changed: parts that show them read them again. */
import { atom, type createStore } from "jotai";
import type { UserEvent } from "#contract/wire/socket-events.ts";

/** Grows with each such word. */
export const orderNewsAtom = atom(0);
orderNewsAtom.debugLabel = "orderNews";

/** Grows with each draft that came by one of the user's secret addresses. */
export const draftNewsAtom = atom(0);
draftNewsAtom.debugLabel = "draftNews";

type Rejection = Omit<Extract<UserEvent, { readonly type: "rejected" }>, "type">;

/** Of orders that came to something else than was told, of stops, and of a session that the broker has ended: what nobody was told yet. */
export const rejectionsAtom = atom<readonly Rejection[]>([]);
rejectionsAtom.debugLabel = "rejections";

type Sub = Pick<ReturnType<typeof createStore>, "sub">;

/** Ends when the time is over, or earlier with the next word of the server. */
export function waitForNews(store: Sub, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const unsubscribe = store.sub(orderNewsAtom, end);
  });
}

/** Words of the server that come together are answered by one call. */
const COALESCE_MS = 250;

/** Calls at once, after each word of the server, and every so often while the page can be seen. @returns its end */
export function readAgain(store: Sub, everyMs: number, read: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = store.sub(orderNewsAtom, () => {
    clearTimeout(timer);
    timer = setTimeout(read, COALESCE_MS);
  });
  const poll = setInterval(() => {
    if (document.visibilityState === "visible") read();
  }, everyMs);
  read();
  return () => {
    clearTimeout(timer);
    clearInterval(poll);
    unsubscribe();
  };
}
