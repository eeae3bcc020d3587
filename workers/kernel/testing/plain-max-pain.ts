/**
 * Max pain by its definition, over one object a strike: pain(S) = sum CE OI x (S - K) over K < S + sum PE OI x (K - S)
 * over K > S, for every S. O(strikes^2). What the fast form is tested against, and measured against.
 */

export interface PlainStrike {
  readonly strike: number;
  readonly callOi: number;
  readonly putOi: number;
}

/** What all options together pay if the underlying ends at `settle`: units of price x units of OI. */
export function plainPain(chain: readonly PlainStrike[], settle: number): number {
  let pain = 0;
  for (const { strike, callOi, putOi } of chain) {
    if (strike < settle) pain += callOi * (settle - strike);
    else if (strike > settle) pain += putOi * (strike - settle);
  }
  return pain;
}

/** The strike of least pain, the lowest of several; NaN where nobody holds anything. `chain` is in ascending order. */
export function plainMaxPain(chain: readonly PlainStrike[]): number {
  let least = Number.POSITIVE_INFINITY;
  let best = Number.NaN;
  for (const { strike } of chain) {
    const pain = plainPain(chain, strike);
    if (pain < least) {
      least = pain;
      best = strike;
    }
  }
  return chain.some(({ callOi, putOi }) => callOi > 0 || putOi > 0) ? best : Number.NaN;
}
