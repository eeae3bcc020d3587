/** What XTS' codes say of a request; what is not clear is unknown. */
import { verdicts } from "../verdicts.ts";
import { readReply, type XtsFailure } from "./wire.ts";

/** Bad fields, an order or a position that XTS will not have. All other codes are none that we know. */
const REFUSED = /^e-(?:property-validation-failed|orders-\d+|portfolio-\d+)$/;

export const { sentOf, dataOf } = verdicts<XtsFailure>({
  read: readReply,
  wordsOf: ({ description }) => description,
  isOver: ({ code }) => code.startsWith("e-session-"),
  isTooOften: ({ code }) => code.startsWith("e-apirl-"),
  isRefused: ({ code }) => REFUSED.test(code),
  isEmpty: ({ description }) => /data not available|no data/i.test(description),
});
