import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { countPicks } from "#contract/domain/strike-choice.ts";
import { formats, timeFormat } from "../../format/format.ts";
import { TablePane } from "../../kit/table/TablePane.tsx";
import type { PaneState } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { premiumDecay } from "./pane.ts";
import styles from "./premium-decay.module.css";
import type { Snapshot } from "./snapshot.ts";
import { table } from "./table.ts";

const NONE = Number.NaN;

function premiumsOf({ snapshot }: PaneState<Snapshot>) {
  const { minute = NONE, ce = NONE, pe = NONE } = snapshot?.base ?? {};
  const lines = snapshot?.series.lines;
  return { minute, ce, pe, ceNow: ce + (lines?.ce.at(-1) ?? NONE), peNow: pe + (lines?.pe.at(-1) ?? NONE) };
}
const halfHoursOf = ({ snapshot }: PaneState<Snapshot>) => snapshot?.halfHours;

/** The change strike by strike, the premium then and now, and the change by half-hour. */
export function SidePanel(): ReactNode {
  const pane = premiumDecay.use();
  const { minute } = useSlowFact(pane.stateAtom, premiumsOf);
  return (
    <aside className={styles["side"]} aria-label="By strike">
      <header className={styles["heading"]}>
        <span className={styles["title"]}>By strike</span>
        <span>{`since ${timeFormat.text(minute)}, ₹ a unit`}</span>
      </header>
      <div className={styles["table"]}>
        <TablePane table={table} pane={pane} look={undefined} />
      </div>
      <Premiums />
      <HalfHours />
    </aside>
  );
}

function Premiums(): ReactNode {
  const { stateAtom, picksAtom } = premiumDecay.use();
  const { minute, ce, pe, ceNow, peNow } = useSlowFact(stateAtom, premiumsOf);
  const count = countPicks(useAtomValue(picksAtom) ?? []);
  const strikes = (side: string, on: number): string => `${side}, ${on} ${on === 1 ? "strike" : "strikes"}`;
  const rows = [
    { words: strikes("CE", count.ce), before: ce, now: ceNow },
    { words: strikes("PE", count.pe), before: pe, now: peNow },
    { words: "CE + PE", before: ce + pe, now: ceNow + peNow },
  ];
  return (
    <table className={styles["facts"]}>
      <thead>
        <tr>
          <th scope="col">of the base premium</th>
          <th scope="col">{`at ${timeFormat.text(minute)}`}</th>
          <th scope="col">now</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ words, before, now }) => (
          <tr key={words}>
            <th scope="row">{words}</th>
            <td>{formats.price.text(before)}</td>
            <td>{formats.price.text(now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The latest is in view; the earlier ones are scrolled to. */
function HalfHours(): ReactNode {
  const { to, ce, pe } = useSlowFact(premiumDecay.use().stateAtom, halfHoursOf) ?? {};
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
    <section className={styles["halfHours"]} aria-label="By half-hour" tabIndex={0}>
      <table className={styles["facts"]}>
        <thead>
          <tr>
            <th scope="col">half-hour</th>
            <th scope="col">CE</th>
            <th scope="col">PE</th>
            <th scope="col">CE + PE</th>
          </tr>
        </thead>
        <tbody>
          {Array.from(to ?? [], (minute, i) => (
            <tr key={minute}>
              <th scope="row">{`to ${timeFormat.text(minute)}`}</th>
              <td>{formats.signedPrice.text(ce?.[i] ?? NONE)}</td>
              <td>{formats.signedPrice.text(pe?.[i] ?? NONE)}</td>
              <td>{formats.signedPrice.text((ce?.[i] ?? NONE) + (pe?.[i] ?? NONE))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
