import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { formats } from "../../format/format.ts";
import { READY_MADE } from "../../kit/futures/ready-made-scans.ts";
import { useMount } from "../../kit/pane/mount.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { ownScans, scanner } from "./pane.ts";
import styles from "./rail.module.css";
import type { Snapshot } from "./snapshot.ts";

/** The scans of one's own and those that are ready-made, each with how many contracts it finds, and the alert of the one that is shown. */
export function Rail(): ReactNode {
  const own = Object.keys(useAtomValue(ownScans.setsAtom));
  const ready = [...READY_MADE.keys()].filter((name) => !own.includes(name));
  return (
    <nav className={styles["rail"]} aria-label="Scans">
      <div className={styles["lists"]}>
        <Section title="Saved scans" names={own} empty="'Add Scan' keeps the one that is shown." />
        <Section title="Ready-made" names={ready} />
      </div>
      <AlertBox />
    </nav>
  );
}

interface SectionProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly empty?: string;
}

function Section({ title, names, empty }: SectionProps): ReactNode {
  return (
    <section aria-label={title}>
      <h2 className={styles["title"]}>{title}</h2>
      {names.length === 0 ? <p className={styles["quiet"]}>{empty}</p> : undefined}
      <ul className={styles["list"]}>
        {names.map((name) => (
          <ScanButton key={name} name={name} />
        ))}
      </ul>
    </section>
  );
}

const shownOf = ({ snapshot }: PaneState<Snapshot>) => ({
  matches: snapshot?.matches ?? Number.NaN,
  came: snapshot?.came ?? Number.NaN,
});

function ScanButton({ name }: { readonly name: string }): ReactNode {
  const { scans, countsAtom, stateAtom, isChangedAtom } = scanner.use();
  const { name: current } = useAtomValue(scans.currentAtom);
  const isChanged = useAtomValue(isChangedAtom);
  const [, choose] = useAtom(scans.chooseAtom);
  const counted = useAtomValue(countsAtom).get(name) ?? Number.NaN;
  const { matches, came } = useSlowFact(stateAtom, shownOf);
  const isCurrent = name === current;
  const count = isCurrent && !isChanged ? matches : counted;
  return (
    <li>
      <button
        type="button"
        className={styles["scan"]}
        aria-current={isCurrent || undefined}
        title={isCurrent && isChanged ? `${name}, as it is kept: the formula beside it is another one now` : name}
        onClick={() => choose(name)}
      >
        <span className={styles["name"]}>{name}</span>
        {isCurrent && !isChanged && came > 0 ? <span className={styles["came"]}>+{came}</span> : undefined}
        <b>{formats.whole.text(count)}</b>
      </button>
    </li>
  );
}

function AlertBox(): ReactNode {
  const { isArmedAtom } = scanner.use();
  const [isArmed, arm] = useAtom(isArmedAtom);
  const { isCompact } = useMount();
  return (
    <div className={styles["alert"]}>
      <Checkbox label="Alert on a new match" checked={isArmed} onChange={arm} />
      <p>
        {isCompact ? "while this workspace is open, also in a hidden tab" : "on every page, also in a hidden tab"}; once
        a name, armed again when it leaves
      </p>
    </div>
  );
}
