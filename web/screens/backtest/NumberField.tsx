import { type ReactNode, useState } from "react";
import styles from "./backtest.module.css";

interface NumberFieldProps {
  readonly label: string;
  /** Whose figure: part of the accessible name. */
  readonly of: string;
  /** Null is an empty field. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  /** The label is for screen readers alone. */
  readonly isBare?: boolean;
}

/** A number that may be missing. What is typed stays as it is typed. */
export function NumberField({ label, of, value, onChange, isBare = false }: NumberFieldProps): ReactNode {
  const [typed, type] = useState<string | undefined>(undefined);
  return (
    <label className={styles["field"]} title={label}>
      <span className={isBare ? "visually-hidden" : undefined}>{label}</span>
      <span className="visually-hidden">{` of ${of}`}</span>
      <input
        type="number"
        step="any"
        value={typed ?? `${value ?? ""}`}
        onBlur={() => type(undefined)}
        onChange={({ target }) => {
          type(target.value);
          onChange(target.value === "" || Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber);
        }}
      />
    </label>
  );
}
