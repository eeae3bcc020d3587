/** The ABI of the quant core: batch functions over the columns of layout.ts, each answering a status code. */
import { makeInverseBachelier } from "./pricing/bachelier";
import { makeFastNormal } from "./pricing/fast-normal";

export { priceChain, valueChain } from "./chain/chain";
export { gammaOverSpots } from "./exposure/gamma";
export {
  CALL_PRICE,
  CHAIN_CAPACITY,
  MODEL_FORWARD,
  MODEL_SPOT,
  OK,
  OVER_CAPACITY,
  PUT_PRICE,
  RESULT,
  RESULT_COLUMNS,
  STRIKE,
} from "./layout";
export {
  LEG_CALL,
  LEG_CAPACITY,
  LEG_CARRY,
  LEG_ENTRY,
  LEG_FUTURE,
  LEG_IV,
  LEG_KIND,
  LEG_PUT,
  LEG_QUANTITY,
  LEG_STRIKE,
  LEG_YEARS,
  PAYOFF_POINT,
  PAYOFF_SPOT,
  PAYOFF_VALUE,
  SPOT_CAPACITY,
  ZONE_HIGH,
  ZONE_LOW,
  ZONE_VOL,
} from "./payoff/layout";
export { payoffAt, payoffOverSpots, prepareLegs } from "./payoff/payoff";
export { priceSlots } from "./series/chains";
export {
  BLOCK,
  BLOCK_CELLS,
  BLOCK_SLOTS,
  CALL_ROW,
  CALL_SUM,
  CALLS_BELOW,
  PUT_ROW,
  PUT_SUM,
  PUTS_BELOW,
  ROW_CAPACITY,
  SLOT_INDEX,
  SLOT_PRICE,
  SLOT_UNDERLYING,
  SLOT_YEARS,
} from "./series/layout";
export { maxPain } from "./series/max-pain";
export { sumSides } from "./series/totals";

// Tables that take more room to ship than time to make.
makeFastNormal();
makeInverseBachelier();
