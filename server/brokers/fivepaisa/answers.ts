/** What 5paisa's statuses and words say of a request; what is not clear is unknown. */
import { codeOf, saysNo } from "../asking.ts";
import { verdicts } from "../verdicts.ts";
import { NO_SESSION, type PaisaFailure, readReply } from "./wire.ts";

export const NAME = "5paisa";

const NOTHING = 1;
const UNCLEAR = -1;

/** The documents' own words of a request that was not read. */
const UNREAD = /^invalid (?:input|head) parameters\b/i;

/** Else a failure refuses only where it has a status of its own and words that name a reason; a new order only where they say no. */
export const { sentOf, placedOf, dataOf } = verdicts<PaisaFailure>({
  read: readReply,
  wordsOf: ({ message }) => message,
  isOver: ({ status }) => status === NO_SESSION,
  isRefused: ({ status, message }, _, isPlacing) =>
    status !== UNCLEAR && (UNREAD.test(message) || (codeOf(message) !== "other" && (!isPlacing || saysNo(message)))),
  isEmpty: ({ status, message }) => status === NOTHING && /\bno\b.*\bfound\b/i.test(message),
});
