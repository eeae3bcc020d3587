/** What margin estimates of the ticket and of the builders share: the specification's formulas, not the exchange's. */

const NEAR_RATE = 0.02;
const FAR_RATE = 0.03;
/** A strike further than this out of the money from the previous close is far. */
const FAR = 0.1;

/** Exposure rate of an index option sold: 2 %, or 3 % where its strike is over 10 % out of the money of the previous close. */
export function indexExposureRate(type: "CE" | "PE", strike: number, previousClose: number): number {
  const isFar = type === "CE" ? strike > previousClose * (1 + FAR) : strike < previousClose * (1 - FAR);
  return isFar ? FAR_RATE : NEAR_RATE;
}

/** Rounded up to whole rupees; what sums of doubles leave over a whole rupee does not count. */
export const roundUp = (rupees: number): number => Math.ceil(rupees - 1e-6) || 0;
