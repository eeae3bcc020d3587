import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { useUnlockForm } from "../forms/use-unlock-form.tsx";
import styles from "./workspace.module.css";

const nothing = (): void => undefined;

/** In the place of workspaces that are private by choice; `account.ts` shows them once they are unlocked. */
export function LockedBoard(): ReactNode {
  const { form, id, why, isBusy } = useUnlockForm(
    "Your workspaces are private by choice. Only your passphrase opens them: a lost one cannot be recovered, nor what it sealed.",
    nothing,
  );
  return (
    <section className={styles["locked"]} aria-label="Locked workspaces">
      <h2>Locked</h2>
      {form}
      <Button kind="primary" type="submit" form={id} disabled={why !== undefined} title={why} aria-disabled={isBusy}>
        {isBusy ? "Unlocking..." : "Unlock"}
      </Button>
      <p className={styles["note"]}>
        The + above opens ready-made workspaces without it. They go with the page unless you keep them once all is
        unlocked.
      </p>
    </section>
  );
}
