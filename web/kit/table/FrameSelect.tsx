import type { ReactNode } from "react";
import { FRAMES, type Frame, fittingFrame, frameFits } from "#contract/domain/choices/frames.ts";
import { Select } from "../../components/controls/Select.tsx";

interface FrameSelectProps {
  readonly frame: Frame;
  /** Minutes between the day's figures. */
  readonly cadence: number;
  readonly onChange: (frame: Frame) => void;
}

/** 'Frame 3 min': how long the rows of a table over time are. Frames that the day has no figures for cannot be chosen. */
export function FrameSelect({ frame, cadence, onChange }: FrameSelectProps): ReactNode {
  return (
    <Select
      label="Time frame"
      prefix="Frame"
      options={FRAMES.map((one) => ({
        value: one,
        label: `${one} min`,
        disabled: !frameFits(one, cadence),
      }))}
      value={fittingFrame(frame, cadence)}
      onChange={onChange}
      title={cadence > 1 ? `This day has figures every ${cadence} minutes` : "Time frame"}
    />
  );
}
