import { type ReactNode, useEffect, useState } from "react";
import { COLUMN_KEYS, type ColumnId, type CustomKey } from "#contract/domain/snapshots/chain-table.ts";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
import type { UserColumns } from "../custom-columns.ts";
import { columnsLeft, type Draft, toggleColumn } from "./draft.ts";
import styles from "./settings.module.css";

interface ColumnsTabProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly columns: UserColumns;
}

/** How long it is said that a view is full. */
const FULL_MS = 1000;

/** A checkbox for every column: the user's own first, then the built-in ones. */
export function ColumnsTab({ draft, onChange, columns }: ColumnsTabProps): ReactNode {
  const [isFull, setFull] = useState(false);
  const chosen = draft.views.get(draft.edited)!.columns;
  useEffect(() => {
    if (!isFull) return;
    const timer = setTimeout(() => setFull(false), FULL_MS);
    return () => clearTimeout(timer);
  }, [isFull]);
  const toggle = (id: ColumnId): void => {
    if (!chosen.includes(id) && columnsLeft(draft) === 0) setFull(true);
    else onChange(toggleColumn(draft, id));
  };
  const box = (id: ColumnId, label: string): ReactNode => (
    <Checkbox key={id} label={label} checked={chosen.includes(id)} onChange={() => toggle(id)} />
  );
  const own = Object.keys(columns) as CustomKey[];
  return (
    <>
      <p className={styles["flag"]} role="status" data-on={isFull || undefined}>
        {isFull ? "No column left: take one out first" : ""}
      </p>
      {own.length > 0 ? (
        <fieldset className={styles["boxes"]}>
          <legend>My columns</legend>
          {own.map((key) => box(key, key))}
        </fieldset>
      ) : undefined}
      <fieldset className={styles["boxes"]}>
        <legend>Built-in columns</legend>
        {COLUMN_KEYS.map((key) => box(key, key === "Vol * Vwap" ? `${key} (In Lakhs)` : key))}
      </fieldset>
    </>
  );
}
