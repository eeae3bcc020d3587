/** Whole per cent of change; NaN where the figure before is missing or nothing. */
export const changePercent = (now: number, before: number): number =>
  before > 0 ? Math.round(((now - before) / before) * 100) : Number.NaN;
