import { atom, useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, useMemo, useRef } from "react";
import type { TableSnapshot, TableSort } from "#contract/worker/table.ts";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import type { GridHandle } from "../../grid/grid-handle.ts";
import type { CellAction, RowTarget } from "../../grid/grid-options.ts";
import { LiveGrid } from "../../grid/LiveGrid.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { useEmptyText } from "../pane/empty-text.ts";
import { isFlashingAtom } from "../pane/flashing.ts";
import { useChooseSymbol } from "../pane/use-choose-symbol.ts";
import { strikeFormat } from "../strikes/strike-format.ts";
import { pressed, type Sorting, sortedColumns, sortMark, type TableKind } from "./define-table.ts";
import type { TableState } from "./table-part.ts";
import { liveRows, nameOfRow } from "./table-rows.ts";
import { useRowCursor } from "./use-row-cursor.ts";

interface TablePaneProps<Snapshot extends TableSnapshot, Look> {
  readonly table: TableKind<Snapshot, Look>;
  /** A pane, or one table of a pane with several (`partOf`). */
  readonly pane: TableState<Snapshot>;
  /** What the user has chosen to see. Keep it stable: a new object is a new structure. */
  readonly look: Look;
  /** Stands in the row of groups, over the first columns. Keep it stable. */
  readonly lead?: ReactNode;
  /** A click on a row, or Enter, turns the letter to the symbol that stands in the table's `nameSlot`. */
  readonly turnsLetter?: boolean;
  /** A click on a row, or Enter. @param name what stands in the table's `nameSlot`. */
  readonly onRow?: (name: string) => void;
  /** B or S of a row, by button or key; absent where nothing can be traded. */
  readonly onTrade?: ((name: string, side: "B" | "S") => void) | undefined;
  /** The column whose free left part takes B and S. */
  readonly tradeColumn?: string;
  /** What rows are keyed by: the one under the pointer and the crosshair of the link letter mark each other. */
  readonly crosshair?: "minute" | "strike";
}

const UNSORTED: Pick<Sorting, "choiceAtom" | "isHeldAtom"> = {
  choiceAtom: atom<TableSort>({ by: "", descending: false }),
  isHeldAtom: atom(false),
};
const isEmpty = ({ snapshot }: PaneState<TableSnapshot>): boolean => snapshot?.rows === 0;

/** The table of a screen. React renders it when the user's choices change, not on a tick. */
export function TablePane<Snapshot extends TableSnapshot, Look>(props: TablePaneProps<Snapshot, Look>): ReactNode {
  const { table, pane, look, lead, turnsLetter, onTrade, tradeColumn, crosshair } = props;
  const { stateAtom, sorting } = pane;
  const store = useStore();
  const chooseSymbol = useChooseSymbol();
  const onRow = turnsLetter ? chooseSymbol : props.onRow;
  const { choiceAtom, isHeldAtom } = sorting ?? UNSORTED;
  const [sort, setSort] = useAtom(choiceAtom);
  const by = sorting && sort.by;
  const strikes = useSlowFact(stateAtom, strikeFormat);
  const columns = useMemo(() => {
    const plain = table.columns(look, strikes);
    return by === undefined ? plain : sortedColumns(plain, by);
  }, [table, look, strikes, by]);
  const groups = useMemo(() => table.groups?.(look, lead), [table, look, lead]);
  const source = useMemo(() => liveRows(store, stateAtom, table, look), [store, stateAtom, table, look]);
  const handlers = useMemo(() => {
    const named = (key: number, tell: (name: string) => void): void => {
      const { snapshot } = store.get(stateAtom);
      const { keySlot, nameSlot } = table;
      const name = snapshot && nameSlot !== undefined ? nameOfRow(snapshot, key, keySlot, nameSlot) : undefined;
      if (name !== undefined) tell(name);
    };
    const rowActs = onRow && { onRowAction: ({ key }: RowTarget) => named(key, onRow), clicks: 1 as const };
    if (!onTrade || tradeColumn === undefined) return { ...rowActs };
    const trade = ({ key }: RowTarget, side: "B" | "S"): void => named(key, (name) => onTrade(name, side));
    const actions: readonly CellAction[] = [
      { columnId: tradeColumn, label: "B", title: "Buy", tone: "buy", onPress: (target) => trade(target, "B") },
      { columnId: tradeColumn, label: "S", title: "Sell", tone: "sell", onPress: (target) => trade(target, "S") },
    ];
    return { ...rowActs, onTrade: trade, actions };
  }, [store, stateAtom, table, onRow, onTrade, tradeColumn]);
  const own = useRef<GridHandle>(null);
  const onPointedRow = useRowCursor(crosshair, pane, table.keySlot, own);
  const follow = useMemo(() => (typeof table.follow === "function" ? table.follow(look) : table.follow), [table, look]);
  const isFlashing = useAtomValue(isFlashingAtom);
  const hold = useSetAtom(isHeldAtom);
  const hasNoRows = useSlowFact(stateAtom, isEmpty);
  const emptyText = useEmptyText(stateAtom, typeof table.empty === "function" ? table.empty(look) : table.empty);

  return (
    <LiveGrid
      label={table.label}
      columns={columns}
      source={source}
      {...(groups && { groups })}
      {...(sorting && {
        sort: sortMark(sort),
        onSort: (id: string) => setSort((before) => pressed(before, id, columns)),
        onPointing: hold,
      })}
      follow={follow}
      {...(table.rowHeight !== undefined && { rowHeight: table.rowHeight })}
      flashing={isFlashing}
      {...handlers}
      handleRef={own}
      onPointedRow={onPointedRow}
    >
      {hasNoRows ? <EmptyState message={emptyText} /> : undefined}
    </LiveGrid>
  );
}
