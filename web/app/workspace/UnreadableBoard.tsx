import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { saveFile } from "../../components/save-file.ts";
import { isRecord } from "../../state/saved/storage.ts";
import { removeUnreadableAtom, unreadAccountAtom, unreadableAtom } from "./board.ts";
import styles from "./workspace.module.css";

const nameOf = (one: unknown): string =>
  isRecord(one) && typeof one["name"] === "string" ? one["name"] : "Without a name";

/** What is kept for the user and cannot be shown: damaged, or of a later release. */
export function UnreadableBoard(): ReactNode {
  const all = useAtomValue(unreadableAtom);
  const isWhole = useAtomValue(unreadAccountAtom) !== undefined;
  const remove = useSetAtom(removeUnreadableAtom);
  const [saved, setSaved] = useState<readonly string[]>([]);
  return (
    <section className={styles["locked"]} aria-label="Unreadable workspaces">
      <h2>Unreadable</h2>
      <p>
        {isWhole
          ? "This release cannot read the workspaces of your account: a later one saved them, or they are damaged. They stay as they are, and what you change meanwhile stays in this browser."
          : "This release cannot read these workspaces: a later one saved them, or they are damaged. They stay with your account as they are."}
      </p>
      {all.map((one) => {
        const text = JSON.stringify(one, undefined, 2);
        const isSaved = saved.includes(text);
        return (
          <div key={text} className={styles["unreadable"]}>
            <strong>{isWhole ? "All workspaces" : nameOf(one)}</strong>
            <Button
              onClick={() => {
                saveFile("workspace.json", new Blob([text], { type: "application/json" }));
                setSaved([...saved, text]);
              }}
            >
              Save as file
            </Button>
            {isWhole ? undefined : (
              <Button
                kind="danger"
                disabled={!isSaved}
                title={isSaved ? undefined : "Save it as a file first"}
                onClick={() => remove(one)}
              >
                Delete
              </Button>
            )}
          </div>
        );
      })}
    </section>
  );
}
