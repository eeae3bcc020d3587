/** Where a strike stands among those of a chain; -1 where it is not listed. @param strikes scaled @param strike rupees */
export const findStrike = (strikes: Int32Array, strike: number, scale: number): number =>
  strikes.indexOf(Math.round(strike * scale));
