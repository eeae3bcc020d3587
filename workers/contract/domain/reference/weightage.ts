/**
 * The ten heaviest stocks of two indices, heaviest first: the top-weightage watch lists. Only the screens that show them
 * import this.
 *
 * No file at hand gives weights. Members are those of NSE's constituent lists of March 2025; which ten, and their order,
 * is the order of free-float market value as publicly known at the end of 2025. Weights move every day, and the last
 * places of a list are close to each other: it is a list to watch, and no figure is computed from it.
 */

export const TOP_WEIGHTAGE = {
  "TOP WEIGHTAGE NIFTY50": [
    "HDFCBANK",
    "RELIANCE",
    "ICICIBANK",
    "BHARTIARTL",
    "INFY",
    "LT",
    "SBIN",
    "ITC",
    "AXISBANK",
    "TCS",
  ],
  "TOP WEIGHTAGE NIFTYBANK": [
    "HDFCBANK",
    "ICICIBANK",
    "SBIN",
    "KOTAKBANK",
    "AXISBANK",
    "FEDERALBNK",
    "INDUSINDBK",
    "AUBANK",
    "BANKBARODA",
    "IDFCFIRSTB",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
