import { Fragment, type ReactNode } from "react";
import { classNames } from "../../../components/class-names.ts";
import { ScrollRegion } from "../../../components/controls/ScrollRegion.tsx";
import styles from "../dashboard.module.css";

export interface BookColumn<Row> {
  readonly header: string;
  /** Pixels: from the widest figure it may hold. */
  readonly width: number;
  readonly isFigure?: true;
  readonly cell: (row: Row) => ReactNode;
}

/** A column of figures. */
export const figure = <Row,>(header: string, width: number, cell: BookColumn<Row>["cell"]): BookColumn<Row> => ({
  ...{ header, width, cell },
  isFigure: true,
});

interface BookTableProps<Row> {
  readonly label: string;
  readonly columns: readonly BookColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Rows of one group follow each other, under its heading. */
  readonly groups?: { readonly of: (row: Row) => string; readonly heading: (row: Row) => ReactNode };
  /** The last row, by header. */
  readonly totals?: Readonly<Record<string, ReactNode>>;
  /** What stands in place of rows when there are none. */
  readonly empty: string;
}

/** One of the broker's lists: tens of rows, in plain cells. */
export function BookTable<Row>({ label, columns, rows, keyOf, groups, totals, empty }: BookTableProps<Row>): ReactNode {
  return (
    <ScrollRegion className={styles["scroller"]} label={label}>
      <table className={styles["table"]} style={{ minWidth: columns.reduce((sum, { width }) => sum + width, 0) }}>
        <colgroup>
          {columns.map(({ header, width }) => (
            <col key={header} style={{ width }} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ header, isFigure }) => (
              <th key={header} scope="col" className={isFigure && styles["figure"]}>
                {header.startsWith("(") ? <span className="visually-hidden">{header.slice(1, -1)}</span> : header}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <Fragment key={keyOf(row)}>
              {groups && (i === 0 || groups.of(rows[i - 1]!) !== groups.of(row)) ? (
                <tr>
                  <td colSpan={columns.length + 1} className={styles["heading"]}>
                    {groups.heading(row)}
                  </td>
                </tr>
              ) : undefined}
              <tr>
                {columns.map(({ header, isFigure, cell }) => (
                  <td key={header} className={classNames(isFigure && styles["figure"])}>
                    {cell(row)}
                  </td>
                ))}
                <td />
              </tr>
            </Fragment>
          ))}
          {rows.length > 0 ? undefined : (
            <tr>
              <td colSpan={columns.length + 1} className={styles["none"]}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
        {totals === undefined ? undefined : (
          <tfoot>
            <tr>
              {columns.map(({ header, isFigure }, i) => (
                <td key={header} className={classNames(isFigure && styles["figure"])}>
                  {totals[header] ?? (i === 0 ? "Total" : undefined)}
                </td>
              ))}
              <td />
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  );
}
