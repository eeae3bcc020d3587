import { expiryKey, expiryLabel } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";

interface ExpiryOption {
  readonly value: IsoDate;
  readonly label: string;
}

/** Expiries as 'M:D:YYYY': futures and strategies are known by them. */
export const expiryKeyOptions = (expiries: readonly IsoDate[]): readonly ExpiryOption[] =>
  expiries.map((value) => ({ value, label: expiryKey(value) }));

/**
 * Expiries as 'Mon DD'. The year joins where two expiries would read the same, and a year or more after the nearest, where
 * the month alone would be taken for the coming one. @param expiries nearest first.
 */
export function expiryOptions(expiries: readonly IsoDate[]): readonly ExpiryOption[] {
  const labels = expiries.map(expiryLabel);
  const yearOn = aYearAfter(expiries[0]);
  return expiries.map((expiry, i) => {
    const label = labels[i] ?? expiry;
    const isUnique = labels.indexOf(label) === i && labels.lastIndexOf(label) === i;
    return { value: expiry, label: isUnique && expiry < yearOn ? label : `${label} ${expiry.slice(0, 4)}` };
  });
}

/** The same day of the next year, as ISO dates compare. */
const aYearAfter = (date = ""): string => `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
