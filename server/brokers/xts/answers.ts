/** What XTS' codes say of a request; what is not clear is unknown. */
import { saysNo } from "../asking.ts";
import { verdicts } from "../verdicts.ts";
import { readReply, type XtsFailure } from "./wire.ts";

const BAD_FIELDS = "e-property-validation-failed";
/** An order or a position that XTS will not have, or cannot find. All other codes are none that we know. */
const REFUSED = /^e-(?:orders|portfolio)-\d+$/;

export const { sentOf, placedOf, dataOf } = verdicts<XtsFailure>({
  read: readReply,
  wordsOf: ({ description }) => description,
  isOver: ({ code }) => code.startsWith("e-session-"),
  isTooOften: ({ code }) => code.startsWith("e-apirl-"),
  // One code has refusals of new orders and their failures: words that say no tell them apart.
  isRefused: ({ code, description }, _, isPlacing) =>
    code === BAD_FIELDS || (REFUSED.test(code) && (!isPlacing || saysNo(description))),
  isEmpty: ({ description }) => /data not available|no data/i.test(description),
});
