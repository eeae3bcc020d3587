import { useAtom, useAtomValue, useStore } from "jotai";
import { type ReactNode, useMemo } from "react";
import { EmptyState } from "../../../components/feedback/EmptyState.tsx";
import type { LiveSource } from "../../../grid/grid-model.ts";
import type { RowTarget } from "../../../grid/grid-options.ts";
import { LiveGrid } from "../../../grid/LiveGrid.tsx";
import { sortMark } from "../../../kit/table/define-table.ts";
import { useFact } from "../../../state/market/slow-fact.ts";
import { candidateAt } from "../candidate.ts";
import { analyzer } from "../pane.ts";
import type { SortedBy } from "../snapshot.ts";
import type { CandidateRows } from "./candidate-rows.ts";
import { candidatesCsv } from "./candidates-csv.ts";
import { columnsOf, figureColumns } from "./columns.tsx";

const isEmpty = (rows: CandidateRows | undefined): boolean => rows?.rows === 0;

/** The candidates, a row each. React does not render at a new analysis: the grid reads it. */
export function CandidateTable(): ReactNode {
  const pane = analyzer.use();
  const isOptimizing = useAtomValue(pane.isOptimizingAtom);
  const [sort, setSort] = useAtom(pane.sortAtom);
  const hasNone = useFact(pane.rowsAtom, isEmpty);
  const columns = useMemo(() => columnsOf(isOptimizing), [isOptimizing]);
  const table = useTable();
  return (
    <LiveGrid
      label="Candidates"
      columns={columns}
      {...table}
      clicks={1}
      sort={sortMark(sort)}
      onSort={(id) => setSort(({ by, descending }) => ({ by: id as SortedBy, descending: by !== id || !descending }))}
    >
      {hasNone ? <EmptyState message="No candidate passes the filters." /> : undefined}
    </LiveGrid>
  );
}

/** Its rows, and what a press on one does. */
function useTable() {
  const store = useStore();
  const pane = analyzer.use();
  return useMemo(() => {
    const { rowsAtom, selectedAtom, checkedAtom, isOptimizingAtom } = pane;
    /** What the grid shows: the next rows may be there before they are painted. */
    let shown: CandidateRows | undefined;
    const source: LiveSource = {
      read() {
        shown = store.get(rowsAtom);
        return shown;
      },
      subscribe: (listener) => store.sub(rowsAtom, listener),
    };
    const candidateOf = ({ row }: RowTarget) => shown && candidateAt(shown.analysis, row);
    return {
      source,
      onRowAction: (target: RowTarget) => store.set(selectedAtom, candidateOf(target)),
      onUnchoose: () => store.set(selectedAtom, undefined),
      onCheck(target: RowTarget) {
        const candidate = candidateOf(target);
        if (!candidate) return;
        const next = new Map(store.get(checkedAtom));
        if (!next.delete(candidate.name)) next.set(candidate.name, candidate);
        store.set(checkedAtom, next);
      },
      csv: () => (shown ? candidatesCsv(shown.analysis, figureColumns(store.get(isOptimizingAtom))) : ""),
    };
  }, [store, pane]);
}
