/** Whose day it is, in the user's words. */
import type { DayKey } from "#contract/domain/clock.ts";

export const SOURCE_OF_DAY: Readonly<Record<DayKey["source"], string>> = {
  sim: "Simulated",
  import: "Recorded",
  kite: "Kite",
};
