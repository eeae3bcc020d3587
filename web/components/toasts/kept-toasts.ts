/** What the user was to close when his session ended: the login page shows none of it, and the next page of the tab tells him. */
import { toasts } from "./toasts.ts";

const KEY = "untold";

/**
 * Tells what was kept, and keeps what stands when the page goes.
 * @param user whose it is: nobody else who logs in is told
 * @param isOver whether his session has ended on this page
 */
export function keepToasts(user: string, isOver: () => boolean): void {
  try {
    const { of, list } = JSON.parse(sessionStorage[KEY]);
    delete sessionStorage[KEY];
    if (of === user) list.forEach(toasts.show);
  } catch {
    // Nothing is kept, or storage is switched off.
  }
  // Not taken back: the login page comes after the part that asks for it.
  window.onpagehide = () => {
    const list = toasts.list().filter(({ autoClose, action }) => !autoClose && !action);
    if (isOver()) sessionStorage[KEY] = JSON.stringify({ of: user, list: list.toReversed() });
  };
}
