/** What the market says of the legs. */
import { expiryKey } from "#contract/domain/instruments.ts";
import { type LegContract, legKey } from "#contract/domain/strategy/legs.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { PaneState } from "../../../state/pane/pane.ts";

export interface Mark {
  readonly price: number;
  /** Per cent. */
  readonly iv: number;
  readonly unrealised: number;
  readonly isTwinIv: boolean;
  readonly isExpired: boolean;
}

/** Of the open legs, by contract. */
export const marksOf = ({ snapshot }: PaneState<StrategySnapshot>): Readonly<Record<string, Mark>> =>
  Object.fromEntries(
    (snapshot?.valuation.legs ?? []).map(({ price, quantity, entry, shownIv, isTwinIv, isExpired, ...contract }) => [
      legKey({ ...contract, expiry: expiryKey(contract.expiry) }),
      { price, iv: shownIv * 100, unrealised: quantity * (price - entry), isTwinIv, isExpired },
    ]),
  );

/** Rupees a unit; NaN where it is not known. A closed leg has its price from the ladder, as long as that is of its expiry. */
export function priceOf(state: PaneState<StrategySnapshot>, leg: LegContract): number {
  const mark = marksOf(state)[legKey(leg)];
  const { context, snapshot } = state;
  if (mark || !snapshot || !context || expiryKey(context.expiry) !== leg.expiry) return mark?.price ?? Number.NaN;
  const { ladder, future } = snapshot;
  const price =
    leg.type === "FUT" ? future?.ltp : ladder[leg.type === "CE" ? "ce" : "pe"].ltp[ladder.strikes.indexOf(leg.strike)];
  return price ?? Number.NaN;
}
