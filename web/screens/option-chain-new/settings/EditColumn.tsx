import type { ReactNode } from "react";
import { isCustomKey } from "#contract/domain/snapshots/chain-table.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { Checkbox } from "../../../components/controls/Checkbox.tsx";
import { Select } from "../../../components/controls/Select.tsx";
import { OrderedList } from "../../../components/ordered-list/OrderedList.tsx";
import { RANGES } from "../ranges.ts";
import { OI_GRAPH } from "../views.ts";
import {
  changeView,
  columnsLeft,
  type Draft,
  editableViews,
  isDefault,
  moveColumn,
  resetView,
  toggleColumn,
} from "./draft.ts";
import styles from "./settings.module.css";
import { useChosen } from "./use-chosen.ts";

interface EditColumnProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

const FIGURES = [
  ["pcr", "Pcr"],
  ["pcrVol", "Pcr Vol"],
  ["pcrOIChg", "Pcr OI Chg"],
  ["straddle", "Straddle"],
] as const;

/** The columns of the chosen view in the order of the table, from the outer edge to the strike. */
export function EditColumn({ draft, onChange }: EditColumnProps): ReactNode {
  const view = draft.views.get(draft.edited)!;
  const left = columnsLeft(draft);
  const [chosen, choose] = useChosen(draft.edited);
  const options = [...editableViews(draft), OI_GRAPH].map((name) => ({
    value: name,
    label: name,
    disabled: name === OI_GRAPH,
  }));
  const items = view.columns.map((id) => ({
    key: id,
    label: isCustomKey(id) ? id.slice(0, -1) : id,
    ...(isCustomKey(id) && { note: "#" }),
  }));
  return (
    <section className={styles["edit"]} aria-label="Chosen view">
      <header className={styles["head"]}>
        <h3>Edit</h3>
        <Select
          label="Edit view"
          options={options}
          value={draft.edited}
          onChange={(edited) => onChange({ ...draft, edited })}
        />
        <output className={styles["left"]} data-full={left === 0 || undefined} aria-label="Columns left">
          {left} column(s) left
        </output>
      </header>
      <div className={styles["list"]}>
        <p className={styles["quiet"]}>outer edge</p>
        <OrderedList
          label={`Columns of ${draft.edited}`}
          items={items}
          isNumbered
          {...(chosen !== undefined && { selected: chosen })}
          onMove={(from, to) => onChange(moveColumn(draft, from, to))}
          onPress={choose}
          onRemove={(key) => onChange(toggleColumn(draft, key as (typeof view.columns)[number]))}
        />
        <p className={styles["quiet"]}>next to the strike</p>
        <div className={styles["pair"]}>
          <Button disabled={view.columns.length === 0} onClick={() => onChange(changeView(draft, { columns: [] }))}>
            Clear
          </Button>
          {isDefault(draft.edited) ? (
            <Button onClick={() => onChange(resetView(draft))}>Reset to Default</Button>
          ) : undefined}
        </div>
      </div>
      <div className={styles["strikes"]}>
        <Select
          label="Strikes"
          prefix="Strikes"
          size="form"
          options={RANGES}
          value={String(view.strikeRange)}
          onChange={(range) => onChange(changeView(draft, { strikeRange: Number(range) }))}
        />
        <div className={styles["figures"]}>
          {FIGURES.map(([key, label]) => (
            <Checkbox
              key={key}
              label={label}
              checked={view[key]}
              onChange={(isOn) => onChange(changeView(draft, { [key]: isOn }))}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
