import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { PanePricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { BASES, BasisModal } from "./BasisModal.tsx";
import styles from "./mode-bar.module.css";
import { modeChain } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

const pricedOnOf = ({ snapshot }: PaneState<Snapshot>) => snapshot?.facts.pricedOn;
const lotOf = ({ snapshot }: PaneState<Snapshot>): number => snapshot?.facts.lotSize ?? 0;

/** Modes at the left, switches at the right: '-X' says what a press takes away. */
export function ModeBar(): ReactNode {
  const pane = modeChain.use();
  const mode = useAtomValue(pane.modeAtom);
  const tweaks = useAtomValue(pane.tweaksAtom);
  const turn = useSetAtom(pane.turnAtom);
  const chooseBasis = useSetAtom(pane.answerBasisAtom);
  const [isGreeks, showGreeks] = useAtom(pane.isGreeksAtom);
  const [isGraph, showGraph] = useAtom(pane.isGraphAtom);
  const [areBarsInverted, invertBars] = [useAtomValue(pane.areBarsInvertedAtom), useSetAtom(pane.areBarsInvertedAtom)];
  const [isAsking, ask] = useState(false);
  const lot = useSlowFact(pane.stateAtom, lotOf);
  const name = (word: string, isOn: boolean): string => (isOn ? `${word}-X` : word);
  return (
    <ControlRow>
      <Button
        size="header"
        onClick={() => {
          showGraph(false);
          showGreeks(!isGreeks);
        }}
      >
        {isGreeks ? "Option Chain" : "Greeks"}
      </Button>
      <Button size="header" aria-pressed={isGraph} onClick={() => showGraph(!isGraph)}>
        OI Graph
      </Button>
      <span className={styles["rest"]}>
        {mode === "graph" ? undefined : <PanePricedOn pane={pane} read={pricedOnOf} />}
        {mode === "graph" ? (
          <Checkbox label="Change Bar Display" checked={areBarsInverted} onChange={invertBars} />
        ) : undefined}
        {mode === "chain" ? (
          <>
            {tweaks.lotToogle && lot > 0 ? <span className={styles["lot"]}>in lots of {lot}</span> : undefined}
            <Button size="header" onClick={() => turn("lotToogle")}>
              {name("Lot", tweaks.lotToogle)}
            </Button>
            <Button size="header" onClick={() => (tweaks.buildUp || tweaks.buildUpModal ? turn("buildUp") : ask(true))}>
              {name("Analysis", tweaks.buildUp)}
            </Button>
            {tweaks.buildUp ? (
              <Select
                label="Calculate Analysis based on"
                title="Calculate Analysis based on"
                options={BASES}
                value={tweaks.openToday ? "openToday" : "previousClose"}
                onChange={chooseBasis}
              />
            ) : undefined}
            <Button size="header" onClick={() => turn("barToogle")}>
              {name("Shading", tweaks.barToogle)}
            </Button>
          </>
        ) : undefined}
        <Button size="header" aria-pressed={tweaks.switchShadingColor} onClick={() => turn("switchShadingColor")}>
          Switch color
        </Button>
      </span>
      {isAsking ? <BasisModal onClose={() => ask(false)} /> : undefined}
    </ControlRow>
  );
}
