import type { CSSProperties, ReactNode } from "react";
import type { CustomWindow } from "#contract/domain/choices/time-window.ts";
import { timeFormat } from "../../format/format.ts";
import styles from "./time-window.module.css";

interface TimeRangeProps {
  /** Minutes of the IST day: the first and the last time point there is. */
  readonly first: number;
  readonly last: number;
  /** Minutes between two time points. */
  readonly step: number;
  readonly range: CustomWindow;
  readonly onChange: (range: CustomWindow) => void;
}

/**
 * Two thumbs on one track, as two sliders of the platform: arrow keys, Home and End come with them. At its right end
 * the window follows the clock.
 */
export function TimeRange({ first, last, step, range, onChange }: TimeRangeProps): ReactNode {
  const from = Math.min(Math.max(range.from, first), last);
  const to = Math.max(Math.min(range.to ?? last, last), from);
  const length = Math.max(last - first, 1);
  const place = (minute: number): number => (minute - first) / length;
  const track = { "--from": place(from), "--to": place(to) } as CSSProperties;
  const shared = { min: first, max: last, step, className: styles["thumb"] } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend of its own and break the flex row
    <div className={styles["range"]} role="group" aria-label="Time range">
      <output className={styles["time"]}>{timeFormat.text(from)}</output>
      <div className={styles["track"]} style={track}>
        <input
          {...shared}
          type="range"
          aria-label="From time"
          aria-valuetext={timeFormat.text(from)}
          value={from}
          // Where both thumbs stand at the right end, the left one is the one that can still move.
          data-top={from >= last - step}
          onChange={(event) => onChange({ ...range, from: Math.min(Number(event.target.value), to) })}
        />
        <input
          {...shared}
          type="range"
          aria-label="To time"
          aria-valuetext={timeFormat.text(to)}
          value={to}
          onChange={(event) => onChange({ from, to: endOf(Math.max(Number(event.target.value), from), last, step) })}
        />
      </div>
      <output className={styles["time"]}>{timeFormat.text(to)}</output>
    </div>
  );
}

/** Within the last step there is no later thumb position: the end is open. */
const endOf = (to: number, last: number, step: number): number | undefined => (to > last - step ? undefined : to);
