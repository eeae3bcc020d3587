import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { BuilderStrategy } from "#contract/wire/http/strategies.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Tabs } from "../../components/controls/Tabs.tsx";
import { FailedLoad } from "../../kit/strategy/keeping/FailedLoad.tsx";
import { DropLegs } from "../../kit/strategy/legs/DropLegs.tsx";
import { losesLegs } from "../../kit/strategy/legs/loses-legs.ts";
import { type KeptIn, whyClosed } from "../../kit/strategy/older/older-saves.ts";
import { StrategyPanel } from "../../kit/strategy/StrategyPanel.tsx";
import { deleteOlder, loadOlder } from "../../state/saved/older-strategies.ts";
import styles from "./older.module.css";
import { openSaved } from "./open-saved.ts";
import { olderBuilder } from "./pane.ts";

const TABS = [
  { value: "local", label: "Local" },
  { value: "cloud", label: "Cloud" },
] as const satisfies readonly { value: KeptIn; label: string }[];

/** What is kept, in this browser and with the account: a press opens it, what is deleted is asked for. */
export function LoadPanel(): ReactNode {
  const pane = olderBuilder.use();
  const [db, choose] = useState<KeptIn>("local");
  const [local, setLocal] = useAtom(pane.localAtom);
  const [cloud, setCloud] = useState<readonly BuilderStrategy[]>();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, fail] = useState(false);
  const forget = useSetAtom(pane.forgetSelectedAtom);

  const refresh = useCallback(async (change?: () => Promise<void>) => {
    setBusy(true);
    fail(false);
    try {
      await change?.();
      setCloud(await loadOlder());
    } catch (error) {
      console.warn("strategies:", error);
      fail(true);
    } finally {
      setBusy(false);
    }
  }, []);
  useEffect(() => {
    if (db === "cloud") void refresh();
  }, [db, refresh]);

  function remove(name: string): void {
    if (db === "local") {
      setLocal(local.filter((one) => one.name !== name));
      forget({ db, name });
    } else
      void refresh(async () => {
        await deleteOlder(name);
        forget({ db, name });
      });
  }
  const strategies = db === "local" ? local : cloud;
  return (
    <StrategyPanel name="Load Strategy" {...(isBusy && { title: "Loading..." })}>
      <div>
        <Tabs label="Where it is kept" id="older-saves" tabs={TABS} value={db} onChange={choose} />
        {db === "cloud" && hasFailed ? (
          <FailedLoad message="Your account did not answer." retry={refresh} />
        ) : undefined}
        {strategies?.length === 0 ? <p className={styles["none"]}>Nothing is saved yet.</p> : undefined}
        {/* What is asked of one is asked where it is kept. */}
        <ul key={db} className={styles["list"]}>
          {strategies?.map((one) => (
            <Saved key={one.name} saved={one} db={db} isBusy={isBusy} onDelete={() => remove(one.name)} />
          ))}
        </ul>
      </div>
    </StrategyPanel>
  );
}

interface SavedProps {
  readonly saved: BuilderStrategy;
  readonly db: KeptIn;
  readonly isBusy: boolean;
  onDelete(): void;
}

function Saved({ saved, db, isBusy, onDelete }: SavedProps): ReactNode {
  const pane = olderBuilder.use();
  const store = useStore();
  const context = useAtomValue(pane.contextAtom);
  const selected = useAtomValue(pane.selectedAtom);
  const [isAsked, ask] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const [isDropping, askToDrop] = useState(false);
  const [hasFailed, fail] = useState(false);
  const why = isBusy || isOpening ? "Loading..." : whyClosed(saved, context);
  const isOpen = selected?.db === db && selected.name === saved.name;
  async function open(): Promise<void> {
    setOpening(true);
    fail(false);
    try {
      await openSaved(store, pane, saved, db);
    } catch (error) {
      console.warn("the strategy is not loaded:", error);
      fail(true);
    } finally {
      setOpening(false);
    }
  }
  return (
    <li>
      <button
        type="button"
        className={styles["name"]}
        aria-current={isOpen || undefined}
        disabled={why !== undefined}
        title={why}
        onClick={() => (losesLegs(store.get, pane) ? askToDrop(true) : void open())}
      >
        {isOpening ? "Loading..." : saved.name}
      </button>
      {isAsked ? (
        <>
          <Button size="header" kind="danger" onClick={onDelete}>
            Yes
          </Button>
          <Button size="header" onClick={() => ask(false)}>
            No
          </Button>
        </>
      ) : (
        <Button size="header" aria-label={`Delete ${saved.name}`} onClick={() => ask(true)}>
          Delete
        </Button>
      )}
      {hasFailed ? <FailedLoad message="It could not be opened." retry={open} /> : undefined}
      {isDropping ? (
        <DropLegs
          title="Load a strategy"
          confirm="Load it"
          other={saved.name}
          onAnswer={(isAgreed) => {
            askToDrop(false);
            if (isAgreed) void open();
          }}
        />
      ) : undefined}
    </li>
  );
}
