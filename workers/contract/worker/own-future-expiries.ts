/** The future expiries of a pane's own symbol: an exchange's list also has those that only a currency trades. */
import type { IsoDate } from "../domain/units.ts";
import type { PaneContext } from "./screen.ts";

/** Those that the symbol's chains have, too, nearest first; where none is, all of the exchange. */
export function ownFutureExpiries({
  expiries,
  futureExpiries,
}: Pick<PaneContext, "expiries" | "futureExpiries">): readonly IsoDate[] {
  const own = futureExpiries.filter((expiry) => expiries.includes(expiry));
  return own.length > 0 ? own : futureExpiries;
}

/** The one that a screen of the symbol shows: the chosen one, or the nearest where another symbol's is chosen. */
export function ownFutureExpiry(
  pane: Pick<PaneContext, "expiries" | "futureExpiries" | "futureExpiry">,
): IsoDate | undefined {
  const { futureExpiry } = pane;
  const own = ownFutureExpiries(pane);
  return futureExpiry === undefined || own.includes(futureExpiry) ? futureExpiry : own[0];
}
