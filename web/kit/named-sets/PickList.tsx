import { type ReactNode, useState } from "react";
import { OrderedList } from "../../components/ordered-list/OrderedList.tsx";
import { moved } from "../../components/ordered-list/order.ts";
import styles from "./named-sets.module.css";

interface PickListProps {
  /** What the names are: 'Futures'. */
  readonly label: string;
  readonly all: readonly string[];
  /** In the order in which they were picked, until the user gives them another. */
  readonly picked: readonly string[];
  readonly onChange: (picked: readonly string[]) => void;
}

/** Two lists side by side: a press on the left adds a name, a press on the right takes it out again, a drag moves it. */
export function PickList({ label, all, picked, onChange }: PickListProps): ReactNode {
  const [wanted, setWanted] = useState("");
  const found = all.filter((name) => name.includes(wanted.trim().toUpperCase()));
  return (
    <div className={styles["pick"]}>
      <fieldset className={styles["pane"]} aria-label={`All ${label}`}>
        <input
          type="search"
          className={styles["find"]}
          placeholder={`Find in ${all.length} ${label.toLowerCase()}`}
          aria-label={`Find ${label}`}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <ul className={styles["names"]}>
          {found.map((name) => (
            <li key={name}>
              <button
                type="button"
                title={`Add ${name}`}
                aria-pressed={picked.includes(name)}
                onClick={() => picked.includes(name) || onChange([...picked, name])}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </fieldset>
      <fieldset className={styles["pane"]} aria-label={`Selected ${label}`}>
        <p className={styles["count"]}>{picked.length} selected</p>
        <div className={styles["names"]}>
          <OrderedList
            label={`Selected ${label}, in order`}
            items={picked.map((name) => ({ key: name, label: name }))}
            onMove={(from, to) => onChange(moved(picked, from, to))}
            onPress={(name) => onChange(picked.filter((one) => one !== name))}
            pressTitle={(item) => `Remove ${item.label}`}
          />
        </div>
      </fieldset>
    </div>
  );
}
