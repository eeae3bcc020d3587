/** Positions of the day by the strategy that they were traded for; the rest of each is without one. Pure. */
import { realizedPnl } from "#contract/domain/orders/pnl.ts";
import type { PositionBody, StrategyPart } from "#contract/wire/http/order-bodies.ts";

export interface StrategyGroup {
  /** The id of a strategy; '' for what is without one. */
  readonly strategy: string;
  /** Their `realized_profit` is right: profits of a position's parts add up to those of the position. */
  readonly positions: readonly PositionBody[];
}

/**
 * Strategies in the order of their first trade, then what is without one.
 * @param tellsRealized realized P&L of a position is the broker's own figure
 */
export function strategyGroups(
  positions: readonly PositionBody[],
  parts: readonly StrategyPart[],
  tellsRealized: boolean,
): readonly StrategyGroup[] {
  const groups = new Map<string, PositionBody[]>();
  const rest: PositionBody[] = [];
  for (const { strategy } of parts) groups.set(strategy, []);
  for (const one of positions) {
    const realized_profit = tellsRealized ? one.realized_profit : realizedPnl(one, one.multiplier);
    const position = { ...one, realized_profit };
    const own = parts.filter(
      ({ symbol, productType }) => symbol === position.symbol && productType === position.productType,
    );
    const shares = own.map((part) => shareOf(position, part));
    for (const [i, share] of shares.entries()) groups.get(own[i]?.strategy ?? "")?.push(share);
    const left = own.length === 0 ? position : leftOf(position, shares);
    if (left.netQty !== 0 || left.buyQty > 0 || left.sellQty > 0) rest.push(left);
  }
  return [
    ...Array.from(groups, ([strategy, of]) => ({ strategy, positions: of })),
    { strategy: "", positions: rest },
  ].filter((group) => group.positions.length > 0);
}

/** Names of kept strategies by id; undefined until they are known. */
export type StrategyNames = ReadonlyMap<string, string> | undefined;

/**
 * What a strategy is called, the same wherever it is named: what is not kept, or kept under another's name, too, has the end of
 * its id.
 */
export function strategyName(id: string, names: StrategyNames): string {
  if (id === "") return "Without a strategy";
  const end = `(${id.slice(-4)})`;
  if (names === undefined) return `Strategy ${end}`;
  const name = names.get(id);
  if (name === undefined) return `A strategy that is not saved ${end}`;
  const isShared = [...names.values()].filter((one) => one === name).length > 1;
  return isShared ? `${name} ${end}` : name;
}

export interface StrategyExit {
  /** Of the broker's positions, each with as much as is the strategy's. */
  readonly positions: readonly PositionBody[];
  /** How many stay: other strategies hold the other side of them, so that the broker has nothing to close. */
  readonly offset: number;
}

/** What closes a strategy. @param positions as the broker has them */
export function exitOf(group: StrategyGroup, positions: readonly PositionBody[]): StrategyExit {
  const held = group.positions.filter(({ netQty }) => netQty !== 0);
  const closed = held.flatMap(({ symbol, productType, netQty, side }) => {
    const whole = positions.find((one) => one.symbol === symbol && one.productType === productType);
    const isThere = whole && Math.sign(whole.netQty) === side && Math.abs(whole.netQty) >= Math.abs(netQty);
    return isThere ? [{ ...whole, netQty, side }] : [];
  });
  return { positions: closed, offset: held.length - closed.length };
}

function shareOf(position: PositionBody, { strategy, buyQty, buyAvg, sellQty, sellAvg }: StrategyPart): PositionBody {
  const netQty = buyQty - sellQty;
  const avgPrice = netQty === 0 ? 0 : netQty > 0 ? buyAvg : sellAvg;
  const share = {
    ...position,
    ...{ id: `${position.id} ${strategy}`, netQty, avgPrice, netAvg: avgPrice, buyQty, buyAvg, sellQty, sellAvg },
    side: netQty < 0 || (netQty === 0 && sellQty > buyQty) ? (-1 as const) : (1 as const),
  };
  return { ...share, realized_profit: realizedPnl(share, position.multiplier) };
}

/** Money that came in less money that went out, rupees a multiplier: with the price now it is the profit. */
const cashOf = ({ realized_profit, multiplier, netQty, avgPrice }: PositionBody): number =>
  realized_profit / multiplier - netQty * avgPrice;

/** The rest has the profit that the parts leave over: its average follows from that, carried positions included. */
function leftOf(position: PositionBody, shares: readonly PositionBody[]): PositionBody {
  const { multiplier } = position;
  const sum = (of: (share: PositionBody) => number): number => shares.reduce((total, share) => total + of(share), 0);
  const left = (
    total: number,
    average: number,
    qtyOf: (one: PositionBody) => number,
    avgOf: (one: PositionBody) => number,
  ) => {
    const qty = Math.max(total - sum(qtyOf), 0);
    return { qty, avg: qty === 0 ? 0 : (total * average - sum((share) => qtyOf(share) * avgOf(share))) / qty };
  };
  const bought = left(
    position.buyQty,
    position.buyAvg,
    ({ buyQty }) => buyQty,
    ({ buyAvg }) => buyAvg,
  );
  const sold = left(
    position.sellQty,
    position.sellAvg,
    ({ sellQty }) => sellQty,
    ({ sellAvg }) => sellAvg,
  );
  const netQty = position.netQty - sum((share) => share.netQty);
  const rest = {
    ...position,
    ...{ netQty, buyQty: bought.qty, buyAvg: bought.avg, sellQty: sold.qty, sellAvg: sold.avg },
    side: netQty < 0 ? (-1 as const) : (1 as const),
  };
  const cash = cashOf(position) - sum(cashOf);
  if (netQty === 0) return { ...rest, avgPrice: 0, netAvg: 0, realized_profit: cash * multiplier };
  const realized_profit = realizedPnl(rest, multiplier);
  const avgPrice = (realized_profit / multiplier - cash) / netQty;
  return { ...rest, avgPrice, netAvg: avgPrice, realized_profit };
}
