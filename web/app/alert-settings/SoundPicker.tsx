import { type ReactNode, useId } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { type AlertSettings, DEFAULT_SOUND } from "../../state/market/alerts.ts";
import styles from "./alert-settings.module.css";

interface SoundPickerProps {
  readonly settings: AlertSettings;
  readonly onChoose: (file: File) => void;
  readonly onDefault: () => void;
}

/** Which sound an alert has: a file of the user's, to be heard here, or the product's own. */
export function SoundPicker({ settings, onChoose, onDefault }: SoundPickerProps): ReactNode {
  const id = useId();
  const { sound, soundName } = settings;
  const isOwn = sound !== DEFAULT_SOUND;
  return (
    <div className={styles["sound"]}>
      <label className={styles["label"]} htmlFor={id}>
        Custom Sound
      </label>
      <div className={styles["choices"]}>
        <input
          id={id}
          type="file"
          accept="audio/*"
          className={styles["file"]}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = ""; // the same file may be chosen again
            if (file) onChoose(file);
          }}
        />
        <Button onClick={onDefault}>Default Sound</Button>
      </div>
      <div className={styles["chosen"]}>
        {isOwn ? (
          <>
            <p className={styles["name"]}>{`Selected: ${soundName}`}</p>
            {/* biome-ignore lint/a11y/useMediaCaption: a bell has no words */}
            <audio className={styles["player"]} controls src={sound} aria-label={soundName} />
          </>
        ) : (
          <p>Default sound will be used.</p>
        )}
      </div>
    </div>
  );
}
