import { isoDate } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";

const AUGUST = isoDate("2026-08-25");

/** A pane of NIFTY's monthly expiry 25-Aug-2026, live; the expiries listed are the chosen ones unless given, and chains have those of given futures. */
export function makePane(over: Partial<PaneContext> = {}): PaneContext {
  const { expiry = AUGUST, futureExpiry = AUGUST } = over;
  return {
    exchange: "NSE",
    symbol: "NIFTY",
    expiry,
    expiries: over.futureExpiries ?? [expiry],
    futureExpiry,
    futureExpiries: [futureExpiry],
    ...over,
  };
}
