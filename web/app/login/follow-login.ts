/** What comes after a login. */
import type { createStore } from "jotai";
import { expiresAtom, isLoggedIn } from "../../state/session.ts";
import { left } from "../routing/kept-link.ts";

/** Long enough to read two words. */
const RELOAD_AFTER_MS = 400;

/**
 * Loads the page again after a login, also after one in another tab of this browser: its session is this tab's, too, which
 * goes on with the screen that it showed.
 * @returns ends it
 */
export function followLogin(store: ReturnType<typeof createStore>): () => void {
  const load = (): void => (left.path === undefined ? location.reload() : location.replace(left.path));
  const follow = (): void => {
    if (isLoggedIn(store.get(expiresAtom))) setTimeout(load, RELOAD_AFTER_MS);
  };
  const end = store.sub(expiresAtom, follow);
  follow(); // one of another tab, while the page was on its way here
  return end;
}
