import { useAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { IconButton } from "../../components/controls/IconButton.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import type { Setting } from "../pane/mount.ts";
import styles from "./settings.module.css";

/** One line of the dialog: made with `flag` or `choice`. */
export interface SettingField {
  readonly label: string;
  readonly control: ReactNode;
}

/** A switch. @param settingAtom the pane's own: `own.stored("colorinvert", false, isBoolean)`. */
export const flag = (settingAtom: Setting<boolean>, label: string): SettingField => ({
  label,
  control: <Flag settingAtom={settingAtom} label={label} />,
});

/** One of several. */
export const choice = <V extends string | number>(
  settingAtom: Setting<V>,
  label: string,
  options: readonly { readonly value: V; readonly label: string }[],
): SettingField => ({ label, control: <Choice settingAtom={settingAtom} label={label} options={options} /> });

/** A whole number within bounds; what is out of them is moved to the nearest. */
export const count = (
  settingAtom: Setting<number>,
  label: string,
  bounds: { readonly min: number; readonly max: number },
): SettingField => ({ label, control: <Count settingAtom={settingAtom} label={label} {...bounds} /> });

/** The header's settings button and its dialog: give it to `PaneScreen` as `settings`. A change takes effect at once. */
export function SettingsDialog({ fields }: { readonly fields: readonly SettingField[] }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Settings" onClick={() => setOpen(true)}>
        <Icon name="settings" />
      </IconButton>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Settings" width={360}>
        <ul className={styles["fields"]}>
          {fields.map(({ label, control }) => (
            <li key={label}>{control}</li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function Flag({ settingAtom, label }: { readonly settingAtom: Setting<boolean>; readonly label: string }): ReactNode {
  const [isOn, turn] = useAtom(settingAtom);
  return <Checkbox label={label} checked={isOn} onChange={turn} />;
}

interface CountProps {
  readonly settingAtom: Setting<number>;
  readonly label: string;
  readonly min: number;
  readonly max: number;
}

function Count({ settingAtom, label, min, max }: CountProps): ReactNode {
  const [value, setValue] = useAtom(settingAtom);
  /** It stands as it is typed until the field is left: an empty field is on its way to a number. */
  const [typed, type] = useState<string>();
  return (
    <TextField
      label={label}
      type="number"
      numeric
      min={min}
      max={max}
      step={1}
      value={typed ?? String(value)}
      onBlur={() => type(undefined)}
      onChange={(text) => {
        type(text);
        if (text !== "") setValue(Math.min(Math.max(Math.round(Number(text)), min), max));
      }}
    />
  );
}

interface ChoiceProps<V extends string | number> {
  readonly settingAtom: Setting<V>;
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: string }[];
}

function Choice<V extends string | number>({ settingAtom, label, options }: ChoiceProps<V>): ReactNode {
  const [value, choose] = useAtom(settingAtom);
  return <Select label={label} prefix={label} options={options} value={value} onChange={choose} size="form" />;
}
