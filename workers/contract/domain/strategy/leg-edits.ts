/**
 * What the ladder, the adjust panel and a roll do to legs. Nothing is changed in place. Ids and times come from outside, so
 * that the same edits give the same legs.
 */
import { type LegContract, legKey, oppositeOf, type Side, type StrategyLeg, type StrategyOrder } from "./legs.ts";
import { isAdjusted, type PositionTerms, settled, signOf } from "./position.ts";

export interface Making {
  /** Ten hex digits, another at each call. */
  readonly newId: () => string;
  /** Epoch ms of the board's clock. */
  readonly now: number;
  /** Of the underlying and the leg's lot. */
  readonly terms: PositionTerms;
  /** The most lots that the exchange takes in one order. */
  readonly mostLots: number;
}

/** What a leg needs besides its orders. */
export type LegFacts = LegContract & Pick<StrategyLeg, "lotSize" | "isMonth" | "remainingDays" | "securityId" | "IV">;

export interface OrderDraft {
  readonly side: Side;
  readonly lots: number;
  readonly price: number;
  readonly orderType?: StrategyOrder["orderType"];
}

/** `lots` in orders of the exchange's largest size, and what is left of them. */
export function inOrderSizes(lots: number, most: number): number[] {
  const largest = Math.max(1, Math.floor(most));
  const sizes = Array<number>(Math.floor(lots / largest)).fill(largest);
  const rest = lots % largest;
  return rest > 0 ? [...sizes, rest] : sizes;
}

function ordersOf(
  { side, lots, price, orderType = "Limit" }: OrderDraft,
  { newId, now, mostLots }: Making,
): StrategyOrder[] {
  return inOrderSizes(lots, mostLots).map((contracts) => ({
    id: newId(),
    contracts,
    ltp: price,
    action: side,
    time: now,
    orderType,
    builder: true,
    isTraded: false,
    exclude: false,
  }));
}

export function newLeg(facts: LegFacts, draft: OrderDraft, making: Making): StrategyLeg {
  const empty = { ...facts, id: making.newId(), totalContracts: 0, ltp: 0, realised: 0, time: making.now };
  return settled({ ...empty, toTrade: false, isClosed: true, orders: [] }, ordersOf(draft, making), making.terms);
}

/**
 * B or S of the ladder. The side that the leg has takes it away, the other side replaces it. A leg that a broker knows of
 * stays as it is.
 */
export function pressed(
  legs: readonly StrategyLeg[],
  facts: LegFacts,
  draft: OrderDraft,
  making: Making,
): readonly StrategyLeg[] {
  const key = legKey(facts);
  const held = legs.find((leg) => legKey(leg) === key);
  if (held && isAdjusted(held)) return legs;
  const others = legs.filter((leg) => leg !== held);
  if (held?.action === draft.side) return others;
  return [...others, newLeg(facts, draft, making)];
}

export const withOrder = (leg: StrategyLeg, draft: OrderDraft, making: Making): StrategyLeg =>
  settled(leg, [...leg.orders, ...ordersOf(draft, making)], making.terms);

/** The same leg where it has no such order (any more). */
const withChange = (
  leg: StrategyLeg,
  id: string,
  terms: PositionTerms,
  change: (order: StrategyOrder) => StrategyOrder | readonly [],
): StrategyLeg =>
  leg.orders.some((order) => order.id === id)
    ? settled(
        leg,
        leg.orders.flatMap((order) => (order.id === id ? change(order) : order)),
        terms,
      )
    : leg;

/** The order with another price and other lots. It stays one order, whatever its size. */
export const withEditedOrder = (
  leg: StrategyLeg,
  id: string,
  { side, lots, price, orderType }: OrderDraft,
  terms: PositionTerms,
): StrategyLeg =>
  withChange(leg, id, terms, (order) => ({
    ...order,
    action: side,
    contracts: lots,
    ltp: price,
    ...(orderType && { orderType }),
  }));

/**
 * What is held, entered at one price: what a trader types over the average means. Exits keep theirs, and so does what was
 * closed before: an order that closed one position and opened the other one becomes two.
 * @param meant of some of its orders, as of one day's
 */
export function withEntry(
  leg: StrategyLeg,
  price: number,
  { newId, terms }: Pick<Making, "newId" | "terms">,
  meant: readonly StrategyOrder[] = leg.orders,
): StrategyLeg {
  let lots = 0;
  /** The lots that each order opened, by id. */
  let entries = new Map<string, number>();
  for (const { id, action, contracts } of meant.toSorted((a, b) => a.time - b.time)) {
    const after = lots + signOf(action) * contracts;
    if (lots * after <= 0) entries = new Map(); // a position begins, or ends
    if (signOf(action) === Math.sign(after)) entries.set(id, Math.min(contracts, Math.abs(after)));
    lots = after;
  }
  const orders = leg.orders.flatMap((order) => {
    const opened = entries.get(order.id);
    if (opened === undefined) return order;
    const exit = { ...order, id: newId(), contracts: order.contracts - opened };
    const entry = { ...order, contracts: opened, ltp: price };
    return exit.contracts > 0 ? [exit, entry] : entry;
  });
  return settled(leg, orders, terms);
}

export const withoutOrder = (leg: StrategyLeg, id: string, terms: PositionTerms): StrategyLeg =>
  withChange(leg, id, terms, () => []);

/** Turns whether the order is left out when the strategy is sent. */
export const withExclusion = (leg: StrategyLeg, id: string, terms: PositionTerms): StrategyLeg =>
  withChange(leg, id, terms, (order) => ({ ...order, exclude: !order.exclude }));

/** Closes the whole position at `price`; a leg without one stays as it is. */
export function exited(leg: StrategyLeg, price: number, making: Making): StrategyLeg {
  if (!leg.action) return leg;
  return withOrder(leg, { side: oppositeOf(leg.action), lots: leg.totalContracts, price }, making);
}

export interface Move {
  /** The old leg, closed, and the new one with as many lots on the same side. */
  readonly legs: readonly [StrategyLeg, StrategyLeg];
  /** What the move brings in, rupees; negative where it costs. */
  readonly credit: number;
}

/**
 * A roll to another expiry or a shift to another strike: out of the leg at one price, into the new contract at another.
 * @param making of either side: the lots of two expiries may differ
 * @param before the leg that was closed in the new contract before: it is opened again, and keeps what it realised
 */
export function moved(
  leg: StrategyLeg,
  target: LegFacts,
  prices: { readonly exit: number; readonly entry: number },
  making: { readonly exit: Making; readonly entry: Making },
  before?: StrategyLeg,
): Move | undefined {
  if (!leg.action || legKey(leg) === legKey(target)) return undefined;
  const lots = leg.totalContracts;
  const draft = { side: leg.action, lots, price: prices.entry };
  const entered = before ? withOrder(before, draft, making.entry) : newLeg(target, draft, making.entry);
  const worth = (side: "exit" | "entry"): number => prices[side] * making[side].terms.unitsPerLot;
  return {
    legs: [exited(leg, prices.exit, making.exit), entered],
    credit: signOf(leg.action) * (worth("exit") - worth("entry")) * lots,
  };
}
