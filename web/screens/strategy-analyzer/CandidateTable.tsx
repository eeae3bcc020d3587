import { useAtom, useAtomValue } from "jotai";
import {
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { formats } from "../../format/format.ts";
import type { CsvElement } from "../../kit/csv/csv-files.ts";
import { useDecimals } from "../../kit/pane/use-decimals.ts";
import { toneOf } from "../../kit/strategy/figures/figure-rows.ts";
import { LegName } from "../../kit/strategy/legs/LegName.tsx";
import styles from "./analyzer.module.css";
import { type Candidate, candidateAt, rowOf } from "./candidate.ts";
import { candidatesCsv } from "./candidates-csv.ts";
import { COLUMNS, type Column } from "./columns.ts";
import { analyzer } from "./pane.ts";
import type { Analysis, SortedBy } from "./snapshot.ts";

const ROW = 24;
/** Rows made above and below those that are seen. */
const MARGIN = 8;
/** Before its height is known. */
const FIRST_HEIGHT = 720;

/** The candidates, a row each; of thousands only those that are seen are made. */
export function CandidateTable({ analysis }: { readonly analysis: Analysis }): ReactNode {
  const pane = analyzer.use();
  const isOptimizing = useAtomValue(pane.isOptimizingAtom);
  const [selected, select] = useAtom(pane.selectedAtom);
  const columns = useMemo(() => COLUMNS.filter((column) => isOptimizing || !column.isOfTarget), [isOptimizing]);
  const id = useId();
  const scroller = useRef<CsvElement & HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: FIRST_HEIGHT });
  const at = useMemo(() => (selected ? rowOf(analysis, selected.name) : -1), [analysis, selected]);

  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const measure = (): void => setView({ top: current.scrollTop, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (scroller.current) scroller.current.csvHandle = () => candidatesCsv(analysis, columns);
  }, [analysis, columns]);

  const first = Math.max(Math.floor(view.top / ROW) - MARGIN, 0);
  const last = Math.min(Math.ceil((view.top + view.height) / ROW) + MARGIN, analysis.rows);

  function goTo(row: number): void {
    if (analysis.rows === 0) return;
    const next = Math.min(Math.max(row, 0), analysis.rows - 1);
    select(candidateAt(analysis, next));
    const { current } = scroller;
    if (!current) return;
    const seen = current.clientHeight - ROW; // the heading stands over the first row
    if (next * ROW < current.scrollTop) current.scrollTop = next * ROW;
    else if ((next + 1) * ROW > current.scrollTop + seen) current.scrollTop = (next + 1) * ROW - seen;
  }

  const { checkedAtom } = pane;
  const [checked, setChecked] = useAtom(checkedAtom);
  function check(candidate: Candidate): void {
    const next = new Map(checked);
    if (!next.delete(candidate.name)) next.set(candidate.name, candidate);
    setChecked(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(Math.floor(view.height / ROW) - 2, 1);
    const target = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: analysis.rows,
    }[event.key];
    if (target !== undefined) goTo(target);
    else if (event.key === " " && selected) check(selected);
    else if (event.key === "Escape") select(undefined);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={scroller}
      data-csv="candidates"
      className={styles["scroller"]}
      onScroll={({ currentTarget }: UIEvent<HTMLDivElement>) =>
        setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <table
        className={styles["table"]}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen by key, and a table alone has no such row
        role="grid"
        aria-label="Candidates"
        aria-rowcount={analysis.rows + 1}
        aria-multiselectable="true"
        tabIndex={0}
        aria-activedescendant={at >= first && at < last ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
      >
        <Heading columns={columns} />
        <tbody>
          <Space rows={first} columns={columns.length + 2} />
          {Array.from({ length: Math.max(last - first, 0) }, (_, i) => {
            const row = first + i;
            const candidate = candidateAt(analysis, row);
            return (
              <Row
                key={candidate.name}
                id={`${id}-${row}`}
                analysis={analysis}
                row={row}
                candidate={candidate}
                columns={columns}
                isChecked={checked.has(candidate.name)}
                isSelected={row === at}
                onCheck={check}
                onSelect={select}
              />
            );
          })}
          <Space rows={analysis.rows - last} columns={columns.length + 2} />
        </tbody>
      </table>
      {analysis.rows === 0 ? <p className={styles["none"]}>No candidate passes the filters.</p> : undefined}
    </div>
  );
}

/** In the place of rows that are not seen. */
function Space({ rows, columns }: { readonly rows: number; readonly columns: number }): ReactNode {
  if (rows <= 0) return undefined;
  return (
    <tr>
      <td colSpan={columns} style={{ height: rows * ROW }} />
    </tr>
  );
}

function Heading({ columns }: { readonly columns: readonly Column[] }): ReactNode {
  const [sort, setSort] = useAtom(analyzer.use().sortAtom);
  const press = (by: SortedBy): void => setSort({ by, descending: sort.by === by ? !sort.descending : true });
  return (
    <thead>
      <tr>
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
    </thead>
  );
}

interface RowProps {
  readonly id: string;
  readonly analysis: Analysis;
  readonly row: number;
  readonly candidate: Candidate;
  readonly columns: readonly Column[];
  readonly isChecked: boolean;
  readonly isSelected: boolean;
  readonly onCheck: (candidate: Candidate) => void;
  readonly onSelect: (candidate: Candidate) => void;
}

function Row(props: RowProps): ReactNode {
  const { id, analysis, row, candidate, columns, isChecked, isSelected, onCheck, onSelect } = props;
  const spot = useDecimals(analyzer.use()) === 4 ? formats.price4 : formats.whole;
  return (
    <tr
      id={id}
      aria-rowindex={row + 2}
      aria-selected={isSelected}
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
      <td>
        {candidate.legs.map((leg) => (
          <LegName key={`${leg.strike}${leg.type}`} leg={leg} />
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
