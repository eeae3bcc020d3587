/** A link to a strategy in the address of its page. */

/** What the fragment of such a link begins with. */
export const STRATEGY_LINK = "#s=";

/** Whether an address has such a link in it, good or bad. */
export const isStrategyLink = (hash: string): boolean => hash.startsWith(STRATEGY_LINK);

/**
 * Takes a link that has been opened out of the address: a way back to the page, or loading it again, would put the link's legs
 * in place of what has been made of them since, and traded orders would wait again.
 */
export function takeFromAddress(): void {
  history.replaceState(history.state, "", location.pathname);
  dispatchEvent(new Event("hashchange")); // the browser itself does not tell of such a change
}
