import type { PriceAge } from "#contract/domain/choices/pricing.ts";
import { counted } from "../../format/count-words.ts";

/** '3 days old', 'more than 3 days old', 'of an earlier day'. */
export function ageWords({ days, isOlder }: PriceAge): string {
  if (Number.isNaN(days)) return "of an earlier day";
  return `${isOlder ? "more than " : ""}${counted(days, "day")} old`;
}

/** @param code as `ageCode` makes it */
export const ageOfCode = (code: number): PriceAge => ({ days: Math.abs(code), isOlder: code < 0 });
