import type { ReactNode } from "react";
import type { TimeWindow } from "#contract/domain/choices/time-window.ts";
import { Select } from "../../components/controls/Select.tsx";
import { TimeRange } from "./TimeRange.tsx";
import { choiceOf, windowOf, windowOptions } from "./window-choice.ts";

interface TimeWindowControlProps {
  readonly window: TimeWindow;
  readonly onChange: (window: TimeWindow) => void;
  /** Minutes of the IST day: the first and the last time point there is; NaN while figures are loading. */
  readonly first: number;
  readonly last: number;
  /** Minutes between two time points. */
  readonly cadence: number;
  readonly isLive: boolean;
}

/** What changes count from: the previous day, so many minutes ago, or a stretch between two thumbs. */
export function TimeWindowControl(props: TimeWindowControlProps): ReactNode {
  const { window, onChange, first, last, cadence, isLive } = props;
  const isLoading = Number.isNaN(first);
  return (
    <>
      {typeof window === "object" && !isLoading ? (
        <TimeRange first={first} last={last} step={cadence} range={window} onChange={onChange} />
      ) : undefined}
      <Select
        label="Time window"
        options={windowOptions(isLive)}
        value={choiceOf(window)}
        onChange={(choice) => onChange(windowOf(choice, first))}
        disabled={isLoading}
        title={isLoading ? "Not while figures are loading" : "Time window"}
      />
    </>
  );
}
