import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import styles from "./text-field.module.css";

export type TextFieldProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "size" | "onChange" | "value" | "id" | "className"
> & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong; also marks the field for screen readers. */
  readonly error?: string;
  /** Right of the label, such as a link. */
  readonly aside?: ReactNode;
  /** form 28, decision 36 pixels high. */
  readonly size?: "form" | "decision";
  /** Right-aligned figures. */
  readonly numeric?: boolean;
  /** Inside the field at its end, such as a button that shows the password. */
  readonly inside?: ReactNode;
};

/** Label over input. */
export function TextField(props: TextFieldProps): ReactNode {
  const {
    label,
    value,
    onChange,
    error,
    aside,
    size = "form",
    numeric = false,
    inside,
    type = "text",
    ...rest
  } = props;
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles["field"]}>
      <div className={styles["head"]}>
        <label className={styles["label"]} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      <div className={styles["frame"]}>
        <input
          {...rest}
          id={id}
          type={type}
          className={classNames(
            styles["input"],
            styles[size],
            numeric && styles["numeric"],
            inside !== undefined && styles["hasInside"],
          )}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={(event) => onChange(event.target.value)}
        />
        {inside === undefined ? undefined : <span className={styles["inside"]}>{inside}</span>}
      </div>
      {error === undefined ? undefined : (
        <p id={errorId} className={styles["error"]}>
          {error}
        </p>
      )}
    </div>
  );
}
