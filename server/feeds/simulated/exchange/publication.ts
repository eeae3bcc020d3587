/**
 * How often the exchange publishes open interest. Recorded: about every third minute in August 2025, nearly every
 * minute in August 2026; what comes more often changes less. In January and February 2026 it was still every third: one
 * in ten stretches of five minutes had none, and each changed as much. The day it changed is not known; it is taken for
 * the day of the first closing auction.
 */
import type { IsoDate } from "#contract/domain/units.ts";

const OFTEN_SINCE = "2026-08-03";

/** Odds that a minute has a publication. */
export const publicationOdds = (date: IsoDate): number => (date >= OFTEN_SINCE ? 0.86 : 0.39);

/** Size of a publication's changes, relative to those of August 2025. */
export const publicationSize = (date: string): number => (date >= OFTEN_SINCE ? 0.18 : 1);
