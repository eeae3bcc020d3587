import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { type CellFormat, formats } from "../../format/format.ts";
import { useDecimals } from "../../kit/pane/use-decimals.ts";
import { toneOf } from "../../kit/strategy/figures/figure-rows.ts";
import { LegName } from "../../kit/strategy/legs/LegName.tsx";
import { WindowedTable } from "../../kit/table/WindowedTable.tsx";
import styles from "./analyzer.module.css";
import { type Candidate, candidateAt, rowOf } from "./candidate.ts";
import { candidatesCsv } from "./candidates-csv.ts";
import { COLUMNS, type Column } from "./columns.ts";
import { analyzer } from "./pane.ts";
import type { Analysis, SortedBy } from "./snapshot.ts";

/** CSS pixels, as in the style sheet. */
const ROW_HEIGHT = 24;
/** Rows that come and go together. */
const STEP = 2;

/** The candidates, a row each. */
export function CandidateTable({ analysis }: { readonly analysis: Analysis }): ReactNode {
  const pane = analyzer.use();
  const isOptimizing = useAtomValue(pane.isOptimizingAtom);
  const [selected, select] = useAtom(pane.selectedAtom);
  const [checked, setChecked] = useAtom(pane.checkedAtom);
  const columns = useMemo(() => COLUMNS.filter((column) => isOptimizing || !column.isOfTarget), [isOptimizing]);
  const csv = useMemo(
    () => ({ name: "candidates", text: () => candidatesCsv(analysis, columns) }),
    [analysis, columns],
  );
  const spot = useDecimals(pane) === 4 ? formats.price4 : formats.whole;
  const at = useMemo(() => (selected ? rowOf(analysis, selected) : -1), [analysis, selected]);

  function check(candidate: Candidate): void {
    const next = new Map(checked);
    if (!next.delete(candidate.name)) next.set(candidate.name, candidate);
    setChecked(next);
  }

  function press(key: string): boolean {
    if (key === " " && selected) check(selected);
    else if (key === "Escape") select(undefined);
    else return false;
    return true;
  }

  return (
    <WindowedTable
      label="Candidates"
      csv={csv}
      list={{ rowHeight: ROW_HEIGHT, count: analysis.rows, step: STEP }}
      columns={columns.length + 2}
      className={styles["table"]}
      choice={{ at, choose: (row) => select(candidateAt(analysis, row)), press }}
      head={<Heading columns={columns} />}
      row={(row, id) => {
        const candidate = candidateAt(analysis, row);
        return (
          <Row
            id={id}
            analysis={analysis}
            row={row}
            candidate={candidate}
            columns={columns}
            spot={spot}
            isChecked={checked.has(candidate.name)}
            isSelected={row === at}
            onCheck={check}
            onSelect={select}
          />
        );
      }}
    >
      {analysis.rows === 0 ? <p className={styles["none"]}>No candidate passes the filters.</p> : undefined}
    </WindowedTable>
  );
}

function Heading({ columns }: { readonly columns: readonly Column[] }): ReactNode {
  const [sort, setSort] = useAtom(analyzer.use().sortAtom);
  const press = (by: SortedBy): void => setSort({ by, descending: sort.by === by ? !sort.descending : true });
  return (
    <tr aria-rowindex={1}>
      <th className={styles["name"]}>Strategy</th>
      <th className={styles["legs"]}>
        Strikes: <b data-side="buy">B</b> buy, <b data-side="sell">S</b> sell
      </th>
      {columns.map(({ id, header, title, sortedBy }) => {
        const isSorted = sort.by === sortedBy;
        const direction = sort.descending ? "descending" : "ascending";
        return (
          <th key={id} className={styles[id]} aria-sort={isSorted ? direction : undefined} title={title}>
            {sortedBy === undefined ? (
              header
            ) : (
              <button type="button" onClick={() => press(sortedBy)}>
                {header}
                {isSorted ? <span aria-hidden="true">{sort.descending ? " ↓" : " ↑"}</span> : undefined}
              </button>
            )}
          </th>
        );
      })}
    </tr>
  );
}

interface RowProps {
  readonly id: string;
  readonly analysis: Analysis;
  readonly row: number;
  readonly candidate: Candidate;
  readonly columns: readonly Column[];
  readonly spot: CellFormat;
  readonly isChecked: boolean;
  readonly isSelected: boolean;
  readonly onCheck: (candidate: Candidate) => void;
  readonly onSelect: (candidate: Candidate) => void;
}

function Row(props: RowProps): ReactNode {
  const { id, analysis, row, candidate, columns, spot, isChecked, isSelected, onCheck, onSelect } = props;
  return (
    <tr
      id={id}
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      data-row={row}
      data-rule={row % 5 === 0}
      onClick={() => onSelect(candidate)}
    >
      <td className={styles["name"]}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={candidate.name}
          checked={isChecked}
          onChange={() => onCheck(candidate)}
          onClick={(event) => event.stopPropagation()}
        />
        {candidate.kind}
      </td>
      <td className={styles["legs"]}>
        {candidate.legs.map((leg, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the row shows other legs with the next analysis, in the same elements
          <LegName key={nth} leg={leg} />
        ))}
      </td>
      {columns.map(({ id: column, text, tip, toneBy }) => (
        <td
          key={column}
          className={styles[column]}
          data-tone={toneBy ? toneOf(analysis[toneBy][row]!) : undefined}
          title={tip?.(analysis, row)}
        >
          {text(analysis, row, spot)}
        </td>
      ))}
    </tr>
  );
}
