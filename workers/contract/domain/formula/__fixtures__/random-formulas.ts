/** Random token lists: some of a grammar, some of those with a token changed, some of tokens alone. */

/** A small seeded generator (mulberry32): 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const OPERANDS = ["A", "B", "A B", "C", "2", "0.5", "0"];
const OPERATORS = ["+", "-", "*", "/", "<", ">", "<=", ">=", "=", "<>", "and", "or"];
const ALL = [...OPERANDS, ...OPERATORS, "+", "-", "(", ")", ",", "abs(", "min(", "max(", "if(", "round(", "not("];

export function makeFormula(random: () => number): readonly string[] {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!;
  const grown = (depth: number): string[] => {
    const which = depth <= 0 ? 0 : random();
    if (which < 0.35) return [pick(OPERANDS)];
    if (which < 0.65) return [...grown(depth - 1), pick(OPERATORS), ...grown(depth - 1)];
    if (which < 0.78) return ["(", ...grown(depth - 1), ")"];
    if (which < 0.84) return [pick(["-", "+"]), ...grown(depth - 1)];
    if (which < 0.9) return [pick(["abs(", "not(", "round("]), ...grown(depth - 1), ")"];
    if (which < 0.96) return [pick(["min(", "max(", "round("]), ...grown(depth - 1), ",", ...grown(depth - 1), ")"];
    return ["if(", ...grown(depth - 1), ",", ...grown(depth - 1), ",", ...grown(depth - 1), ")"];
  };
  if (random() < 0.3) return Array.from({ length: 1 + Math.floor(random() * 9) }, () => pick(ALL));
  const tokens = grown(4);
  if (random() < 0.5) tokens.splice(Math.floor(random() * tokens.length), random() < 0.5 ? 1 : 0, pick(ALL));
  return tokens.slice(0, 300);
}
