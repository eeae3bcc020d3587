import { useAtom, useAtomValue } from "jotai";
import { type CSSProperties, type ReactNode, useMemo, useRef } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { WHOLE_PORTFOLIO } from "#contract/domain/strategy/portfolio.ts";
import type { ChartData, ChartSpec } from "../../../charts/chart-spec.ts";
import { pane as attribution } from "../../../components/attribution/pane.ts";
import type { CauseLine, Snapshot } from "../../../components/attribution/snapshot.ts";
import { Select } from "../../../components/controls/Select.tsx";
import { toneOf } from "../../../components/tone.ts";
import { formats } from "../../../format/format.ts";
import { PaneChart } from "../../../kit/pane/PaneChart.tsx";
import { useSnapshotSource } from "../../../kit/pane/snapshot-source.ts";
import { plainTick } from "../../../kit/series/price-axis.ts";
import { seriesData } from "../../../kit/series/series-data.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import { type PaneElement, type PaneState, usePane } from "../../../state/pane/pane.ts";
import { shownAtom } from "../book/positions.ts";
import { contractText } from "../leg-words.ts";
import { portfolio } from "../pane.ts";
import styles from "./attribution.module.css";
import { attributionNote } from "./attribution-note.ts";
import { subjectOfLeg, WHOLE } from "./causes.ts";

/** From what was before, to the whole: each begins where the one before it ended. */
const STEPS: readonly (readonly [line: CauseLine, label: string])[] = [
  ["earlier", "Before today"],
  ["trades", "Trades"],
  ["delta", "Delta"],
  ["gamma", "Gamma"],
  ["theta", "Theta"],
  ["vega", "Vega"],
  ["residual", "Residual"],
];
const LINES: readonly CauseLine[] = ["total", "delta", "gamma", "theta", "vega", "residual"];

const lastOf =
  (line: CauseLine) =>
  ({ snapshot }: PaneState<Snapshot>): number =>
    snapshot?.series.lines[line].at(-1) ?? Number.NaN;
const lastByLine = (state: PaneState<Snapshot>): readonly number[] => STEPS.map(([line]) => lastOf(line)(state));
const noteOf = ({ snapshot }: PaneState<Snapshot>): string => (snapshot ? attributionNote(snapshot) : "");
const dataOf = ({ series, date }: Snapshot): ChartData => seriesData(series, LINES, { note: dayWords(date) });

const SPEC: ChartSpec = {
  x: { kind: "minute" },
  y: { format: plainTick, unit: "Rupees", zero: true },
  series: [
    {
      kind: "line",
      id: "total",
      label: "Total",
      colour: "ink",
      width: 2,
      format: formats.signedWhole.text,
      tag: "solid",
    },
    { kind: "line", id: "delta", label: "Delta", colour: "s1", format: formats.signedWhole.text },
    { kind: "line", id: "gamma", label: "Gamma", colour: "s2", format: formats.signedWhole.text },
    { kind: "line", id: "theta", label: "Theta", colour: "s3", format: formats.signedWhole.text },
    { kind: "line", id: "vega", label: "Vega", colour: "s4", format: formats.signedWhole.text },
    { kind: "line", id: "residual", label: "Residual", colour: "ink-3", width: 1, format: formats.signedWhole.text },
  ],
};

/** What the profit of the whole, of a strategy or of a leg came from: bars up to the total, and how each grew through the day. */
export function AttributionBand(): ReactNode {
  const pane = portfolio.use();
  const [subject, choose] = useAtom(pane.subjectAtom);
  const strategies = useAtomValue(shownAtom);
  const root = useRef<PaneElement>(null);
  const { contextAtom, attributionParamsAtom: paramsAtom, attributionAtom: stateAtom } = pane;
  usePane(attribution, { contextAtom, paramsAtom, stateAtom }, root);
  const source = useSnapshotSource({ stateAtom }, dataOf);
  const options = useMemo(
    () => [
      { value: WHOLE, label: WHOLE_PORTFOLIO },
      ...strategies.flatMap(({ id, name, symbol, legs }) => [
        { value: id, label: name },
        ...legs.map((leg) => ({ value: subjectOfLeg(id, leg.id), label: `${name}: ${contractText(symbol, leg)}` })),
      ]),
    ],
    [strategies],
  );
  return (
    <section ref={root} className={styles["band"]} aria-label="Attribution">
      <header className={styles["head"]}>
        <Select
          label="Attribution of"
          options={options}
          value={options.some(({ value }) => value === subject) ? subject : WHOLE}
          onChange={choose}
        />
        <p className={styles["note"]} role="status">
          {useSlowFact(stateAtom, noteOf)}
        </p>
      </header>
      <Steps />
      <div className={styles["chart"]}>
        <PaneChart
          pane={{ stateAtom }}
          spec={SPEC}
          source={source}
          isLinked
          label="Profit by cause through the day"
          emptyText="No leg of this has a price on this day."
        />
      </div>
    </section>
  );
}

/** A bar a cause, and the total that they add up to. */
function Steps(): ReactNode {
  const amounts = useSlowFact(portfolio.use().attributionAtom, lastByLine);
  let sum = 0;
  const ends = amounts.map((amount) => {
    sum += amount;
    return sum;
  });
  const top = Math.max(0, ...ends);
  const span = top - Math.min(0, ...ends) || 1;
  const bars = STEPS.map(([, label], at) => ({
    label,
    amount: amounts[at] ?? Number.NaN,
    from: at === 0 ? 0 : (ends[at - 1] ?? 0),
    to: ends[at] ?? 0,
  }));
  const total = ends.at(-1) ?? Number.NaN;
  return (
    <dl className={styles["steps"]}>
      {[...bars, { label: "Total Profit", amount: total, from: 0, to: total }].map(({ label, amount, from, to }) => {
        const isKnown = !Number.isNaN(amount);
        const place: CSSProperties = isKnown
          ? { top: `${((top - Math.max(from, to)) / span) * 100}%`, height: `${(Math.abs(to - from) / span) * 100}%` }
          : { height: 0 };
        return (
          <div key={label} className={styles["step"]}>
            <dt>{label}</dt>
            <dd data-tone={toneOf(amount)}>{formats.signedWhole.text(amount)}</dd>
            <span className={styles["track"]} aria-hidden="true">
              <span style={place} data-tone={label === "Total Profit" ? undefined : toneOf(amount)} />
            </span>
          </div>
        );
      })}
    </dl>
  );
}
