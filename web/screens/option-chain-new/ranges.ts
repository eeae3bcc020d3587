import { ALL_STRIKES, FIT_STRIKES } from "#contract/domain/choices/strike-range.ts";

/** The ranges of a view, as a select offers them. */
export const RANGES = [
  ...Array.from({ length: 11 }, (_, i) => ({ value: String(i + 5), label: `${i + 5} strikes` })),
  { value: String(FIT_STRIKES), label: "Fit" },
  { value: String(ALL_STRIKES), label: "All" },
];
