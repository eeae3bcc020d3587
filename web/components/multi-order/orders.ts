/** What the dialog lists, and which of it goes to the broker. Pure. */
import { contractId } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { signOf } from "#contract/domain/strategy/position.ts";
import { isPending } from "#contract/domain/strategy/trading.ts";
import type { TradeIntent } from "../../state/account/trading.ts";
import type { TicketContract } from "../../state/orders/draft.ts";
import type { LegOrder } from "../../state/orders/leg-orders.ts";

export interface ListedOrder extends LegOrder {
  /** It is left out when the rest is sent. */
  readonly exclude: boolean;
}

/** What of a leg is not traded yet, in the order in which it was made. */
export const ordersOf = (leg: StrategyLeg, contract: TicketContract): readonly ListedOrder[] =>
  leg.orders
    .filter((order) => isPending({ ...order, exclude: false }))
    .map(({ id, action, contracts, ltp, exclude }) => ({
      id,
      contract,
      side: signOf(action),
      contracts,
      price: ltp,
      exclude,
    }));

/** Orders of futures and calls stand at the left, those of puts at the right. */
export const isPut = ({ contract }: LegOrder): boolean => contract.type === "PE";

export type QuotedContract = Pick<TradeIntent, "exchange" | "symbol" | "expiry" | "strike" | "type">;

/** What a contract's quote is kept under: a portfolio has legs of several symbols. */
export const quoteKey = ({ symbol: underlying, ...contract }: QuotedContract): string =>
  contractId({ underlying, ...contract });
