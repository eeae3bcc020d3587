/** What the market says of the open legs. */
import { expiryKey } from "#contract/domain/instruments.ts";
import { legKey } from "#contract/domain/strategy/legs.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { PaneState } from "../../../state/pane/pane.ts";

export interface Mark {
  readonly price: number;
  /** Per cent. */
  readonly iv: number;
  readonly unrealised: number;
  readonly isTwinIv: boolean;
}

/** By contract. */
export const marksOf = ({ snapshot }: PaneState<StrategySnapshot>): Readonly<Record<string, Mark>> =>
  Object.fromEntries(
    (snapshot?.valuation.legs ?? []).map(({ price, quantity, entry, shownIv, isTwinIv, ...contract }) => [
      legKey({ ...contract, expiry: expiryKey(contract.expiry) }),
      { price, iv: shownIv * 100, unrealised: quantity * (price - entry), isTwinIv },
    ]),
  );
