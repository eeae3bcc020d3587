/** A login in another tab of this browser. */
import { isLoggedIn } from "../../state/session.ts";

/**
 * Loads the page again where another tab logs in: its session is this tab's, too. The browser tells no tab of what the tab
 * itself stores: a login here is shown first. @returns ends it.
 */
export function followOtherTabs(): () => void {
  const follow = ({ key, newValue }: StorageEvent): void => {
    if (key === "isLoggedIn" && isLoggedIn(Number(newValue))) location.reload();
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}
