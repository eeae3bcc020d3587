/** What stands in the place of a workspace: loaded where there is such a tab. */
import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { saveFile } from "../../components/save-file.ts";
import { isRecord } from "../../state/saved/storage.ts";
import { useUnlockForm } from "../forms/use-unlock-form.tsx";
import { LOCKED, otherTabAtom, removeUnreadableAtom, unreadAccountAtom, unreadableAtom } from "./board.ts";
import styles from "./workspace.module.css";

const nothing = (): void => undefined;

/** In the place of workspaces that are private by choice; `account.ts` shows them once they are unlocked. */
function LockedBoard(): ReactNode {
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

const nameOf = (one: unknown): string =>
  isRecord(one) && typeof one["name"] === "string" ? one["name"] : "Without a name";

/** What is kept for the user and cannot be shown: damaged, or of a later release. */
function UnreadableBoard(): ReactNode {
  const all = useAtomValue(unreadableAtom);
  const isWhole = useAtomValue(unreadAccountAtom) !== undefined;
  const remove = useSetAtom(removeUnreadableAtom);
  const save = (one: unknown): void =>
    saveFile("workspace.json", new Blob([JSON.stringify(one, undefined, 2)], { type: "application/json" }));
  return (
    <section className={styles["locked"]} aria-label="Unreadable workspaces">
      <h2>Unreadable</h2>
      <p>
        A later release saved these workspaces, or they are damaged. They stay with your account as they are.
        {isWhole ? " What you change meanwhile stays in this browser." : undefined}
      </p>
      {all.map((one) => (
        <div key={JSON.stringify(one)} className={styles["unreadable"]}>
          <strong>{isWhole ? "All workspaces" : nameOf(one)}</strong>
          <Button onClick={() => save(one)}>Save as file</Button>
          {isWhole ? undefined : (
            <Button
              kind="danger"
              title="It is saved as a file first"
              onClick={() => {
                save(one);
                remove(one);
              }}
            >
              Delete
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}

export const OtherTab = (): ReactNode =>
  useAtomValue(otherTabAtom) === LOCKED ? <LockedBoard /> : <UnreadableBoard />;
