/**
 * What a portfolio does to the legs of its strategies: closing orders at the last price, and taking them back. Nothing is
 * changed in place.
 */
import { type Making, withOrder } from "./leg-edits.ts";
import { oppositeOf, type StrategyLeg, type StrategyOrder } from "./legs.ts";
import { type PositionTerms, settled, signOf } from "./position.ts";

/** A closing order of the portfolio that no broker has yet. */
export const isClosing = ({ isPortfClose, isTraded }: StrategyOrder): boolean => isPortfClose === true && !isTraded;

export const hasClosing = ({ orders }: Pick<StrategyLeg, "orders">): boolean => orders.some(isClosing);

/** Closes the whole position with limit orders at `price`; a leg without a position or without a price stays as it is. */
export function closed(leg: StrategyLeg, price: number, making: Making): StrategyLeg {
  if (!leg.action || !(price > 0)) return leg;
  const draft = { side: oppositeOf(leg.action), lots: leg.totalContracts, price };
  const before = leg.orders.length;
  const { orders } = withOrder(leg, draft, making);
  const marked = orders.map((order, at) => (at < before ? order : { ...order, isPortfClose: true }));
  return settled(leg, marked, making.terms);
}

const lotsOf = (orders: readonly StrategyOrder[]): number =>
  orders.reduce((sum, { action, contracts }) => sum + signOf(action) * contracts, 0);

/** Its closing orders go beyond what a broker has of it: they close what was never traded, too, and open a position. */
export function opensPosition({ orders }: Pick<StrategyLeg, "orders">): boolean {
  const traded = lotsOf(orders.filter(({ isTraded }) => isTraded));
  const after = traded + lotsOf(orders.filter(isClosing));
  return after * traded < 0 || Math.abs(after) > Math.abs(traded);
}

/** The leg without its closing orders, as far as none of them was traded. */
export const undone = (leg: StrategyLeg, terms: PositionTerms): StrategyLeg =>
  settled(
    leg,
    leg.orders.filter((order) => !isClosing(order)),
    terms,
  );

export type TradeStatus = "Traded" | "Partially Traded" | "Not Traded";

/** How much of a strategy a broker has. */
export function tradeStatus(legs: readonly Pick<StrategyLeg, "orders">[]): TradeStatus {
  const orders = legs.flatMap(({ orders }) => orders);
  const traded = orders.filter(({ isTraded }) => isTraded).length;
  if (traded === 0) return "Not Traded";
  return traded === orders.length ? "Traded" : "Partially Traded";
}

/** The underlyings whose strategies a portfolio shows. */
export const PORTFOLIO_SYMBOLS = ["NIFTY", "BANKNIFTY", "MIDCPNIFTY", "FINNIFTY", "USDINR", "SENSEX"] as const;

/** What a stop and a target are set on: a strategy by its name, or the whole. */
export const WHOLE_PORTFOLIO = "Total Portfolio";

export interface StopTarget {
  /** Rupees of total profit; null where none is set. A stop below 0 is a loss. */
  readonly target: number | null;
  readonly stop: number | null;
  readonly isHit: boolean;
  /** What the row says. */
  readonly message: string;
}

/** 'T: 25000 SL: -12000', of what is set; '' where nothing is. */
export const levelsText = ({ target, stop }: Pick<StopTarget, "target" | "stop">): string =>
  [...(target === null ? [] : [`T: ${target}`]), ...(stop === null ? [] : [`SL: ${stop}`])].join(" ");

export interface Hit {
  readonly kind: "target" | "stop";
  /** Total profit when it was hit, rupees. */
  readonly value: number;
}

/** Beyond the target or the stop; undefined between them, and where the total is not known (NaN). */
export function hitOf({ target, stop }: Pick<StopTarget, "target" | "stop">, total: number): Hit | undefined {
  if (target !== null && total > target) return { kind: "target", value: total };
  if (stop !== null && total < stop) return { kind: "stop", value: total };
  return undefined;
}

/** 'Target price hit @ 5173.00'; of the whole 'Target hit @ 5173.00'. */
export function hitText(key: string, { kind, value }: Hit): string {
  const level = kind === "target" ? "Target" : "Stop";
  return `${level}${key === WHOLE_PORTFOLIO ? "" : " price"} hit @ ${value.toFixed(2)}`;
}
