import { useAtomValue, useStore } from "jotai";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { CustomKey } from "#contract/domain/snapshots/chain-table.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { TabPanel, Tabs } from "../../../components/controls/Tabs.tsx";
import { EmptyState } from "../../../components/feedback/EmptyState.tsx";
import { Dialog } from "../../../components/overlays/Dialog.tsx";
import { accountCopyAtom } from "../account-copy.ts";
import { readColumns, type UserColumn } from "../custom-columns.ts";
import { chain } from "../pane.ts";
import { saveColumns, saveViews } from "../sync-settings.ts";
import { OI_GRAPH } from "../views.ts";
import { ColumnBuilder } from "./ColumnBuilder.tsx";
import { ColumnsTab } from "./ColumnsTab.tsx";
import {
  type Draft,
  deleteView,
  firstEditable,
  isLasting,
  rebased,
  unsaved,
  viewBefore,
  withoutColumn,
} from "./draft.ts";
import { EditColumn } from "./EditColumn.tsx";
import { HighlightTab } from "./HighlightTab.tsx";
import { MyColumnsTab } from "./MyColumnsTab.tsx";
import { OptionsTab } from "./OptionsTab.tsx";
import styles from "./settings.module.css";
import { ViewsColumn } from "./ViewsColumn.tsx";

type TabName = "columns" | "options" | "custom" | "mine" | "highlight";

interface ChainSettingsProps {
  readonly onClose: () => void;
}

const TITLE = "Option Chain settings";
const WIDTH = 1080;

/** Loads with the first press on the cog. Nothing can be changed before it is known what the account keeps. */
export function ChainSettings({ onClose }: ChainSettingsProps): ReactNode {
  if (useAtomValue(accountCopyAtom).isLoaded) return <Settings onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={TITLE} width={WIDTH}>
      <EmptyState message="Your views and columns are being loaded." />
    </Dialog>
  );
}

/** The chain behind it shows the saved view until Save. */
function Settings({ onClose }: ChainSettingsProps): ReactNode {
  const store = useStore();
  const pane = chain.use();
  const views = useAtomValue(pane.viewsAtom);
  const { columns: kept } = useAtomValue(accountCopyAtom);
  const columns = useMemo(() => readColumns(kept), [kept]);
  const shown = useAtomValue(pane.viewNameAtom);
  const [draft, setDraft] = useState<Draft>(() => ({
    views,
    edited: shown === OI_GRAPH ? firstEditable(views) : shown,
  }));
  // The account may answer, or be changed in another tab, while the dialog is open.
  const [base, setBase] = useState(views);
  if (base !== views) {
    setBase(views);
    setDraft(rebased(draft, base, views));
  }
  const [tab, setTab] = useState<TabName>("columns");
  const [isLeaving, setLeaving] = useState(false);
  const changes = unsaved(views, draft.views);

  // A formula that is being built costs the chain nothing once the dialog is gone.
  useEffect(() => () => store.set(pane.previewAtom, undefined), [store, pane]);

  /** Views go to the account; what the browser changed of them before is in them. */
  function keep(next: Draft["views"]): void {
    void saveViews(store, next);
    store.set(pane.changedViewsAtom, {});
  }

  function remove(name: string): void {
    if (isLasting(name)) return;
    if (name === shown) store.set(pane.viewNameAtom, viewBefore(views, name) ?? "");
    keep(new Map([...views].filter(([one]) => one !== name)));
    setDraft((before) => deleteView(before, name));
  }

  function saveColumn(key: CustomKey, column: UserColumn): void {
    void saveColumns(store, { ...columns, [key]: column });
  }

  function removeColumn(key: CustomKey): void {
    const { [key]: _, ...rest } = columns;
    keep(withoutColumn(views, key));
    setDraft((before) => ({ ...before, views: withoutColumn(before.views, key) }));
    void saveColumns(store, rest);
  }

  const takeBack = (): void =>
    setDraft(({ edited }) => ({ views, edited: views.has(edited) ? edited : firstEditable(views) }));
  const leave = (): void => (changes.length > 0 && !isLeaving ? setLeaving(true) : onClose());
  const count = Object.keys(columns).length;
  const tabs = [
    { value: "columns", label: "Columns" },
    { value: "options", label: "Options" },
    { value: "custom", label: "Custom Column", mark: "Beta" },
    { value: "mine", label: count > 0 ? `My Columns ${count}` : "My Columns", mark: "Beta" },
    { value: "highlight", label: "Highlight" },
  ] as const;
  return (
    <Dialog
      open
      onClose={leave}
      title={TITLE}
      width={WIDTH}
      footer={
        <>
          <output className={styles["unsaved"]}>
            {isLeaving ? "Leave without saving?" : changes.length > 0 ? `Unsaved: ${changes.join(" · ")}` : ""}
          </output>
          {isLeaving ? (
            <Button onClick={() => setLeaving(false)}>Keep editing</Button>
          ) : tab === "columns" || tab === "options" ? (
            <Button disabled={changes.length === 0} title="Takes back what is not saved" onClick={takeBack}>
              Back
            </Button>
          ) : undefined}
          <Button onClick={onClose}>{isLeaving ? "Discard" : "Cancel"}</Button>
          <Button
            kind="primary"
            disabled={changes.length === 0}
            title={changes.length === 0 ? "Nothing is changed" : undefined}
            onClick={() => {
              keep(draft.views);
              onClose();
            }}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={styles["columns"]}>
        <ViewsColumn draft={draft} onChange={setDraft} onDelete={remove} />
        <EditColumn draft={draft} onChange={setDraft} />
        <section className={styles["tabs"]} aria-label="Settings">
          <Tabs id="chain-settings" label="Settings" tabs={tabs} value={tab} onChange={setTab} hasPanel />
          <TabPanel id="chain-settings" value={tab} className={styles["panel"] ?? ""}>
            {tab === "columns" ? <ColumnsTab draft={draft} onChange={setDraft} columns={columns} /> : undefined}
            {tab === "options" ? <OptionsTab draft={draft} onChange={setDraft} /> : undefined}
            {tab === "custom" ? (
              <ColumnBuilder columns={columns} onSave={saveColumn} onBack={() => setTab("columns")} />
            ) : undefined}
            {tab === "mine" ? (
              <MyColumnsTab columns={columns} onDelete={removeColumn} onBuild={() => setTab("custom")} />
            ) : undefined}
            {tab === "highlight" ? <HighlightTab /> : undefined}
          </TabPanel>
        </section>
      </div>
    </Dialog>
  );
}
