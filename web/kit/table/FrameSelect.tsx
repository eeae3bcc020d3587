import type { ReactNode } from "react";
import { fittingFrame, frameFits } from "#contract/domain/choices/frames.ts";
import { Select } from "../../components/controls/Select.tsx";

interface FrameSelectProps<F extends number> {
  /** Minutes, the shortest first. */
  readonly frames: readonly F[];
  readonly frame: F;
  /** Minutes between the day's figures. */
  readonly cadence: number;
  readonly onChange: (frame: F) => void;
}

/** 'Frame 3 min': how long the rows of a table over time are. Frames that the day has no figures for cannot be chosen. */
export function FrameSelect<F extends number>({ frames, frame, cadence, onChange }: FrameSelectProps<F>): ReactNode {
  return (
    <Select
      label="Time frame"
      prefix="Frame"
      options={frames.map((one) => ({
        value: String(one),
        label: `${one} min`,
        disabled: !frameFits(one, cadence),
      }))}
      value={String(fittingFrame(frames, frame, cadence))}
      onChange={(value) => {
        const chosen = frames.find((one) => String(one) === value);
        if (chosen !== undefined) onChange(chosen);
      }}
      title={cadence > 1 ? `This day has figures every ${cadence} minutes` : "Time frame"}
    />
  );
}
