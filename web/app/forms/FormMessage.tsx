import type { ReactNode } from "react";
import { Icon, type IconName } from "../../components/more-icons.tsx";
import styles from "./form-message.module.css";
import type { Words } from "./words.ts";

const ICONS: Readonly<Record<Words["style"], IconName>> = { error: "warning", ok: "check", plain: "info" };

/** The place of a form's message is kept, so that what comes moves no field. */
export function FormMessage({ words }: { readonly words: Words | undefined }): ReactNode {
  return (
    <div role="alert" className={styles["area"]}>
      {words === undefined || words.text === "" ? undefined : (
        <p className={styles["message"]} data-style={words.style}>
          <Icon name={ICONS[words.style]} />
          {words.text}
        </p>
      )}
    </div>
  );
}
