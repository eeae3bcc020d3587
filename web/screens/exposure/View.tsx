import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { CRORE } from "#contract/domain/units.ts";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { FigureTable } from "../../kit/side-panel/FigureTable.tsx";
import { SidePanel, WithSidePanel } from "../../kit/side-panel/SidePanel.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { Charts } from "./Charts.tsx";
import { crores } from "./chart.ts";
import styles from "./exposure.module.css";
import { exposure } from "./pane.ts";
import { FIGURES, RANGES, type Snapshot } from "./snapshot.ts";
import { ruleWords } from "./words.ts";

export { screen } from "./screen.ts";

/** Gamma, delta and vega of what is held, by strike and in all; where net gamma turns. */
export function View(): ReactNode {
  const pane = exposure.use();
  const scope = useAtomValue(pane.scopeAtom);
  return (
    <PaneScreen
      pane={pane}
      figures={
        <>
          <SpotFigure pane={pane} />
          <Figures />
        </>
      }
      controls={<Controls />}
    >
      {scope === "all" ? (
        <WithSidePanel panel={<ByExpiry />}>
          <Charts />
        </WithSidePanel>
      ) : (
        <Charts />
      )}
    </PaneScreen>
  );
}

const SCOPES = [
  { value: "expiry", label: "This expiry" },
  { value: "all", label: "All expiries" },
] as const;
const RANGE_OPTIONS = RANGES.map((each) => ({ value: each, label: each === 100 ? "All" : `ATM ± ${each}` }));

/** Which expiries count, and which strikes have bars. */
function Choices(): ReactNode {
  const pane = exposure.use();
  const [scope, chooseScope] = useAtom(pane.scopeAtom);
  const [range, chooseRange] = useAtom(pane.rangeAtom);
  return (
    <>
      <SegmentedControl label="Expiries" segments={SCOPES} value={scope} onChange={chooseScope} />
      <Select label="Strikes" prefix="Strikes" options={RANGE_OPTIONS} value={range} onChange={chooseRange} />
    </>
  );
}

const NONE = Number.NaN;
const figuresOf = ({ snapshot }: PaneState<Snapshot>) => ({
  gamma: snapshot?.totals.gamma ?? NONE,
  delta: snapshot?.totals.delta ?? NONE,
  vega: snapshot?.totals.vega ?? NONE,
  hasOi: snapshot?.hasOi ?? false,
  zero: snapshot?.zero ?? NONE,
  spot: snapshot?.standing.spot ?? NONE,
});

/** Totals count all strikes, the bars only the range. */
function Figures(): ReactNode {
  const pane = exposure.use();
  const { gamma, delta, vega, hasOi, zero, spot } = useSlowFact(pane.stateAtom, figuresOf);
  const { price } = usePriceFormats(pane);
  const total = (rupees: number): string => (hasOi ? crores.text(rupees / CRORE) : "-");
  const away = spot - zero;
  const where = Number.isNaN(away) ? {} : { change: `${price.text(Math.abs(away))} ${away > 0 ? "below" : "above"}` };
  return (
    <>
      <HeaderFigure label="Zero gamma" value={price.text(zero)} {...where} />
      <HeaderFigure label="Net gamma" value={total(gamma)} change="Cr per 1 %" />
      <HeaderFigure label="Net delta" value={total(delta)} change="Cr" />
      <HeaderFigure label="Net vega" value={total(vega)} change="Cr per point" />
    </>
  );
}

const SIGNS = [
  { value: "calls", label: "Calls +, puts \u2212" },
  { value: "puts", label: "Calls \u2212, puts +" },
] as const;

/** What is counted, by which sign rule, and what it is priced on. */
function Controls(): ReactNode {
  const pane = exposure.use();
  const [positive, turn] = useAtom(pane.positiveAtom);
  return (
    <ControlRow>
      <Choices />
      <Select label="Sign" prefix="Sign" options={SIGNS} value={positive} onChange={turn} />
      <span className={styles["rule"]} title={ruleWords(positive)}>
        {ruleWords(positive)}
      </span>
      <span className={styles["end"]}>
        <span className={styles["note"]} title="The bars are of the strikes that are chosen">
          totals over all strikes
        </span>
        <LinesPricedOn pane={pane} />
      </span>
    </ControlRow>
  );
}

const byExpiryOf = ({ snapshot }: PaneState<Snapshot>) => ({
  rows: snapshot?.byExpiry ?? [],
  totals: snapshot?.totals,
});

function ByExpiry(): ReactNode {
  const { rows, totals } = useSlowFact(exposure.use().stateAtom, byExpiryOf);
  const cells = (of: Readonly<Record<(typeof FIGURES)[number], number>>) =>
    FIGURES.map((figure) => crores.text(of[figure] / CRORE));
  return (
    <SidePanel title="By expiry" note="net, ₹ crore">
      <FigureTable
        head={["expiry", "gamma", "delta", "vega"]}
        rows={[
          ...rows.map((row) => ({
            key: row.expiry,
            label: `${dayWords(row.expiry)} ${row.expiry.slice(2, 4)}`,
            figures: cells(row),
          })),
          ...(totals ? [{ label: "All", figures: cells(totals), isTotal: true }] : []),
        ]}
      />
    </SidePanel>
  );
}
