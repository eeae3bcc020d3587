import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import { Button } from "../../components/Button.tsx";
import { Checkbox } from "../../components/Checkbox.tsx";
import { AlertsButton } from "../../kit/alerts/AlertsButton.tsx";
import type { AlertLine } from "../../kit/alerts/alert-pane.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { useTrade } from "../../kit/pane/use-trade.ts";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { AutoAtm } from "../../kit/strikes/AutoAtm.tsx";
import { StrikeSelect } from "../../kit/strikes/StrikeSelect.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { boxLabel, pairName, seriesLabel } from "./chart.ts";
import { type SeriesOptions, straddle } from "./pane.ts";
import { SERIES, type SeriesName, type Snapshot } from "./snapshot.ts";
import styles from "./straddle-strangle.module.css";

const pairOf = ({ snapshot }: PaneState<Snapshot>) => ({
  ce: snapshot?.ce ?? Number.NaN,
  pe: snapshot?.pe ?? Number.NaN,
  hasVwap: snapshot?.hasVwap ?? true,
});

/** The strikes of both sides, whether they are one, and whether they follow the money. */
export function Selectors(): ReactNode {
  const pane = straddle.use();
  const [isStraddle, setStraddle] = useAtom(pane.isStraddleAtom);
  const ce = useAtomValue(pane.ceAtom);
  const pe = useAtomValue(pane.peAtom);
  const strikeAtoms = [pane.ceAtom, pane.peAtom];
  return (
    <>
      <StrikeSelect pane={pane} strikeAtom={pane.ceAtom} label="CE" />
      <StrikeSelect pane={pane} strikeAtom={pane.peAtom} label="PE" />
      <Checkbox label="Straddle" checked={isStraddle} onChange={setStraddle} title="One strike for both sides" />
      <AutoAtm
        pane={pane}
        autoAtom={pane.autoAtom}
        strikeAtoms={strikeAtoms}
        fixed={ce === pe ? undefined : "Only a straddle can follow the money"}
      />
    </>
  );
}

/** Both names of the pair, the one that it is not switched off, and the series that show. */
function alertLines(options: SeriesOptions, main: string): readonly AlertLine[] {
  const pair = (["Straddle", "Strangle"] as const).map((label) =>
    label === main ? { id: "main", label } : { id: label, label, isOff: true },
  );
  const others = SERIES.filter((name) => name !== "main" && options[name]);
  return [...pair, ...others.map((name) => ({ id: name, label: seriesLabel(name, main) }))];
}

const isVwap = (name: SeriesName): boolean => name.endsWith("Vwap");

/** A box for each series; then what can be done with the pair. */
export function Controls(): ReactNode {
  const pane = straddle.use();
  const [options, setOptions] = useAtom(pane.optionsAtom);
  const [more, setMore] = useAtom(pane.moreAtom);
  const { ce, pe, hasVwap } = useSlowFact(pane.stateAtom, pairOf);
  const trade = useTrade(pane);
  const main = pairName(ce, pe);
  const isOnlyMain = SERIES.every((name) => options[name] === (name === "main"));

  const lines = useMemo(() => alertLines(options, main), [options, main]);

  function whyFixed(name: SeriesName): string | undefined {
    if (name === "main" && isOnlyMain) return "It is the only series";
    return isVwap(name) && !hasVwap ? "This day has no VWAP" : undefined;
  }
  return (
    <ControlRow>
      <fieldset className={styles["boxes"]} aria-label="Chart series">
        {SERIES.map((name) => {
          const fixed = whyFixed(name);
          return (
            <Checkbox
              key={name}
              label={boxLabel(name, main)}
              checked={options[name]}
              onChange={(isOn) => setOptions({ ...options, [name]: isOn })}
              disabled={fixed !== undefined}
              {...(fixed !== undefined && { title: fixed })}
            />
          );
        })}
      </fieldset>
      <span className={styles["actions"]}>
        <LinesPricedOn pane={pane} />
        <Button
          size="header"
          aria-pressed={more.chain}
          title="Every strike's straddle"
          onClick={() => setMore({ ...more, chain: !more.chain })}
        >
          Chain
        </Button>
        <AlertsButton pane={pane} lines={lines} />
        <Button size="header" disabled title="There are no legs to save before a trade">
          Save
        </Button>
        {trade ? (
          <Button size="header" kind="primary" disabled={Number.isNaN(ce)} onClick={() => trade(ce, "CE", "S")}>
            Trade
          </Button>
        ) : undefined}
      </span>
    </ControlRow>
  );
}
