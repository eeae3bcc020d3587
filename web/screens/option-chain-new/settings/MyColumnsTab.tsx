import { type ReactNode, useState } from "react";
import type { CustomKey } from "#contract/domain/snapshots/chain-table.ts";
import { Button } from "../../../components/controls/Button.tsx";
import type { UserColumns } from "../custom-columns.ts";
import { readFormula, shownFormula } from "./builder.ts";
import styles from "./settings.module.css";

interface MyColumnsTabProps {
  readonly columns: UserColumns;
  /** Confirmed: it is deleted at once, also from the views that have it. */
  readonly onDelete: (key: CustomKey) => void;
  readonly onBuild: () => void;
}

/** The user's own columns: a press shows the formula. */
export function MyColumnsTab({ columns, onDelete, onBuild }: MyColumnsTabProps): ReactNode {
  const [opened, open] = useState<CustomKey>();
  const [asked, ask] = useState<CustomKey>();
  const keys = Object.keys(columns) as CustomKey[];
  if (keys.length === 0)
    return (
      <div className={styles["none"]}>
        <p>No columns of your own yet.</p>
        <Button onClick={onBuild}>Build one</Button>
      </div>
    );
  return (
    <ul className={styles["mine"]} aria-label="My columns">
      {keys.map((key) => {
        const { column, lakhs, crores, color } = columns[key]!;
        const facts = [lakhs ? "In Lakhs" : "", crores ? "In Crores" : "", color ? "Color" : ""].filter(
          (one) => one !== "",
        );
        return (
          <li key={key}>
            <button type="button" aria-expanded={opened === key} onClick={() => open(opened === key ? undefined : key)}>
              {key.slice(0, -1)}
            </button>
            {asked === key ? (
              <span className={styles["confirm"]}>
                <Button onClick={() => ask(undefined)}>Cancel</Button>
                <Button kind="danger" onClick={() => onDelete(key)}>
                  Confirm
                </Button>
              </span>
            ) : (
              <Button onClick={() => ask(key)}>Delete</Button>
            )}
            {opened === key ? (
              <p className={styles["formula"]}>
                {shownFormula(readFormula(column))}
                <span className={styles["quiet"]}>{facts.join(" · ")}</span>
              </p>
            ) : undefined}
          </li>
        );
      })}
    </ul>
  );
}
