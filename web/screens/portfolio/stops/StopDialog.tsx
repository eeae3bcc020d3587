import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
import { TextField } from "../../../components/controls/TextField.tsx";
import { ConfirmDialog } from "../../../components/overlays/ConfirmDialog.tsx";
import styles from "../portfolio.module.css";
import { applyStopAtom, stopsAtom } from "./stops.ts";

interface StopDialogProps {
  /** The strategy's name, or 'Total Portfolio'. */
  readonly of: string;
  readonly onClose: () => void;
}

interface Level {
  readonly isOn: boolean;
  readonly text: string;
}

const levelOf = (value: number | null | undefined): Level => ({
  isOn: value !== null && value !== undefined,
  text: value === null || value === undefined ? "" : String(value),
});

/** null where it is switched off or empty. */
function levelValue({ isOn, text }: Level): number | null {
  const value = Number(text);
  return isOn && text.trim() !== "" && Number.isFinite(value) ? value : null;
}

const NO_LOSS = "This stop has no negative sign (-): it is hit as soon as the total profit is below it.";

/** Sets a stop and a target on the total profit of a strategy, or of the whole. */
export function StopDialog({ of, onClose }: StopDialogProps): ReactNode {
  const kept = useAtomValue(stopsAtom)[of];
  const apply = useSetAtom(applyStopAtom);
  const [stop, setStop] = useState(levelOf(kept?.stop));
  const [target, setTarget] = useState(levelOf(kept?.target));
  const isLoss = (levelValue(stop) ?? -1) < 0;
  return (
    <ConfirmDialog
      open
      title={of}
      onClose={onClose}
      confirm="Apply"
      onConfirm={() => {
        apply(of, { stop: levelValue(stop), target: levelValue(target) });
        onClose();
      }}
    >
      <div className={styles["levels"]}>
        <LevelField label="Stop" level={stop} onChange={setStop} />
        <LevelField label="Target" level={target} onChange={setTarget} />
        <p className={styles["help"]}>
          Target and Stop should be set based on the total profit or loss. For Stop (total loss), a negative sign (-)
          must be included. A notification for Stop and Target will appear only if that portfolio is selected and
          active.
        </p>
        {/* It may lock in a profit. */}
        {isLoss ? undefined : <p role="status">{NO_LOSS}</p>}
      </div>
    </ConfirmDialog>
  );
}

interface LevelFieldProps {
  readonly label: string;
  readonly level: Level;
  readonly onChange: (level: Level) => void;
}

const LevelField = ({ label, level, onChange }: LevelFieldProps): ReactNode => (
  <div className={styles["level"]}>
    <Checkbox label={label} checked={level.isOn} onChange={(isOn) => onChange({ ...level, isOn })} />
    <TextField
      label={`${label} value`}
      type="number"
      numeric
      value={level.text}
      disabled={!level.isOn}
      onChange={(text) => onChange({ ...level, text })}
    />
  </div>
);
