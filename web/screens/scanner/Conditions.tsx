import { Fragment, type ReactNode } from "react";
import { formats } from "../../format/format.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { scanner } from "./pane.ts";
import styles from "./scanner.module.css";
import type { Snapshot } from "./snapshot.ts";

const factsOf = ({ snapshot }: PaneState<Snapshot>) => ({
  conditions: snapshot?.conditions ?? [],
  priced: (snapshot?.contracts ?? Number.NaN) - (snapshot?.unpriced ?? Number.NaN),
  matches: snapshot?.matches ?? Number.NaN,
  named: snapshot?.named ?? 0,
});

/** Every condition alone, with how many contracts pass it; the last figure is all of them together. */
export function Conditions(): ReactNode {
  const { conditions, priced, matches, named } = useSlowFact(scanner.use().stateAtom, factsOf);
  if (conditions.length === 0) return undefined;
  return (
    <>
      {conditions.map(({ text, passes }, i) => (
        // Two equal conditions differ by their place alone.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is short, and never reordered
        <Fragment key={`${i} ${text}`}>
          {i === 0 ? undefined : <span className={styles["and"]}>and</span>}
          <div className={styles["condition"]}>
            <span className={styles["text"]} title={text}>
              {text}
            </span>
            <span className={styles["passes"]}>
              <b>{formats.whole.text(passes)}</b> pass
            </span>
            <meter className={styles["share"]} min={0} max={Math.max(priced, 1)} value={passes} aria-label={text} />
          </div>
        </Fragment>
      ))}
      <span className={styles["total"]}>
        = <b>{formats.whole.text(matches)}</b> match
        {matches > named ? `; the ${named} most traded are shown` : undefined}
      </span>
    </>
  );
}
