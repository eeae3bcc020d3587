/** What Noren's words say of a request; what is not clear is unknown. */
import { verdicts } from "../verdicts.ts";
import { readReply } from "./wire.ts";

/** What Noren's documents say of a request that was not carried out. All other words are none that we know. */
const REFUSED = /^(?:rejected|invalid input|error occurred : \d+ "(?:invalid input|no data)")/i;

export const { sentOf, placedOf, dataOf } = verdicts<string>({
  read: readReply,
  wordsOf: (words) => words,
  reasonOf: (words) => words.replace(/^(?:rejected|invalid input)\s*:\s*(?:ORA:)?/i, ""),
  isOver: (words) => /^session expired|invalid session key/i.test(words),
  isRefused: (words) => REFUSED.test(words),
  // "Error Occurred : 5 \"no data\""
  isEmpty: (words) => /\bno data\b/i.test(words),
});
