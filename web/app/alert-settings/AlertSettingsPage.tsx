import { useAtomValue, useSetAtom } from "jotai";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { TextField } from "../../components/controls/TextField.tsx";
import { alertToast } from "../../components/toasts/alert.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import {
  alertSettingsAtom,
  clampDuration,
  DEFAULT_SOUND,
  LONGEST_ALERT,
  SHORTEST_ALERT,
  saveAlertSettingsAtom,
} from "../../state/market/alerts.ts";
import { FormPage } from "../shell/FormPage.tsx";
import { useBriefly } from "../shell/use-briefly.ts";
import styles from "./alert-settings.module.css";
import { SoundPicker } from "./SoundPicker.tsx";
import { readSound } from "./sound-file.ts";

interface Notice {
  readonly tone: "ok" | "danger";
  readonly text: string;
}

const SAVED: Notice = { tone: "ok", text: "Settings saved!" };
const DEFAULT_SET: Notice = { tone: "ok", text: "Default sound set!" };
const NO_ROOM: Notice = { tone: "danger", text: "The browser has no room for these settings: choose a smaller sound." };
const SAVED_MS = 1800;
const DEFAULT_SET_MS = 1500;
const PROBLEM_MS = 2000;
const NO_ROOM_MS = 5000;
const SAMPLE = "This is a test alert";

/** How the user's alerts sound and how long they stand. */
export function AlertSettingsPage(): ReactNode {
  const stored = useAtomValue(alertSettingsAtom);
  const save = useSetAtom(saveAlertSettingsAtom);
  const [draft, setDraft] = useState(stored);
  const [duration, setDuration] = useState(String(stored.duration));
  const [notice, showNotice] = useBriefly<Notice>();
  const settings = { ...draft, duration: clampDuration(duration.trim() === "" ? Number.NaN : Number(duration)) };
  const change = (part: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...part }));

  function submit(event: FormEvent): void {
    event.preventDefault();
    setDuration(String(settings.duration));
    if (save(settings)) showNotice(SAVED, SAVED_MS);
    else showNotice(NO_ROOM, NO_ROOM_MS);
  }

  async function choose(file: File): Promise<void> {
    const read = await readSound(file);
    if ("problem" in read) showNotice({ tone: "danger", text: read.problem }, PROBLEM_MS);
    else change(read);
  }

  function useDefaultSound(): void {
    const sound = { sound: DEFAULT_SOUND, soundName: "" };
    change(sound);
    save({ ...stored, ...sound });
    showNotice(DEFAULT_SET, DEFAULT_SET_MS);
  }

  return (
    <FormPage title="Alert Settings">
      {/* A duration out of range is brought into it, not held against the user. */}
      <form className={styles["form"]} noValidate onSubmit={submit}>
        <Checkbox
          label="Enable Alert Sound"
          checked={draft.soundEnabled}
          onChange={(soundEnabled) => change({ soundEnabled })}
        />
        <div className={styles["closing"]}>
          <Checkbox
            label="Enable Auto Close"
            checked={draft.autoClose}
            onChange={(autoClose) => change({ autoClose })}
          />
          {draft.autoClose ? (
            <div className={styles["duration"]}>
              <TextField
                label="Default Duration (ms):"
                type="number"
                numeric
                min={SHORTEST_ALERT}
                max={LONGEST_ALERT}
                step={100}
                value={duration}
                onChange={setDuration}
                onBlur={() => setDuration(String(settings.duration))}
              />
            </div>
          ) : undefined}
        </div>
        <SoundPicker settings={draft} onChoose={(file) => void choose(file)} onDefault={useDefaultSound} />
        <div className={styles["preview"]}>
          <span className={styles["label"]}>Preview:</span>
          <Button onClick={() => toasts.show(alertToast(SAMPLE, settings))}>test</Button>
        </div>
        <div className={styles["foot"]}>
          <p className={styles["notice"]} role="status" data-tone={notice?.tone}>
            {notice?.text}
          </p>
          <Button kind="primary" type="submit">
            Save Settings
          </Button>
        </div>
      </form>
    </FormPage>
  );
}
