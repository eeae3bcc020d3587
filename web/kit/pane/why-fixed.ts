/** Why symbol and expiry cannot be changed now; undefined where they can. */
export const whyFixed = (isReplaying: boolean, isLoading: boolean): string | undefined =>
  isReplaying ? "Not during a replay" : isLoading ? "Not while figures are loading" : undefined;
