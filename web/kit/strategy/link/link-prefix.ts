/** What the fragment of a link to a strategy begins with. */
export const STRATEGY_LINK = "#s=";

/** Whether an address has such a link in it, good or bad. */
export const isStrategyLink = (hash: string): boolean => hash.startsWith(STRATEGY_LINK);
