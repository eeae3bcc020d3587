import type { ReactNode } from "react";
import { BOARD_WINDOWS, type BoardMinutes } from "#contract/worker/futures-row.ts";
import { Select } from "../../components/controls/Select.tsx";

const WINDOW_OPTIONS = BOARD_WINDOWS.map((minutes) => ({
  value: minutes,
  label: minutes === 0 ? "Current" : `Last ${minutes} minutes`,
}));

interface WindowSelectProps {
  readonly minutes: BoardMinutes;
  readonly onChange: (minutes: BoardMinutes) => void;
}

/** What the changes of a board of futures count from: the previous day, or so many minutes ago. */
export function WindowSelect({ minutes, onChange }: WindowSelectProps): ReactNode {
  return (
    <Select
      label="Window"
      prefix="Window"
      options={WINDOW_OPTIONS}
      value={minutes}
      onChange={onChange}
      title="Changes count from the previous day, or from so many minutes ago; volume over minutes is of the day's volume"
    />
  );
}
