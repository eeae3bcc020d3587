/** Paths of the key of what is private by choice. Apart from the others: the first screen needs none of them. */

export const PRIVATE_KEY_PATH = "privacy/key";
export const PRIVATE_COUNTS_PATH = "privacy/counts";
