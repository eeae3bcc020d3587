import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { ALL_STRIKES, FIT_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { TextField } from "../../../components/controls/TextField.tsx";
import { OrderedList } from "../../../components/ordered-list/OrderedList.tsx";
import { chain } from "../pane.ts";
import { MAX_COLUMNS, OI_GRAPH, type View } from "../views.ts";
import { analysisBasisAtom } from "./analysis-basis.ts";
import { createView, type Draft, isLasting, moveView, whyNotCreated } from "./draft.ts";
import styles from "./settings.module.css";

interface ViewsColumnProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Confirmed: it is deleted at once. */
  readonly onDelete: (name: string) => void;
}

/** The views in the order of their tabs, and how one is made or deleted. */
export function ViewsColumn({ draft, onChange, onDelete }: ViewsColumnProps): ReactNode {
  const [name, setName] = useState("");
  // By its name: another view may be pressed while the question stands.
  const [deleting, setDeleting] = useState<string>();
  const [noted, note] = useState("");
  const analysisTs = useAtomValue(analysisBasisAtom);
  const why = whyNotCreated(draft, name);
  const { edited, views } = draft;
  const isSaved = useAtomValue(chain.use().viewsAtom).has(edited);
  const items = [...views].map(([key, view]) => ({ key, label: key, note: noteOf(key, view) }));

  function create(): void {
    if (why !== undefined) return;
    onChange(createView(draft, name, analysisTs === "open" ? "open" : "prevClose"));
    setName("");
  }

  return (
    <section className={styles["views"]} aria-label="Views">
      <header className={styles["head"]}>
        <h3>Views</h3>
        <span className={styles["quiet"]}>order of the tabs</span>
      </header>
      <div className={styles["list"]}>
        <OrderedList
          label="Views"
          items={items}
          selected={edited}
          onMove={(from, to) => onChange(moveView(draft, from, to))}
          onPress={(key) => {
            note(key === OI_GRAPH ? "OI Graph has no columns to edit" : "");
            if (key !== OI_GRAPH) onChange({ ...draft, edited: key });
          }}
        />
        {deleting !== undefined ? (
          <div className={styles["confirm"]}>
            <p>Delete {deleting}?</p>
            <Button onClick={() => setDeleting(undefined)}>Cancel</Button>
            <Button
              kind="danger"
              onClick={() => {
                setDeleting(undefined);
                onDelete(deleting);
              }}
            >
              Confirm
            </Button>
          </div>
        ) : (
          <Button
            kind="danger"
            disabled={isLasting(edited)}
            title={isLasting(edited) ? `${edited} is always there` : undefined}
            onClick={() => (isSaved ? setDeleting(edited) : onDelete(edited))}
          >
            Delete {edited}
          </Button>
        )}
        <p className={styles["quiet"]}>
          {noted || "chain, greeks and OI Graph keep their names and cannot be deleted"}
        </p>
      </div>
      <form
        className={styles["create"]}
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <TextField
          label="Create View"
          placeholder="Name"
          value={name}
          onChange={setName}
          maxLength={40}
          autoComplete="off"
        />
        <Button type="submit" disabled={why !== undefined} title={why}>
          Create
        </Button>
      </form>
    </section>
  );
}

function noteOf(name: string, { columns, strikeRange }: View): string {
  if (name !== OI_GRAPH) return `${columns.length} of ${MAX_COLUMNS}`;
  return strikeRange === ALL_STRIKES ? "all strikes" : strikeRange === FIT_STRIKES ? "fit" : `${strikeRange} strikes`;
}
