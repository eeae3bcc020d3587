import type { ReactNode } from "react";
import { ScrollRegion } from "../../components/controls/ScrollRegion.tsx";
import type { Tone } from "../../components/tone.ts";
import styles from "./side-panel.module.css";

/** A figure as text, or with its colour. */
export type Figure = string | { readonly text: string; readonly tone?: Tone };

export interface FigureRow {
  /** Stays with the row; default its label. */
  readonly key?: string | number;
  readonly label: string;
  /** As many as there are heads after the first. */
  readonly figures: readonly Figure[];
  /** A sum of the rows above. */
  readonly isTotal?: boolean;
}

interface FigureTableProps {
  /** Over the labels and over each figure; absent: labels and figures alone. */
  readonly head?: readonly string[];
  readonly rows: readonly FigureRow[];
  /** Accessible name of a table that takes the room that is left and scrolls; its last rows are in view. */
  readonly scrolls?: string;
}

/** A few rows of figures that change by the minute: an HTML table. More rows, or ticks, are a `TablePane`. */
export function FigureTable({ head, rows, scrolls }: FigureTableProps): ReactNode {
  const table = (
    <table className={styles["figures"]}>
      {head === undefined ? undefined : (
        <thead>
          <tr>
            {head.map((words) => (
              <th key={words} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ key, label, figures, isTotal = false }) => (
          <tr key={key ?? label} data-total={isTotal || undefined}>
            <th scope="row">{label}</th>
            {figures.map((figure, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a figure is its column
              <FigureCell key={i} figure={figure} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (scrolls === undefined) return table;
  return (
    <ScrollRegion className={styles["scroll"]} label={scrolls}>
      {table}
    </ScrollRegion>
  );
}

function FigureCell({ figure }: { readonly figure: Figure }): ReactNode {
  if (typeof figure === "string") return <td>{figure}</td>;
  return <td data-tone={figure.tone}>{figure.text}</td>;
}
