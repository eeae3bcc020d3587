import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { saveFile } from "../../components/save-file.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import { getExport } from "../../state/account/account.ts";
import { LATER } from "../forms/words.ts";
import styles from "./account.module.css";
import { DeleteAccount } from "./DeleteAccount.tsx";

/** What belongs to the user: everything that is kept can be taken along, or be gone. */
export function PersonalData(): ReactNode {
  const [isBusy, setIsBusy] = useState(false);

  async function download(): Promise<void> {
    setIsBusy(true);
    try {
      const text = JSON.stringify(await getExport(), undefined, 2);
      saveFile("strikeboard-account.json", new Blob([text], { type: "application/json" }));
    } catch (error) {
      console.warn("export:", error);
      toasts.show({ message: LATER, type: "error" });
    }
    setIsBusy(false);
  }

  return (
    <section className={styles["quiet"]} aria-label="Your data">
      <p>Everything that is kept about you, as one file; or the end of it.</p>
      <div className={styles["actions"]}>
        <Button
          kind="quiet"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) void download();
          }}
        >
          Download my data
        </Button>
        <DeleteAccount />
      </div>
    </section>
  );
}
