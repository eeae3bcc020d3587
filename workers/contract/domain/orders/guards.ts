/**
 * Limits that users set themselves. The server holds them for good; the ticket says of an order's size beforehand what the
 * server would say. Pure.
 */
/** The limits of one order; null is none. */
export interface OrderGuards {
  /** Rupees of premium or price times units. */
  readonly orderValue: number | null;
  readonly lots: number | null;
}

/** An order as it is measured: a limit's price, else the last one; 0 where neither is known. */
export interface MeasuredOrder {
  /** Units. */
  readonly qty: number;
  readonly lot: number;
  /** Rupees. */
  readonly price: number;
  /** Rupees per unit and rupee of price. */
  readonly multiplier: number;
}

/** @returns why an order is larger than the user allows; undefined where it is not. */
export function checkSize({ qty, lot, price, multiplier }: MeasuredOrder, guards: OrderGuards): string | undefined {
  const { lots, orderValue } = guards;
  if (lots !== null && qty / lot > lots) return `Your limit is ${lots === 1 ? "1 lot" : `${lots} lots`} an order`;
  if (orderValue === null) return undefined;
  if (!(price > 0)) return "No price is known to measure this order by: send it with a limit";
  const value = price * qty * multiplier;
  return value > orderValue
    ? `Your limit is ${formatRupees(orderValue)} an order; this is ${formatRupees(value)}`
    : undefined;
}

/** How much of each limit that is set an order takes: 'value ₹62,90,000 of ₹1,00,00,000', 'lots 4 of 10'. */
export function limitsUsed({ qty, lot, price, multiplier }: MeasuredOrder, guards: OrderGuards): readonly string[] {
  const { lots, orderValue } = guards;
  const value = Math.round(price * qty * multiplier);
  return [
    ...(orderValue !== null && value > 0 ? [`value ${formatRupees(value)} of ${formatRupees(orderValue)}`] : []),
    ...(lots === null ? [] : [`lots ${Math.floor(qty / lot)} of ${lots}`]),
  ];
}

/** '₹1,23,456.5'. */
export const formatRupees = (value: number): string =>
  `₹${value.toLocaleString("en-IN", { maximumFractionDigits: 2 })}`;

/** No new orders go. */
export const STOPPED_WORDS = {
  own: "You have stopped trading: release the switch first. Exits and cancellations still go",
  operator: "Trading is stopped on this server. Exits and cancellations still go",
} as const;

/** No new orders of one strategy go. */
export const STRATEGY_STOPPED_WORDS =
  "You have stopped this strategy: release its switch on the dashboard first. Exits and cancellations still go";
