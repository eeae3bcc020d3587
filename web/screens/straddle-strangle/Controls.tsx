import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useMemo, useState } from "react";
import { AskedPart } from "../../components/AskedPart.tsx";
import { Button } from "../../components/controls/Button.tsx";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { AlertsButton } from "../../kit/alerts/AlertsButton.tsx";
import type { AlertLine } from "../../kit/alerts/alert-pane.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { useTrade } from "../../kit/pane/trade/use-trade.ts";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { lastOf } from "../../kit/series/last-of.ts";
import { AutoAtm } from "../../kit/strikes/AutoAtm.tsx";
import { StrikeSelect } from "../../kit/strikes/StrikeSelect.tsx";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { boxLabel, pairName, seriesLabel } from "./chart.ts";
import { type SeriesOptions, straddle } from "./pane.ts";
import { SERIES, type SeriesName, type Snapshot } from "./snapshot.ts";
import styles from "./straddle-strangle.module.css";

// Who only looks does not load what sends and saves.
const TradeDialog = lazyPart(() => import("./TradeDialog.tsx"), "TradeDialog");
const SaveDialog = lazyPart(() => import("./SaveDialog.tsx"), "SaveDialog");

const pairOf = ({ snapshot }: PaneState<Snapshot>) => ({
  ce: snapshot?.ce ?? Number.NaN,
  pe: snapshot?.pe ?? Number.NaN,
  /** Both legs have a price. */
  isPriced: !Number.isNaN(lastOf(snapshot)("main")),
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
  const { ce, pe, isPriced, hasVwap } = useSlowFact(pane.stateAtom, pairOf);
  const trade = useTrade(pane);
  const broker = useAtomValue(connectedBrokerAtom);
  const [dialog, openDialog] = useState<"trade" | "save">();
  const close = (): void => openDialog(undefined);
  const unpriced = isPriced ? {} : { title: "A leg has no price" };
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
        <Button size="header" disabled={!isPriced} {...unpriced} onClick={() => openDialog("save")}>
          Save
        </Button>
        {trade ? (
          <Button
            size="header"
            kind="primary"
            disabled={!isPriced}
            {...unpriced}
            // Without a broker the shell leads to where one is connected.
            onClick={() => (broker ? openDialog("trade") : trade(ce, "CE", "S"))}
          >
            Trade
          </Button>
        ) : undefined}
        <AskedPart>
          {dialog === "trade" ? <TradeDialog onClose={close} /> : undefined}
          {dialog === "save" ? <SaveDialog onClose={close} /> : undefined}
        </AskedPart>
      </span>
    </ControlRow>
  );
}
