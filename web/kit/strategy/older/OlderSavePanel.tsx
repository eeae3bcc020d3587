import { useAtom, useAtomValue, useStore } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/controls/Button.tsx";
import { TextField } from "../../../components/controls/TextField.tsx";
import { RefusedCall } from "../../../state/api.ts";
import { saveOlderAtom } from "../../../state/saved/older-strategies.ts";
import { useSaid } from "../keeping/use-said.ts";
import { StrategyPanel } from "../StrategyPanel.tsx";
import type { StrategyPane } from "../strategy-pane.ts";
import styles from "./older.module.css";
import type { OlderAtoms } from "./older-atoms.ts";
import { freeLocalName, type KeptIn, olderForm } from "./older-saves.ts";

/** Keeps the strategy in this browser, or with the account, as the older builder does. */
export function OlderSavePanel({ pane }: { readonly pane: StrategyPane & OlderAtoms }): ReactNode {
  const store = useStore();
  const [local, setLocal] = useAtom(pane.localAtom);
  const legs = useAtomValue(pane.legsAtom);
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [said, say] = useSaid();

  async function save(db: KeptIn): Promise<void> {
    const { snapshot, context } = store.get(pane.stateAtom);
    if (!snapshot || !context) return;
    const { date, spot, valuation } = snapshot;
    const saved = olderForm({ name, symbol: context.symbol, date, legs, spot: spot.spot, valuation });
    if (!saved) return;
    function opened(as: string): void {
      store.set(pane.selectedAtom, { db, name: as });
      store.set(pane.savedLegsAtom, legs);
    }
    if (db === "local") {
      const free = freeLocalName(
        saved.name,
        local.map((one) => one.name),
      );
      setLocal([{ ...saved, name: free }, ...local]);
      opened(free);
      say({ text: "Strategy saved successfully", tone: "up" });
      return;
    }
    setBusy(true);
    say(undefined);
    const id = store.get(pane.strategyIdAtom);
    try {
      say({ text: await store.set(saveOlderAtom, saved), tone: "up" });
      // Another strategy, or another symbol's, may be on the page by now.
      if (store.get(pane.strategyIdAtom) === id) opened(saved.name);
    } catch (error) {
      // Without a network nothing is said: it is not the server's answer.
      if (error instanceof RefusedCall) say({ text: error.message, tone: "down" });
      else console.warn("the strategy is not saved:", error);
    } finally {
      setBusy(false);
    }
  }
  const isFixed = legs.length === 0 || name.trim() === "" || isBusy;
  return (
    <StrategyPanel name="Save Strategy" {...(isBusy && { title: "Saving..." })}>
      <div className={styles["body"]}>
        <TextField label="Strategy Name" value={name} onChange={setName} maxLength={120} />
        <span className={styles["row"]}>
          <Button disabled={isFixed} title="In this browser alone" onClick={() => void save("local")}>
            Save Locally
          </Button>
          <Button kind="primary" disabled={isFixed} title="With the account" onClick={() => void save("cloud")}>
            Save on Cloud
          </Button>
        </span>
        <p role="status" data-tone={said?.tone}>
          {said?.text}
        </p>
      </div>
    </StrategyPanel>
  );
}
