import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../icons.tsx";
import styles from "./select.module.css";

export type Option<V extends string | number> = {
  readonly value: V;
  readonly label: string;
  readonly disabled?: boolean;
};

type SelectProps<V extends string | number> = {
  /** Accessible name; seen before the value only as `prefix`. */
  readonly label: string;
  /** Words before the value, such as 'Range' or 'Scale :'. */
  readonly prefix?: string;
  /** The prefix in a window of at most 700 px, such as 'Rng'. */
  readonly shortPrefix?: string;
  readonly options: readonly Option<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly size?: "header" | "form";
  /** The value a trader looks for first, such as the symbol. */
  readonly strong?: boolean;
  readonly disabled?: boolean;
  readonly title?: string;
  readonly id?: string;
};

/** The platform's own select, so that phones and keyboards keep their pickers. A value without option shows as empty. */
export function Select<V extends string | number>(props: SelectProps<V>): ReactNode {
  const {
    label,
    prefix,
    options,
    value,
    onChange,
    size = "header",
    strong = false,
    disabled = false,
    title,
    id,
  } = props;
  const isKnown = options.some((option) => option.value === value);
  return (
    <span
      className={classNames(styles["box"], styles[size], disabled && styles["disabled"], strong && styles["strong"])}
      title={title}
    >
      {prefix === undefined ? undefined : (
        // The words are part of the control: disabled with it, and never read twice.
        <span className={styles["prefix"]} aria-hidden="true" aria-disabled={disabled}>
          <span className={props.shortPrefix === undefined ? undefined : styles["long"]}>{prefix}</span>
          {props.shortPrefix === undefined ? undefined : <span className={styles["short"]}>{props.shortPrefix}</span>}
        </span>
      )}
      <select
        id={id}
        aria-label={label}
        className={styles["select"]}
        value={isKnown ? value : ""}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => `${option.value}` === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {isKnown ? undefined : (
          <option value="" disabled hidden>
            -
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={styles["chevron"]}>
        <Icon name="chevron-down" size={14} />
      </span>
    </span>
  );
}
