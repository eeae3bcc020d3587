/** Whether users were told of all that they asked for: each to its end, once, and nothing is in the book that nobody asked for. */
import type { IntentState } from "#contract/domain/orders/order.ts";
import type { Press, Trader } from "./trader.ts";

export interface OrderVerdict {
  readonly asked: number;
  /** Taken by the broker. */
  readonly accepted: number;
  /** How it ended was never told over the socket, and it was not refused by the answer itself. */
  readonly untold: readonly string[];
  /** How it ended was told more than once. */
  readonly twice: readonly string[];
  /** Told as placed, and in no reading of the book. */
  readonly lost: readonly string[];
  /** In the book, and told to nobody: a press that went twice. */
  readonly doubled: readonly string[];
}

const ENDS: ReadonlySet<IntentState> = new Set(["placed", "refused", "absent", "void"]);

/** The states that are ends, as they were told. */
const endsOf = ({ told }: Press): IntentState[] =>
  [...told.values()].map(({ state }) => state).filter((state) => ENDS.has(state));

export function judgeOrders(traders: readonly Trader[]): OrderVerdict {
  const presses = traders.flatMap((trader) => [...trader.presses.values()]);
  const words = ({ kind, key, answered, told }: Press): string =>
    `${kind} ${key}: answered ${answered}, told ${[...told.values()].map(({ state }) => state).join(", ") || "nothing"}`;
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const { presses: own, seen } of traders) {
    const ids = new Set<string>();
    for (const { kind, told } of own.values())
      for (const { state, orderId } of told.values())
        if (kind === "place" && state === "placed" && orderId !== null) ids.add(orderId);
    lost.push(...[...ids].filter((id) => !seen.has(id)));
    doubled.push(...[...seen].filter((id) => !ids.has(id)));
  }
  return {
    asked: presses.length,
    accepted: presses.filter((press) => endsOf(press).at(-1) === "placed").length,
    untold: presses.filter((press) => endsOf(press).length === 0 && !press.isRefusedHere).map(words),
    twice: presses.filter((press) => endsOf(press).length > 1).map(words),
    lost,
    doubled,
  };
}
