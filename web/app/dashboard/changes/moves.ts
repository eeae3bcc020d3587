/** Orders that move a position on: they are filled in, and the user sends them. Pure. */
import { isCurrency } from "#contract/domain/instruments.ts";
import type { GttRules } from "#contract/domain/orders/gtt.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { PositionBody } from "#contract/wire/http/order-bodies.ts";
import type { TradeIntent } from "../../../state/account/trading.ts";
import { marketExpiriesOf, type Universe } from "../../../state/market/universe.ts";

type Held = Pick<PositionBody, "contract" | "netQty" | "productType">;

/** An order on a position's contract. @returns undefined where today does not list it, or its product is no ordinary one */
function orderOn({ contract, netQty, productType }: Held): TradeIntent | undefined {
  if (!contract || netQty === 0 || (productType !== "INTRADAY" && productType !== "MARGIN")) return undefined;
  const { exchange, underlying: symbol, strike, type } = contract;
  return {
    exchange,
    symbol,
    expiry: isoDate(contract.expiry),
    strike,
    type,
    side: netQty > 0 ? "S" : "B",
    isLeg: false,
    start: { qty: Math.abs(netQty), product: productType === "MARGIN" ? "Margin" : "Intraday" },
  };
}

/** One order of twice what is held: as much on the other side. */
export function reversing(position: Held): TradeIntent | undefined {
  const order = orderOn(position);
  return order?.start && { ...order, start: { ...order.start, qty: 2 * order.start.qty } };
}

/** What closes it when a price is reached. @param rules of the broker. @returns undefined where the broker keeps none for it */
export function guarding(position: Held, rules: GttRules | undefined): TradeIntent | undefined {
  const order = orderOn(position);
  return order && rules?.products.includes(position.productType) ? { ...order, gtt: true } : undefined;
}

/** Two legs: what is held is closed, and the same is opened in the next expiry. @returns undefined where there is none */
export function rolling(
  position: Held,
  universe: Pick<Universe, "expiries" | "futureExpiries"> | undefined,
): readonly [close: TradeIntent, open: TradeIntent] | undefined {
  const order = orderOn(position);
  if (order === undefined) return undefined;
  const { exchange, symbol, type, expiry } = order;
  if (universe === undefined) return undefined;
  // The exchange's list of futures has dates of others, too; a currency has futures with all its options.
  const isOfMarket = type === "FUT" && !isCurrency(symbol);
  const listed = isOfMarket ? marketExpiriesOf(universe, exchange) : universe.expiries[exchange]?.[symbol];
  const next = listed?.find((date) => date > expiry);
  if (next === undefined) return undefined;
  const close = { ...order, isLeg: true };
  return [close, { ...close, expiry: next, side: close.side === "B" ? "S" : "B" }];
}
