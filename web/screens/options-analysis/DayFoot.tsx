import type { ReactNode } from "react";
import { formats } from "../../format/format.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./options-analysis.module.css";
import { analysis } from "./pane.ts";
import { NET, type Snapshot, totalSlot } from "./snapshot.ts";
import { SUM_WORDS } from "./table.tsx";

const totalsOf = ({ snapshot }: PaneState<Snapshot>): readonly number[] => Array.from(snapshot?.totals ?? []);

/** What the day built up of both contracts: the four sums and their net, in lakh, mirrored as the table is. */
export function DayFoot({ isShort }: { readonly isShort: boolean }): ReactNode {
  const totals = useSlowFact(analysis.use().stateAtom, totalsOf);
  const text = (side: number, sum: number): string =>
    formats.signedLakh.text(totals[totalSlot(side, sum)] ?? Number.NaN);
  const sums = (side: number): ReactNode => (
    <dl className={styles["sums"]} data-side={side === 0 ? "ce" : "pe"} aria-label={side === 0 ? "Calls" : "Puts"}>
      <div>
        <dt>OI Chg, net</dt>
        <dd>{text(side, NET)}</dd>
      </div>
      {SUM_WORDS.toReversed().map(({ word, short }, nth) => (
        <div key={word}>
          <dt>{isShort ? short : word}</dt>
          <dd>{text(side, SUM_WORDS.length - 1 - nth)}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <section className={styles["foot"]} aria-label="The day, lakh">
      {sums(0)}
      <div className={styles["day"]}>
        <strong>Day</strong>
        <small>Lakh</small>
      </div>
      {sums(1)}
    </section>
  );
}
