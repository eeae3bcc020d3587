/** The strike range, in strikes each side of ATM, that means every strike of the chain. Stored settings hold it, too. */
export const ALL_STRIKES = 100;
