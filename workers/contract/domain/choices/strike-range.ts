/** Strike ranges that are no count of strikes each side of ATM. Stored settings hold them, too. */

/** Every strike of the chain. */
export const ALL_STRIKES = 100;
/** As many strikes around ATM as the pane's height shows. */
export const FIT_STRIKES = 0;
