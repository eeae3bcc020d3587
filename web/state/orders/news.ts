/** The server's word that something of the user's orders or positions has changed: parts that show them read them again. */
import { atom, type createStore } from "jotai";

/** Grows with each such word. */
export const orderNewsAtom = atom(0);
orderNewsAtom.debugLabel = "orderNews";

/** Ends when the time is over, or earlier with the next word of the server. */
export function waitForNews(store: Pick<ReturnType<typeof createStore>, "sub">, milliseconds: number): Promise<void> {
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
