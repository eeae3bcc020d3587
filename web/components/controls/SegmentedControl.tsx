import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import styles from "./segmented-control.module.css";

export type Segment<V extends string | number> = {
  readonly value: V;
  readonly label: string;
  /** Before the label, such as the dot of 'Live'. */
  readonly mark?: ReactNode;
  readonly disabled?: boolean;
  readonly title?: string;
};

type SegmentedControlProps<V extends string | number> = {
  readonly label: string;
  readonly segments: readonly Segment<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly size?: "header" | "form";
};

/** Two to four choices side by side: radio buttons, so arrow keys come with the platform. */
export function SegmentedControl<V extends string | number>(props: SegmentedControlProps<V>): ReactNode {
  const { label, segments, value, onChange, size = "header" } = props;
  const name = useId();
  return (
    <div className={classNames(styles["control"], styles[size])} role="radiogroup" aria-label={label}>
      {segments.map((segment) => (
        <label key={segment.value} className={styles["segment"]} title={segment.title}>
          <input
            type="radio"
            className={styles["input"]}
            name={name}
            checked={segment.value === value}
            disabled={segment.disabled ?? false}
            onChange={() => onChange(segment.value)}
          />
          {segment.mark}
          {segment.label}
        </label>
      ))}
    </div>
  );
}
