import { type CSSProperties, type ReactNode, useId } from "react";
import common from "../strategy.module.css";
import styles from "./what-if.module.css";

interface ShiftFieldProps {
  readonly label: string;
  readonly value: number;
  /** What it is now: a tick on the track. */
  readonly now: number;
  readonly from: number;
  readonly to: number;
  /** Of the slider and of the box. */
  readonly step: number;
  /** Under the track: at its left end, in its middle, at its right end. */
  readonly words: readonly [from: string, middle: ReactNode, to: string];
  /** In the place of the number in its box, for a value that no number says, such as a date. */
  readonly text?: string;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

/** A value that may be thought otherwise: a box, and a slider with a tick at what it is. */
export function ShiftField(props: ShiftFieldProps): ReactNode {
  const { label, value, now, from, to, step, words, text, disabled = false, onChange } = props;
  const id = useId();
  const place = (at: number): number => (to > from ? Math.min(Math.max((at - from) / (to - from), 0), 1) : 0);
  const style = { "--now": place(now), "--at": place(value) } as CSSProperties;
  const change = (next: number): void => {
    if (!Number.isNaN(next)) onChange(Math.min(Math.max(next, from), to));
  };
  return (
    <section className={styles["field"]}>
      <label htmlFor={id}>{label}</label>
      {text === undefined ? (
        <input
          id={id}
          type="number"
          className={common["price"]}
          min={from}
          max={to}
          step={step}
          value={value}
          disabled={disabled}
          onChange={({ target }) => change(target.valueAsNumber)}
        />
      ) : (
        <output id={id} className={styles["text"]}>
          {text}
        </output>
      )}
      <input
        type="range"
        className={styles["slider"]}
        style={style}
        aria-label={`${label}, slider`}
        {...(text !== undefined && { "aria-valuetext": text })}
        min={from}
        max={to}
        step={step}
        value={value}
        disabled={disabled}
        onChange={({ target }) => change(target.valueAsNumber)}
      />
      <p className={styles["ends"]}>
        {words.map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an end is its place
          <span key={i}>{one}</span>
        ))}
      </p>
    </section>
  );
}
