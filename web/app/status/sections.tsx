import type { ReactNode } from "react";
import styles from "./status.module.css";

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className={styles["section"]} aria-label={title}>
      <h2 className={styles["sectionTitle"]}>{title}</h2>
      {children}
    </section>
  );
}

interface Row {
  readonly key: string;
  /** Of the second cell, which says how it is. */
  readonly tone?: "ok" | "danger" | undefined;
  readonly cells: readonly string[];
  /** The row's explanation, shown under the pointer. */
  readonly title?: string | undefined;
}

type TableProps = {
  readonly head: readonly string[];
  readonly rows: readonly Row[];
  /** In place of no rows. */
  readonly empty?: string;
};

export function Table({ head, rows, empty }: TableProps): ReactNode {
  if (rows.length === 0) return <p className={styles["empty"]}>{empty}</p>;
  return (
    <table className={styles["table"]}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, tone, cells, title }) => (
          <tr key={key} data-tone={tone} title={title}>
            {cells.map((cell, column) => (
              // Cells have no identity but their column.
              <td key={head[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names and their figures, in columns as wide as the page allows. */
export function Figures({ rows }: { readonly rows: readonly (readonly [name: string, figure: string])[] }): ReactNode {
  return (
    <dl className={styles["figures"]}>
      {rows.map(([name, figure]) => (
        <div key={name} className={styles["figure"]}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
