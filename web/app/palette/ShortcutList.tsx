import type { ReactNode } from "react";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { SHORTCUT_GROUPS, type Shortcut, shortcuts } from "../../components/shortcuts/shortcuts.ts";
import { Keys } from "./Keys.tsx";
import styles from "./shortcuts.module.css";

/** What tables, charts and lines between panes do with keys of their own while they have the focus. */
const OWN_KEYS: readonly Omit<Shortcut, "press">[] = [
  {
    keys: "Arrow",
    does: "Move a line between two panes that has the focus; with Shift by a long step",
    group: "Workspace",
  },
  { keys: "← or →", does: "Jump back or forth, while the day strip has the focus", group: "Replay" },
  {
    keys: "Shift+← or Shift+→",
    does: "The same minute of the day before or after, from the day strip",
    group: "Replay",
  },
  { keys: "Arrow or Page Up", does: "Move through the rows; with Shift select them", group: "Tables" },
  { keys: "Enter", does: "Do what a click on the row does", group: "Tables" },
  { keys: "B or S", does: "Open the ticket to buy or sell; with Shift add a leg to the basket", group: "Tables" },
  { keys: "Ctrl+C", does: "Copy the selected rows", group: "Tables" },
  { keys: "← or →", does: "Move the crosshair; with Shift by ten points", group: "Charts" },
  { keys: "Home or End", does: "Crosshair to the first or the last point", group: "Charts" },
];

/** All keys that work on the page as it is now. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const all = [...shortcuts(), ...OWN_KEYS];
  return (
    <Dialog open title="Keys" width={640} onClose={onClose}>
      <div className={styles["shortcuts"]}>
        {SHORTCUT_GROUPS.map((group) => {
          const own = all.filter((one) => one.group === group);
          return own.length === 0 ? undefined : (
            <section key={group} aria-label={group}>
              <h3 className={styles["group"]}>{group}</h3>
              <dl>
                {own.map(({ keys, does }) => (
                  <div key={keys + does} className={styles["line"]}>
                    <dt>
                      <Keys keys={keys} />
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
