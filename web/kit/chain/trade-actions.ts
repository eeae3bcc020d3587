/** B and S of the chain: buttons in both sides' price cells, and keys on any cell of a side. */
import type { CellAction, RowTarget } from "../../grid/grid-options.ts";
import type { Trade } from "../pane/trade/trade.ts";
import { columnId } from "./grid-columns.ts";

const SIDES = [
  { side: "call", type: "CE", name: "call" },
  { side: "put", type: "PE", name: "put" },
] as const;
const ACTIONS = [
  { label: "B", tone: "buy", verb: "Buy" },
  { label: "S", tone: "sell", verb: "Sell" },
] as const;

const NONE: readonly CellAction[] = [];

/**
 * A row's key is its strike, in rupees.
 * @param column whose cells they stand in, as `tradedColumn` names it
 */
export function tradeActions(trade: Trade | undefined, column = "LTP"): readonly CellAction[] {
  if (!trade) return NONE;
  return SIDES.flatMap(({ side, type, name }) =>
    ACTIONS.map(({ label, tone, verb }) => ({
      columnId: columnId(side, column),
      label,
      title: `${verb} the ${name}`,
      tone,
      onPress: ({ key }: RowTarget) => trade(key, type, label),
    })),
  );
}

/** The option of a cell; a cell of the spine has none. */
export function tradeCell(trade: Trade, { columnId: id, key }: RowTarget, side: "B" | "S"): void {
  if (id.startsWith("ce:")) trade(key, "CE", side);
  else if (id.startsWith("pe:")) trade(key, "PE", side);
}
