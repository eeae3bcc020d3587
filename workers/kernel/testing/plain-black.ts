/**
 * The textbook, in plain doubles: what the kernel's tests compare with. Nothing here is shared with the kernel: the
 * normal distribution comes from its power series and, in the tails, from Laplace's continued fraction.
 */

function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
}

/** N(x), absolute error about 1e-15, relative in the lower tail. */
function normalCdf(x: number): number {
  if (x > 2.5) return 1 - normalCdf(-x);
  if (x < -2.5) {
    let tail = -x;
    for (let n = 120; n >= 1; n--) tail = -x + n / tail;
    return normalDensity(x) / tail;
  }
  let term = x;
  let sum = x;
  for (let n = 3; Math.abs(term) > 1e-18; n += 2) {
    term *= (x * x) / n;
    sum += term;
  }
  return 0.5 + normalDensity(x) * sum;
}

export interface PlainOption {
  readonly model: "spot" | "usdinr" | "forward";
  readonly isCall: boolean;
  readonly underlying: number;
  readonly strike: number;
  readonly years: number;
  readonly rate: number;
}

/** Price and greeks in the kernel's units, Black-Scholes (spot) or discounted Black-76. */
export function plainValue(option: PlainOption, sigma: number) {
  const { isCall, underlying, strike, years, rate } = option;
  const isSpot = option.model === "spot";
  const discount = Math.exp(-rate * years);
  const width = sigma * Math.sqrt(years);
  const d1 = (Math.log(underlying / strike) + (isSpot ? rate * years : 0) + 0.5 * width * width) / width;
  const d2 = d1 - width;
  const sign = isCall ? 1 : -1;
  const leg = isSpot ? 1 : discount; // what discounts the underlying
  const n1 = normalCdf(sign * d1);
  const n2 = normalCdf(sign * d2);
  const price = sign * (underlying * leg * n1 - strike * discount * n2);
  const density = normalDensity(d1);
  const decay = (-underlying * leg * density * sigma) / (2 * Math.sqrt(years));
  return {
    price,
    delta: sign * leg * n1,
    gamma: (leg * density) / (underlying * width),
    theta: isSpot ? decay - sign * rate * strike * discount * n2 : decay + rate * price,
    vega: underlying * leg * density * Math.sqrt(years),
    probAbove: normalCdf(d2),
  };
}
