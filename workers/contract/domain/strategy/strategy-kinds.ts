/**
 * The kinds of strategy that the analyzer knows: their names, and their legs over strikes in ascending order. A kind's place
 * in the list is its code.
 */

export interface KindLeg {
  readonly type: "CE" | "PE";
  /** Units bought, negative where sold. */
  readonly quantity: number;
  /** Which of the candidate's strikes: 0 is the lowest. */
  readonly strike: number;
}

export interface StrategyKind {
  readonly name: string;
  /** How many strikes it takes. */
  readonly strikes: number;
  readonly legs: readonly KindLeg[];
}

const call = (quantity: number, strike: number): KindLeg => ({ type: "CE", quantity, strike });
const put = (quantity: number, strike: number): KindLeg => ({ type: "PE", quantity, strike });

/** In the order of the screen's list. */
export const STRATEGY_KINDS: readonly StrategyKind[] = [
  { name: "Bull Call Spread", strikes: 2, legs: [call(1, 0), call(-1, 1)] },
  { name: "Bull Put Spread", strikes: 2, legs: [put(1, 0), put(-1, 1)] },
  { name: "Bear Call Spread", strikes: 2, legs: [call(-1, 0), call(1, 1)] },
  { name: "Bear Put Spread", strikes: 2, legs: [put(-1, 0), put(1, 1)] },
  { name: "Call Ratio BackSpread", strikes: 2, legs: [call(-1, 0), call(2, 1)] },
  { name: "Put Ratio BackSpread", strikes: 2, legs: [put(2, 0), put(-1, 1)] },
  { name: "Butterfly Call", strikes: 3, legs: [call(1, 0), call(-2, 1), call(1, 2)] },
  { name: "Butterfly Put", strikes: 3, legs: [put(1, 0), put(-2, 1), put(1, 2)] },
  { name: "Iron Condor", strikes: 4, legs: [put(1, 0), put(-1, 1), call(-1, 2), call(1, 3)] },
  { name: "Long Straddle", strikes: 1, legs: [call(1, 0), put(1, 0)] },
  { name: "Short Straddle", strikes: 1, legs: [call(-1, 0), put(-1, 0)] },
  { name: "Long Strangle", strikes: 2, legs: [put(1, 0), call(1, 1)] },
  { name: "Short Strangle", strikes: 2, legs: [put(-1, 0), call(-1, 1)] },
];

/** Its most profit lies at an underlying worth nothing: more puts are bought than sold. */
export const winsMostAtZero = ({ legs }: StrategyKind): boolean =>
  legs.reduce((sum, { type, quantity }) => (type === "PE" ? sum + quantity : sum), 0) > 0;

/** '{Kind},{strikes}', as in 'Bull Call Spread,24400CE-24600CE'; strikes in rupees, ascending. Made for rows that are shown. */
export function candidateName(kind: StrategyKind, strikes: readonly number[]): string {
  return `${kind.name},${kind.legs.map(({ strike, type }) => `${strikes[strike]}${type}`).join("-")}`;
}

/** Row in its range of a candidate's n-th strike (0 is the lowest): rows are packed a byte each, from the lowest. */
export const strikeRow = (strikes: number, n: number): number => (strikes >>> (8 * n)) & 0xff;
