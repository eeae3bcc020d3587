import type { Atom } from "jotai";
import type { ReactNode } from "react";
import { FRAMES, type Frame, fittingFrame, frameFits } from "#contract/domain/choices/frames.ts";
import { Select } from "../../components/controls/Select.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";

interface HasCadence {
  /** Minutes between the day's figures. */
  readonly cadence: number;
}

interface FrameSelectProps {
  readonly pane: { readonly stateAtom: Atom<PaneState<HasCadence>> };
  readonly frame: Frame;
  readonly onChange: (frame: Frame) => void;
}

const cadenceOf = ({ snapshot }: PaneState<HasCadence>): number => snapshot?.cadence ?? 1;

/** 'Frame 3 min': how long the rows of a table over time are. Frames that the day has no figures for cannot be chosen. */
export function FrameSelect({ pane, frame, onChange }: FrameSelectProps): ReactNode {
  const cadence = useSlowFact(pane.stateAtom, cadenceOf);
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
