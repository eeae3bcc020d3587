/** Accounts that share something take turns, so that one who wants much of it does not keep the others waiting until he has it all. */
export interface Turns {
  /** @returns the first that waits of the account whose last turn is longest ago; whoever had none yet goes first. */
  next<One extends { readonly account: string }>(waiting: readonly One[]): One | undefined;
  /** The account has had its turn. */
  took(account: string): void;
}

export function createTurns(): Turns {
  const last = new Map<string, number>();
  let count = 0;
  return {
    next(waiting) {
      const turnOf = ({ account }: { readonly account: string }): number => last.get(account) ?? 0;
      return waiting.reduce<(typeof waiting)[number] | undefined>(
        (first, one) => (first === undefined || turnOf(one) < turnOf(first) ? one : first),
        undefined,
      );
    },
    took(account) {
      last.set(account, ++count);
    },
  };
}
