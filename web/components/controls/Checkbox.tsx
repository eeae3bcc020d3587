import type { ReactNode } from "react";
import styles from "./checkbox.module.css";

type CheckboxProps = {
  readonly label: string;
  /** The words in a window of at most 700 px; the accessible name stays the label. */
  readonly shortLabel?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly title?: string;
};

export function Checkbox(props: CheckboxProps): ReactNode {
  const { label, shortLabel, checked, onChange, disabled = false, title } = props;
  return (
    <label className={styles["label"]} title={title}>
      <input
        type="checkbox"
        className={styles["box"]}
        checked={checked}
        disabled={disabled}
        aria-label={shortLabel === undefined ? undefined : label}
        onChange={(event) => onChange(event.target.checked)}
      />
      {shortLabel === undefined ? (
        label
      ) : (
        <>
          <span className={styles["long"]}>{label}</span>
          <span className={styles["short"]}>{shortLabel}</span>
        </>
      )}
    </label>
  );
}
