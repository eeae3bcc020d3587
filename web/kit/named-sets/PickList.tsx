import { type ReactNode, useState } from "react";
import styles from "./named-sets.module.css";

interface PickListProps {
  /** What the names are: 'Futures'. */
  readonly label: string;
  readonly all: readonly string[];
  /** In the order in which they were picked. */
  readonly picked: readonly string[];
  readonly onChange: (picked: readonly string[]) => void;
}

/** Two lists side by side: a press on the left adds a name, a press on the right takes it out again. */
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
        <Names
          names={found}
          chosen={picked}
          verb="Add"
          onPress={(name) => picked.includes(name) || onChange([...picked, name])}
        />
      </fieldset>
      <fieldset className={styles["pane"]} aria-label={`Selected ${label}`}>
        <p className={styles["count"]}>{picked.length} selected</p>
        <Names names={picked} verb="Remove" onPress={(name) => onChange(picked.filter((one) => one !== name))} />
      </fieldset>
    </div>
  );
}

interface NamesProps {
  readonly names: readonly string[];
  readonly verb: string;
  readonly chosen?: readonly string[];
  readonly onPress: (name: string) => void;
}

function Names({ names, verb, chosen, onPress }: NamesProps): ReactNode {
  return (
    <ul className={styles["names"]}>
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            title={`${verb} ${name}`}
            aria-pressed={chosen?.includes(name)}
            onClick={() => onPress(name)}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
