import { formats } from "./format.ts";

/** '1 leg', '1,200 legs', '2 strategies'. @param many what several are called; with an 's' where it is left out */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formats.whole.text(count)} ${count === 1 ? one : many}`;

/** 'A, B, C and 4 more'. @param most how many are named one by one */
export const namedFew = (names: readonly string[], most = 3): string =>
  `${names.slice(0, most).join(", ")}${names.length > most ? ` and ${names.length - most} more` : ""}`;
