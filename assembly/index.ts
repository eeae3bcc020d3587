/** The ABI of the quant core: batch functions over the columns of layout.ts, each answering a status code. */
import { makeInverseBachelier } from "./pricing/bachelier";
import { makeFastNormal } from "./pricing/fast-normal";

export { priceChain, valueChain } from "./chain/chain";
export { maxPain, painAt } from "./chain/max-pain";
export {
  CALL_PRICE,
  CALL_RESULT,
  CHAIN_CAPACITY,
  COLUMN_STRIDE,
  MODEL_FORWARD,
  MODEL_SPOT,
  OK,
  OVER_CAPACITY,
  PAIN_CALL_OI,
  PAIN_CAPACITY,
  PAIN_INDEX,
  PAIN_PUT_OI,
  PAIN_STRIKE,
  PAIN_TOTAL,
  PUT_PRICE,
  PUT_RESULT,
  SLOT_CAPACITY,
  STRIKE,
} from "./layout";

// Tables that take more room to ship than time to make.
makeFastNormal();
makeInverseBachelier();
