import { useAtom } from "jotai";
import { type ReactNode, useState } from "react";
import { type LimitFrame, roundToStep, setLower, setUpper } from "#contract/domain/strategy/analyzer-limits.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { useFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./analyzer.module.css";
import { LISTED } from "./kinds.ts";
import { limitsOf } from "./limits.ts";
import { PayoffDiagram } from "./PayoffDiagram.tsx";
import { analyzer } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import { useAnalyze } from "./use-analysis.ts";

const LISTED_OPTIONS = LISTED.map((value) => ({ value, label: value }));
const frameOf = ({ snapshot }: PaneState<Snapshot>): LimitFrame | undefined => snapshot?.market?.frame;

/** Which strategies, over which strikes; what makes them, and what shows the checked ones. */
export function Selectors(): ReactNode {
  const pane = analyzer.use();
  const [listed, setListed] = useAtom(pane.listedAtom);
  const frame = useFact(pane.stateAtom, frameOf);
  const analyze = useAnalyze();
  return (
    <>
      <Select label="Strategy" prefix="Strategy" options={LISTED_OPTIONS} value={listed} onChange={setListed} />
      <Limits frame={frame} />
      <Button
        kind="primary"
        size="header"
        onClick={analyze}
        {...(!frame && { disabled: true, title: "No price of the underlying is known yet" })}
      >
        Analyze
      </Button>
      <PayoffDiagram />
    </>
  );
}

function Limits({ frame }: { readonly frame: LimitFrame | undefined }): ReactNode {
  const pane = analyzer.use();
  const [chosen, choose] = useAtom(pane.chosenLimitsAtom);
  const limits = frame && limitsOf(frame, chosen);
  const set = (move: typeof setLower) => (strike: number) => {
    if (frame && limits) choose(move(limits, roundToStep(strike, frame.step), frame));
  };
  return (
    <>
      <LimitField label="Lower Limit" value={limits?.from} step={frame?.step} onChange={set(setLower)} />
      <LimitField label="Upper Limit" value={limits?.to} step={frame?.step} onChange={set(setUpper)} />
    </>
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly step: number | undefined;
  readonly onChange: (strike: number) => void;
}

/** What is typed counts when the field is left, or with Enter: half a number is no limit. */
function LimitField({ label, value, step, onChange }: LimitFieldProps): ReactNode {
  const [typed, type] = useState<string>();
  function take(): void {
    const strike = Number(typed);
    if (typed !== undefined && typed !== "" && Number.isFinite(strike)) onChange(strike);
    type(undefined);
  }
  return (
    <label className={styles["limit"]}>
      {label}
      <input
        type="number"
        className={styles["number"]}
        disabled={value === undefined}
        step={step ?? "any"}
        value={typed ?? value ?? ""}
        onChange={({ target }) => type(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === "Enter") take();
        }}
      />
    </label>
  );
}
