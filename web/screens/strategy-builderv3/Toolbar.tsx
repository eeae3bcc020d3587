import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Checkbox } from "../../components/Checkbox.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { Select } from "../../components/Select.tsx";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { useReplayToggle } from "../../kit/pane/use-replay-toggle.ts";
import { useTrade } from "../../kit/pane/use-trade.ts";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import type { LadderMode, Panel } from "../../kit/strategy/strategy-atoms.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./builder.module.css";
import { builder } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

const hasFutureOf = ({ snapshot }: PaneState<Snapshot>): boolean => snapshot?.future !== undefined;

/** Options or the future of the expiry, and which chart is looked at. */
export function Selectors(): ReactNode {
  const pane = builder.use();
  const [mode, setMode] = useAtom(pane.modeAtom);
  const [view, setView] = useAtom(pane.viewAtom);
  const hasFuture = useSlowFact(pane.stateAtom, hasFutureOf);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  const modes: readonly { value: LadderMode; label: string }[] = [
    { value: "Options", label: "Options" },
    ...(hasFuture ? [{ value: "Futures" as const, label: "Futures" }] : []),
  ];
  const noLegs = hasLegs ? {} : { disabled: true, title: "There is no leg yet" };
  return (
    <>
      <Select label="Options or futures" options={modes} value={mode} onChange={setMode} />
      <SegmentedControl
        label="Chart"
        segments={[
          { value: "payoff", label: "PayOff" },
          { value: "map", label: "Heat map", ...noLegs },
          { value: "chart", label: "Chart", ...noLegs },
        ]}
        value={view}
        onChange={setView}
      />
    </>
  );
}

/** What can be done with the strategy as a whole. */
export function Actions(): ReactNode {
  const pane = builder.use();
  const legs = useAtomValue(pane.legsAtom);
  const open = useAtomValue(pane.openAtom);
  const [{ autoSave }, setAutoSave] = useAtom(pane.autoSaveAtom);
  const clear = useSetAtom(pane.clearAtom);
  const [keepsLegs, keepLegs] = useAtom(pane.keepsLegsAtom);
  const isPast = useAtomValue(pane.contextAtom)?.day !== undefined;
  const replay = useReplayToggle();
  const noLegs = legs.length === 0 ? { disabled: true, title: "There is no leg yet" } : {};
  return (
    <ControlRow>
      <LinesPricedOn pane={pane} />
      <span className={styles["actions"]}>
        <Button size="header" kind="quiet" onClick={clear} {...noLegs}>
          Clear All
        </Button>
        <Button
          size="header"
          aria-pressed={replay.isOn}
          disabled={!replay.isKnown}
          title={replay.isKnown ? "Replay the day minute by minute" : "This day has no figures yet"}
          onClick={replay.toggle}
        >
          Simulator
        </Button>
        {replay.isOn || isPast ? <Checkbox label="Keep legs" checked={keepsLegs} onChange={keepLegs} /> : undefined}
        <PanelButton panel="readyMade" label="Ready-made" />
        <PanelButton panel="whatIf" label="What-if" needsLegs />
        <PanelButton panel="adjust" label="Adjust" needsLegs />
        <PanelButton panel="load" label="Load" />
        <PanelButton panel="save" label="Save" needsLegs />
        <TradeButton />
        {open ? (
          <>
            <Suspense>
              <SyncButton />
            </Suspense>
            <Checkbox label="Auto Save" checked={autoSave} onChange={(isOn) => setAutoSave({ autoSave: isOn })} />
          </>
        ) : undefined}
      </span>
    </ControlRow>
  );
}

const SyncButton = lazy(async () => ({ default: (await import("./SyncButton.tsx")).SyncButton }));
const TradeDialog = lazy(async () => ({ default: (await import("./TradeDialog.tsx")).TradeDialog }));

/** Where orders can be sent: what waits goes in one press. */
function TradeButton(): ReactNode {
  const pane = builder.use();
  const legs = useAtomValue(pane.legsAtom);
  const broker = useAtomValue(brokerSessionAtom);
  const trade = useTrade(pane);
  const [isOpen, open] = useState(false);
  const [first] = legs;
  if (!trade) return undefined;
  const why = !first
    ? "There is no leg yet"
    : legs.some(({ toTrade }) => toTrade)
      ? undefined
      : "Every order is traded or excluded";
  function press(): void {
    // Without a broker the shell leads to where one is connected.
    if (!broker && first && first.type !== "FUT")
      trade?.(first.strike, first.type, first.action === "sell" ? "S" : "B");
    else open(true);
  }
  return (
    <>
      <Button size="header" kind="primary" onClick={press} {...(why !== undefined && { disabled: true, title: why })}>
        Trade
      </Button>
      <Suspense>{isOpen ? <TradeDialog onClose={() => open(false)} /> : undefined}</Suspense>
    </>
  );
}

interface PanelButtonProps {
  readonly panel: Exclude<Panel, "ladder">;
  readonly label: string;
  readonly needsLegs?: boolean;
}

/** Opens a panel in the ladder's place, and leads back. */
function PanelButton({ panel, label, needsLegs = false }: PanelButtonProps): ReactNode {
  const pane = builder.use();
  const [shown, show] = useAtom(pane.panelAtom);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  const isOpen = shown === panel;
  const isFixed = needsLegs && !hasLegs && !isOpen;
  return (
    <Button
      size="header"
      {...(isFixed && { disabled: true, title: "There is no leg yet" })}
      onClick={() => show(isOpen ? "ladder" : panel)}
    >
      {isOpen ? "← Builder" : label}
    </Button>
  );
}
