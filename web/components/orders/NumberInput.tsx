import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "../class-names.ts";
import styles from "./orders.module.css";

interface NumberInputProps {
  readonly label: string;
  /** NaN shows as empty. */
  readonly value: number;
  /** Decimals that a price is written with; a quantity has none. */
  readonly decimals: number;
  readonly step: number;
  readonly min: number;
  readonly onChange: (value: number) => void;
  readonly onLeave?: () => void;
  /** Why it cannot be filled. */
  readonly lock?: string | undefined;
  /** A warning is about this field. */
  readonly isWarned?: boolean;
  /** Inside the field at its end: '60 lots', '₹'. */
  readonly unit?: string;
}

/** A figure of the ticket: it keeps what is typed as it is typed, and shows figures that come from elsewhere as they come. */
export function NumberInput(props: NumberInputProps): ReactNode {
  const { label, value, decimals, step, min, onChange, onLeave, lock, isWarned = false, unit } = props;
  const id = useId();
  const written = textOf(value, decimals);
  const [text, setText] = useState(written);
  const input = useRef<HTMLInputElement>(null);
  // The text follows the figure, unless it is a way of writing it ('6.', '06.4').
  useEffect(() => {
    setText((before) => (sameFigure(before, value) ? before : written));
  }, [value, written]);
  return (
    <div className={styles["field"]} title={lock}>
      <label htmlFor={id} className={classNames(styles["label"], isWarned && styles["warned"])}>
        {label}
      </label>
      <span className={styles["frame"]} data-warned={isWarned || undefined}>
        <input
          ref={input}
          id={id}
          type="number"
          inputMode="decimal"
          className={styles["input"]}
          min={min}
          step={step}
          value={text}
          disabled={lock !== undefined}
          aria-invalid={isWarned}
          onChange={(event) => {
            setText(event.target.value);
            onChange(event.target.valueAsNumber);
          }}
          onBlur={() => {
            onLeave?.();
            if (!Number.isNaN(value)) setText(written);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault(); // money is sent by its button alone
          }}
        />
        {unit === undefined || unit === "" ? undefined : <span className={styles["unit"]}>{unit}</span>}
      </span>
    </div>
  );
}

const textOf = (value: number, decimals: number): string => (Number.isNaN(value) ? "" : value.toFixed(decimals));
const sameFigure = (text: string, value: number): boolean =>
  text === "" ? Number.isNaN(value) : Math.abs(Number(text) - value) < 1e-9;
