/** What a strategy has earned today, at the broker's own prices, and what it still holds. Pure. */
import { contractId } from "#contract/domain/instruments.ts";
import type { Position, Trade } from "#contract/domain/orders/order.ts";
import type { StrategyPart } from "#contract/wire/http/order-bodies.ts";
import type { Leave } from "../entry/exiting.ts";
import type { Placing } from "../intents/intent-request.ts";

export interface Standing {
  /** Rupees, realized and not; undefined where a price or a trade is missing: nothing is done by half a sum. */
  readonly profit: number | undefined;
  /** What it holds, with its sign, priced or not; empty: it is flat. */
  readonly held: readonly Leave[];
  /** Positions lack some of it: they were cut off, or it was closed elsewhere. */
  readonly isCut: boolean;
}

/** @param parts of this strategy alone. */
export function standingOf(parts: readonly StrategyPart[], positions: readonly Position[]): Standing {
  let profit: number | undefined = 0;
  let isCut = false;
  const held: Leave[] = [];
  for (const { symbol, productType, buyQty, buyAvg, sellQty, sellAvg } of parts) {
    const position = positions.find((one) => one.symbol === symbol && one.productType === productType);
    const netQty = buyQty - sellQty;
    const price = netQty === 0 ? 0 : (position?.ltp ?? 0);
    if (position === undefined || (netQty !== 0 && !(price > 0))) profit = undefined;
    else if (profit !== undefined)
      profit += (sellQty * sellAvg - buyQty * buyAvg + netQty * price) * position.multiplier;
    if (netQty === 0) continue;
    if (position === undefined) isCut = true;
    else held.push({ id: position.id, symbol, netQty });
  }
  return { profit, held, isCut };
}

/**
 * Whether a trade that belongs to no order known here may be of one that the strategy sent, and that nobody has confirmed.
 * @param own what is known of the strategy's trades: an exit that names no strategy closes nothing else of it
 * @param unknown trades of orders that are not known here @param unseen orders that the book does not show
 */
export const mayHaveTraded = (
  strategy: string,
  own: readonly Pick<StrategyPart, "symbol">[],
  unknown: readonly Trade[],
  unseen: readonly Placing[],
): boolean =>
  unseen.some(({ kind, order, strategy: of }) =>
    unknown.some(
      ({ side, contract, symbol }) =>
        (of === strategy || (kind === "exit" && of === undefined && own.some((part) => part.symbol === symbol))) &&
        side === order.side &&
        (contract === undefined || contractId(contract) === contractId(order.contract)),
    ),
  );

/** 'stop' or 'target', whichever the profit has reached; undefined: neither. */
export function reached(
  profit: number,
  { stop, target }: { readonly stop: number | null; readonly target: number | null },
): "stop" | "target" | undefined {
  if (stop !== null && profit <= -stop) return "stop";
  return target !== null && profit >= target ? "target" : undefined;
}
