import { useAtomValue, useSetAtom, useStore } from "jotai";
import { type ComponentProps, type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { type ChainSnapshot, STRIKE } from "#contract/domain/snapshots/chain-table.ts";
import type { GridHandle } from "../../grid/grid-handle.ts";
import type { GridColumn, LiveSource, Side } from "../../grid/grid-model.ts";
import { backgroundTops, type RowTarget, type TopStyle } from "../../grid/grid-options.ts";
import type { HeaderGroup } from "../../grid/header.tsx";
import { LiveGrid } from "../../grid/LiveGrid.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { pricingAtom } from "../../state/saved/preferences.ts";
import { useDecimals } from "../pane/figures/use-decimals.ts";
import { isFlashingAtom } from "../pane/flashing.ts";
import { followFigures } from "../pane/staleness.ts";
import { useTrade } from "../pane/trade/use-trade.ts";
import { strikeFormat } from "../strikes/strike-format.ts";
import { useRowCursor } from "../table/use-row-cursor.ts";
import type { ChainPane } from "./chain-atoms.ts";
import { chainSource } from "./chain-source.ts";
import { gridColumns, type TableShape, tradedColumn } from "./grid-columns.ts";
import { SideTotals } from "./SideTotals.tsx";
import { tradeActions, tradeCell } from "./trade-actions.ts";

/** Labels of build-ups are short up to this window width. */
const SHORT_LABELS_WIDTH = 1120;
/** Up to this width fewer strikes stand above ATM when the table scrolls to it. */
const NARROW_WIDTH = 860;

/** Of some recorded days the spot alone is known. */
const emptyOf = ({ snapshot }: PaneState<ChainSnapshot>): string | undefined =>
  snapshot?.rows === 0 ? "This chain has no strikes." : undefined;
/** What the table scrolls to: once a chain and day, not once a tick. */
const placeOf = ({ snapshot, context, clock }: PaneState<ChainSnapshot>): string =>
  snapshot && snapshot.atmRow >= 0
    ? `${context?.symbol} ${context?.expiry} ${clock?.date} ${snapshot.rows} ${snapshot.oiGraph} ${snapshot.columns.length} ${isTurned(snapshot)}`
    : "";
/** The highest strike is on top. */
const isTurned = ({ values, slots }: ChainSnapshot): boolean => values[STRIKE]! > values[slots + STRIKE]!;

interface ChainTableProps {
  readonly pane: ChainPane;
  /** What the snapshot has to hold, so that it is not painted under another view's headers. Keep it stable. */
  readonly shape: TableShape;
  /** Only some of the strikes are shown. */
  readonly isRange: boolean;
  readonly top?: TopStyle;
  /** Calls in the colour of puts, and puts in that of calls. */
  readonly sidesSwapped?: boolean;
  /** The sum of a side's volumes; default 'Vol'. */
  readonly volume?: string;
  /** A header other than the strike's was pressed: its column's id. Keep it stable. */
  readonly onHeader?: (columnId: string) => void;
}

/** The chain itself: canvas rows under the sides' totals. React renders it when the view changes, not on a tick. */
export function ChainTable(props: ChainTableProps): ReactNode {
  const { pane, shape, isRange, top = backgroundTops, sidesSwapped = false, volume = "Vol", onHeader } = props;
  const { stateAtom, isInverseAtom, areBarsInvertedAtom, fitRowsAtom } = pane;
  const store = useStore();
  const isInverse = useAtomValue(isInverseAtom);
  const flip = useSetAtom(isInverseAtom);
  const fit = useSetAtom(fitRowsAtom);
  const barsInverted = useAtomValue(areBarsInvertedAtom);
  const shortLabels = useNarrow(SHORT_LABELS_WIDTH);
  const decimals = useDecimals(pane);
  const strikes = useSlowFact(stateAtom, strikeFormat);
  const isFlashing = useAtomValue(isFlashingAtom);
  const { forward: isForward } = useAtomValue(pricingAtom);
  const handle = useRef<GridHandle>(null);
  const shareRow = useRowCursor("strike", pane, STRIKE, handle);
  const tipped = useRef<HTMLDivElement>(null);
  const onPointedRow = useCallback(
    (strike: number | undefined) => {
      shareRow?.(strike);
      void tell(tipped.current, store.get(stateAtom).snapshot, strike);
    },
    [shareRow, store, stateAtom],
  );

  const columns = useMemo(
    () => gridColumns({ ...shape, decimals, strikes, barsInverted, shortLabels, isForward }),
    [shape, decimals, strikes, barsInverted, shortLabels, isForward],
  );
  const source = useMemo(
    (): LiveSource => ({
      read() {
        const state = store.get(stateAtom);
        const { snapshot } = state;
        return snapshot?.oiGraph === shape.oiGraph && snapshot.columns.join() === shape.columns.join()
          ? chainSource(state, isInverse, decimals, performance.now())
          : undefined;
      },
      subscribe: (listener) => followFigures(store, stateAtom, listener),
    }),
    [store, stateAtom, shape, isInverse, decimals],
  );
  const groups = useMemo(() => headerGroups(columns, { pane, isRange, volume }), [columns, pane, isRange, volume]);
  const trade = useTrade(pane);
  const actions = useMemo(() => tradeActions(trade, tradedColumn(shape)), [trade, shape]);
  useScrollToMoney(pane, handle);

  return (
    <div ref={tipped} data-sides-swapped={sidesSwapped}>
      <LiveGrid
        label="Option chain"
        columns={columns}
        source={source}
        groups={groups}
        sort={{ columnId: "strike", direction: isInverse ? "descending" : "ascending" }}
        onSort={(columnId) => (columnId === "strike" ? flip() : onHeader?.(columnId))}
        onFit={fit}
        top={top}
        sidesSwapped={sidesSwapped}
        flashing={isFlashing}
        actions={actions}
        {...(trade && { onTrade: (target: RowTarget, side: "B" | "S") => tradeCell(trade, target, side) })}
        handleRef={handle}
        onPointedRow={onPointedRow}
      >
        {useSlowFact(stateAtom, emptyOf)}
      </LiveGrid>
    </div>
  );
}

/** The tip of a pointed strike of the OI graph; no part of the first figures. */
async function tell(
  element: HTMLElement | null,
  snapshot: ChainSnapshot | undefined,
  strike: number | undefined,
): Promise<void> {
  const { graphTip } = snapshot?.oiGraph ? await import("./graph-tip.ts") : {};
  if (element) element.title = snapshot && graphTip ? graphTip(snapshot, strike) : "";
}

function headerGroups(
  columns: readonly GridColumn[],
  totals: Omit<ComponentProps<typeof SideTotals>, "side">,
): HeaderGroup[] {
  const ids = columns.map(({ id }) => id);
  const spine = ids.filter((_, i) => columns[i]!.surface === "raised");
  const first = spine[0]!;
  const last = spine.at(-1)!;
  const groups: HeaderGroup[] = [{ id: "spine", from: first, to: last, raised: true }];
  const add = (id: string, from: string | undefined, to: string | undefined, side: Side): void => {
    const align = side === "call" ? "left" : "right";
    const content = <SideTotals side={side} {...totals} />;
    if (from !== undefined && to !== undefined) groups.push({ id, from, to, align, content });
  };
  add("calls", ids[0], ids[ids.indexOf(first) - 1], "call");
  add("puts", ids[ids.indexOf(last) + 1], ids.at(-1), "put");
  return groups;
}

/** Brings ATM into view whenever the table shows another chain, view or range. */
function useScrollToMoney({ stateAtom }: ChainPane, handle: { readonly current: GridHandle | null }): void {
  const store = useStore();
  const place = useSlowFact(stateAtom, placeOf);
  const isNarrow = useNarrow(NARROW_WIDTH);
  useEffect(() => {
    if (place === "") return;
    const row = store.get(stateAtom).snapshot?.atmRow ?? -1;
    if (row >= 0) handle.current?.scrollToRow(row, isNarrow ? 3 : 7);
  }, [place, isNarrow, store, stateAtom, handle]);
}
