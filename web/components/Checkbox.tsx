import type { ReactNode } from "react";
import styles from "./checkbox.module.css";

type CheckboxProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly title?: string;
};

export function Checkbox({ label, checked, onChange, disabled = false, title }: CheckboxProps): ReactNode {
  return (
    <label className={styles["label"]} title={title}>
      <input
        type="checkbox"
        className={styles["box"]}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
