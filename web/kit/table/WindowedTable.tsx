import { type FocusEvent, Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { classNames } from "../../components/class-names.ts";
import { ScrollRegion } from "../../components/controls/ScrollRegion.tsx";
import { type RowList, topOf, useVisibleRows } from "../../components/visible-rows.ts";
import type { CsvElement } from "../csv/csv-files.ts";
import styles from "./windowed-table.module.css";

interface WindowedTableProps {
  readonly label: string;
  /** The tables of its CSV file, and what writes it; '' where there is nothing. */
  readonly csv: { readonly name: string; readonly text: () => string };
  readonly list: RowList;
  /** Rows as they are counted aloud, where they are more than those of the list. Heading and total count, too. */
  readonly rowCount?: number;
  /** Cells of a row. */
  readonly columns: number;
  readonly className: string | undefined;
  /** A row of headers, of at most 24 CSS pixels. */
  readonly head: ReactNode;
  /** A row of totals, of at most 32. */
  readonly foot?: ReactNode;
  /** A `tr` with `data-row`, and others that belong to it. */
  readonly row: (row: number) => ReactNode;
  /** Under the table. */
  readonly children?: ReactNode;
}

/**
 * A long table of elements, for rows with buttons in them; figures alone go into a grid. What stands in the page costs each of
 * its frames: only rows in the window are there, and the one with the keyboard in it.
 */
export function WindowedTable(props: WindowedTableProps): ReactNode {
  const { label, csv, list, columns, className, head, foot, row, children } = props;
  const scroller = useRef<HTMLElement & CsvElement>(null);
  const { first, end } = useVisibleRows(scroller, list);
  const [focused, focus] = useState(-1);
  useEffect(() => {
    if (scroller.current) scroller.current.csvHandle = csv.text;
  }, [csv]);

  function onFocus({ target }: FocusEvent): void {
    const place = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
    focus(place === undefined ? -1 : Number(place));
  }

  const shown = Array.from({ length: Math.max(end - first, 0) }, (_, i) => first + i);
  if (focused >= 0 && focused < first) shown.unshift(focused);
  else if (focused >= end && focused < list.count) shown.push(focused);
  const gap = (from: number, to: number): ReactNode => (
    <Gap height={topOf(to, list) - topOf(from, list)} columns={columns} />
  );
  return (
    <ScrollRegion
      ref={scroller}
      className={styles["scroller"]}
      data-csv={csv.name}
      onFocus={onFocus}
      onBlur={() => focus(-1)}
      label={label}
    >
      <table
        className={classNames(styles["table"], className)}
        aria-rowcount={props.rowCount ?? list.count + (foot === undefined ? 1 : 2)}
      >
        <thead>{head}</thead>
        <tbody>
          {shown.map((at, nth) => (
            <Fragment key={at}>
              {gap((shown[nth - 1] ?? -1) + 1, at)}
              {row(at)}
            </Fragment>
          ))}
          {gap((shown.at(-1) ?? -1) + 1, list.count)}
        </tbody>
        {foot === undefined ? undefined : <tfoot>{foot}</tfoot>}
      </table>
      {children}
    </ScrollRegion>
  );
}

/** In the place of rows that are not in the page, so that the scroll bar is true. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }): ReactNode {
  if (height <= 0) return undefined;
  return (
    <tr className={styles["gap"]} data-gap="">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
