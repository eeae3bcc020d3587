/**
 * Which expiries count as rolled over: all after the nearest, or the next one alone. The second is what the exchange's summaries of
 * October 2020 publish as 'rollover'.
 */
export const ROLL_KINDS = ["later", "next"] as const;
export type RollKind = (typeof ROLL_KINDS)[number];
