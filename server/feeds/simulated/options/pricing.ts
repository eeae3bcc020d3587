/**
 * What the simulated market thinks an option is worth: Black's formula (1976) on the forward, undiscounted.
 * The product's own kernel is not used, so that it meets prices it did not make itself.
 *
 * Hot: runs for every trade and quote.
 */

/** Cumulative normal distribution to double precision (Hart 1968, after G. West 2005). */
export function normalCdf(x: number): number {
  const z = Math.abs(x);
  if (z > 37) return x > 0 ? 1 : 0;
  const e = Math.exp((-z * z) / 2);
  let upper: number;
  if (z < 7.07106781186547) {
    let a = 3.52624965998911e-2 * z + 0.700383064443688;
    a = a * z + 6.37396220353165;
    a = a * z + 33.912866078383;
    a = a * z + 112.079291497871;
    a = a * z + 221.213596169931;
    a = a * z + 220.206867912376;
    let b = 8.83883476483184e-2 * z + 1.75566716318264;
    b = b * z + 16.064177579207;
    b = b * z + 86.7807322029461;
    b = b * z + 296.564248779674;
    b = b * z + 637.333633378831;
    b = b * z + 793.826512519948;
    b = b * z + 440.413735824752;
    upper = (e * a) / b;
  } else {
    upper = e / ((z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))))) * 2.506628274631);
  }
  return x > 0 ? 1 - upper : upper;
}

/**
 * Value in rupees per unit. The out-of-the-money side is computed and the other taken by parity, so that C - P = F - K.
 * @param sd IV x sqrt(years); 0 or less gives the intrinsic value.
 */
export function black76(isCall: boolean, forward: number, strike: number, sd: number): number {
  const intrinsic = isCall ? forward - strike : strike - forward;
  const inTheMoney = intrinsic > 0 ? intrinsic : 0;
  if (!(sd > 0)) return inTheMoney;
  const d1 = Math.log(forward / strike) / sd + sd / 2;
  const time =
    strike >= forward
      ? forward * normalCdf(d1) - strike * normalCdf(d1 - sd)
      : strike * normalCdf(sd - d1) - forward * normalCdf(-d1);
  return inTheMoney + (time > 0 ? time : 0);
}
