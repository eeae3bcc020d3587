/** What comes after a login. */
import type { createStore } from "jotai";
import { expiresAtom, isLoggedIn } from "../../state/session.ts";

/** Long enough to read two words. */
const RELOAD_AFTER_MS = 400;

/**
 * Loads the page again after a login, also after one in another tab of this browser: its session is this tab's, too.
 * @returns ends it
 */
export function followLogin(store: ReturnType<typeof createStore>): () => void {
  const follow = (): void => {
    if (isLoggedIn(store.get(expiresAtom))) setTimeout(() => location.reload(), RELOAD_AFTER_MS);
  };
  const end = store.sub(expiresAtom, follow);
  follow(); // one of another tab, while the page was on its way here
  return end;
}
