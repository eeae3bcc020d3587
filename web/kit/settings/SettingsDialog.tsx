import { useAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Checkbox } from "../../components/Checkbox.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { type Option, Select } from "../../components/Select.tsx";
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
export const choice = <V extends string>(
  settingAtom: Setting<V>,
  label: string,
  options: readonly Option<V>[],
): SettingField => ({ label, control: <Choice settingAtom={settingAtom} label={label} options={options} /> });

interface SettingsDialogProps {
  /** Heading of the dialog, and name of the button. */
  readonly title?: string;
  readonly fields: readonly SettingField[];
}

/** The header's settings button and its dialog: give it to `PaneScreen` as `settings`. A change takes effect at once. */
export function SettingsDialog({ title = "Settings", fields }: SettingsDialogProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={title} onClick={() => setOpen(true)}>
        <Icon name="settings" />
      </IconButton>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={title} width={360}>
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

interface ChoiceProps<V extends string> {
  readonly settingAtom: Setting<V>;
  readonly label: string;
  readonly options: readonly Option<V>[];
}

function Choice<V extends string>({ settingAtom, label, options }: ChoiceProps<V>): ReactNode {
  const [value, choose] = useAtom(settingAtom);
  return <Select label={label} prefix={label} options={options} value={value} onChange={choose} size="form" />;
}
