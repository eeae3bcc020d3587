import { useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { GridHandle } from "../../grid/grid-handle.ts";
import type { GridColumn, LiveSource } from "../../grid/grid-model.ts";
import type { RowTarget, TopStyle } from "../../grid/grid-options.ts";
import type { HeaderGroup } from "../../grid/header.tsx";
import { LiveGrid } from "../../grid/LiveGrid.tsx";

import { isFlashingAtom } from "../../kit/pane/flashing.ts";
import { watchStaleness } from "../../kit/pane/staleness.ts";
import { useTrade } from "../../kit/pane/use-trade.ts";

import { useNarrow } from "../../state/media.ts";
import type { PaneState } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { chainSource } from "./chain-source.ts";
import { gridColumns } from "./grid-columns.ts";
import { chain } from "./pane.ts";
import { SideTotals } from "./SideTotals.tsx";
import type { ColumnKey, Snapshot } from "./snapshot.ts";
import { tradeActions, tradeCell } from "./trade-actions.ts";
import { OI_GRAPH } from "./views.ts";

/** Labels of build-ups are short up to this window width. */
const SHORT_LABELS_WIDTH = 1120;
/** Up to this width fewer strikes stand above ATM when the table scrolls to it. */
const NARROW_WIDTH = 860;

const symbolOf = ({ context }: PaneState<Snapshot>): string => context?.symbol ?? "";
/** What the table scrolls to: once a chain and day, not once a tick. */
const placeOf = ({ snapshot, context, clock }: PaneState<Snapshot>): string =>
  snapshot && snapshot.atmRow >= 0
    ? `${context?.symbol} ${context?.expiry} ${clock?.date} ${snapshot.rows} ${snapshot.oiGraph} ${snapshot.columns.length}`
    : "";

/** The chain itself: canvas rows under the sides' totals. React renders it when the view changes, not on a tick. */
export function ChainTable(): ReactNode {
  const pane = chain.use();
  const { stateAtom, viewAtom, viewNameAtom, isInverseAtom, areBarsInvertedAtom } = pane;
  const store = useStore();
  const view = useAtomValue(viewAtom);
  const oiGraph = useAtomValue(viewNameAtom) === OI_GRAPH;
  const isInverse = useAtomValue(isInverseAtom);
  const flip = useSetAtom(isInverseAtom);
  const barsInverted = useAtomValue(areBarsInvertedAtom);
  const shortLabels = useNarrow(SHORT_LABELS_WIDTH);
  const { decimals } = underlyingOf(useSlowFact(stateAtom, symbolOf));
  const isFlashing = useAtomValue(isFlashingAtom);
  const handle = useRef<GridHandle>(null);

  const columns = useMemo(
    () => gridColumns({ view, oiGraph, decimals, barsInverted, shortLabels }),
    [view, oiGraph, decimals, barsInverted, shortLabels],
  );
  const source = useMemo((): LiveSource => {
    const fits = (snapshot: Snapshot): boolean =>
      snapshot.oiGraph === oiGraph && sameColumns(snapshot.columns, view.columns);
    return {
      read() {
        const state = store.get(stateAtom);
        if (!state.snapshot || !fits(state.snapshot)) return undefined;
        return chainSource(state, isInverse, decimals, performance.now());
      },
      subscribe(listener) {
        const ends = [store.sub(stateAtom, listener), watchStaleness(() => store.get(stateAtom), listener)];
        return () => {
          for (const end of ends) end();
        };
      },
    };
  }, [store, stateAtom, oiGraph, view.columns, isInverse, decimals]);
  const groups = useMemo(() => headerGroups(columns), [columns]);
  const top = useTopStyle();
  const trade = useTrade(pane);
  const actions = useMemo(() => tradeActions(trade), [trade]);
  useScrollToMoney(handle);

  return (
    <LiveGrid
      label="Option chain"
      columns={columns}
      source={source}
      groups={groups}
      sort={{ columnId: "strike", direction: isInverse ? "descending" : "ascending" }}
      onSort={flip}
      top={top}
      flashing={isFlashing}
      actions={actions}
      {...(trade && { onTrade: (target: RowTarget, side: "B" | "S") => tradeCell(trade, target, side) })}
      handleRef={handle}
    />
  );
}

const sameColumns = (a: readonly ColumnKey[], b: readonly ColumnKey[]): boolean =>
  a.length === b.length && a.every((key, i) => key === b[i]);

function headerGroups(columns: readonly GridColumn[]): HeaderGroup[] {
  const spine = columns.filter(({ surface }) => surface === "raised").map(({ id }) => id);
  const first = spine[0] ?? "strike";
  const last = spine.at(-1) ?? "strike";
  const ids = columns.map(({ id }) => id);
  const beforeSpine = ids[ids.indexOf(first) - 1];
  const afterSpine = ids[ids.indexOf(last) + 1];
  const groups: HeaderGroup[] = [{ id: "spine", from: first, to: last, raised: true }];
  if (beforeSpine !== undefined && ids[0] !== undefined)
    groups.push({ id: "calls", from: ids[0], to: beforeSpine, align: "left", content: <SideTotals side="call" /> });
  const end = ids.at(-1);
  if (afterSpine !== undefined && end !== undefined)
    groups.push({ id: "puts", from: afterSpine, to: end, align: "right", content: <SideTotals side="put" /> });
  return groups;
}

function useTopStyle(): TopStyle {
  const { topColorsAtom, topStyleAtom } = chain.use();
  const colours = useAtomValue(topColorsAtom);
  const isBackground = useAtomValue(topStyleAtom);
  return useMemo(() => {
    const [first, second, third] = colours;
    const own = first && second && third ? ([first, second, third] as const) : undefined;
    return { outlined: !isBackground, colours: own };
  }, [colours, isBackground]);
}

/** Brings ATM into view whenever the table shows another chain, view or range. */
function useScrollToMoney(handle: { readonly current: GridHandle | null }): void {
  const { stateAtom } = chain.use();
  const store = useStore();
  const place = useSlowFact(stateAtom, placeOf);
  const isNarrow = useNarrow(NARROW_WIDTH);
  useEffect(() => {
    if (place === "") return;
    const row = store.get(stateAtom).snapshot?.atmRow ?? -1;
    if (row >= 0) handle.current?.scrollToRow(row, isNarrow ? 3 : 7);
  }, [place, isNarrow, store, stateAtom, handle]);
}
