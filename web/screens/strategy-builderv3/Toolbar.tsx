import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, Suspense, useRef } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { useReplayToggle } from "../../kit/pane/replay/use-replay-toggle.ts";
import { LinesPricedOn } from "../../kit/pricing/PanePricedOn.tsx";
import { refusal } from "../../kit/strategy/keeping/keeping.ts";
import { useSave } from "../../kit/strategy/keeping/use-keeping.ts";
import { ModeSelect } from "../../kit/strategy/ladder/ModeSelect.tsx";
import { StrategyActions } from "../../kit/strategy/layout/StrategyLayout.tsx";
import type { Panel } from "../../kit/strategy/strategy-atoms.ts";
import { TradeButton } from "../../kit/strategy/trade/TradeButton.tsx";
import { whatIfTitle } from "../../kit/strategy/what-if/what-if-title.ts";
import { RefusedCall } from "../../state/api.ts";
import { useFact } from "../../state/market/slow-fact.ts";
import { builder } from "./pane.ts";

/** Options or the future of the expiry, and which chart is looked at. */
export function Selectors(): ReactNode {
  const pane = builder.use();
  const [view, setView] = useAtom(pane.viewAtom);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  const noLegs = hasLegs ? {} : { disabled: true, title: "There is no leg yet" };
  return (
    <>
      <ModeSelect />
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
  const store = useStore();
  const save = useSave();
  const unsaved = useRef<number>(undefined);
  /**
   * A kept strategy, as it was open at the press, is kept as it was traded. Where it cannot be that is said, and stands: its
   * orders could be sent again.
   */
  function resave(): void {
    const replaced = store.get(pane.openAtom);
    const traded = open ?? replaced;
    if (!traded) return;
    function say(why?: string): void {
      if (unsaved.current !== undefined) toasts.close(unsaved.current);
      const message = `The trades of ${traded?.name} are not saved: ${why}`;
      unsaved.current = why === undefined ? undefined : toasts.show({ message, type: "warning", autoClose: false });
    }
    if (replaced?.id !== traded.id) {
      say("It is not open any more");
      return;
    }
    save({ replaced }).then(
      () => say(),
      (error: unknown) => {
        console.warn("the strategy is not saved:", error);
        say(error instanceof RefusedCall ? refusal(error) : "The server could not be reached. Save it again");
      },
    );
  }
  const replay = useReplayToggle();
  const noLegs = legs.length === 0 ? { disabled: true, title: "There is no leg yet" } : {};
  return (
    <ControlRow wraps>
      <LinesPricedOn pane={pane} />
      <StrategyActions>
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
        <PanelButton panel="whatIf" label={useFact(pane.whatIfAtom, whatIfTitle)} needsLegs />
        <PanelButton panel="adjust" label="Adjust" needsLegs />
        <PanelButton panel="load" label="Load" />
        <PanelButton panel="save" label="Save" needsLegs />
        <TradeButton onTraded={resave} />
        {isPast ? (
          <Suspense>
            <PracticeButton />
          </Suspense>
        ) : undefined}
        {open ? (
          <>
            <Suspense>
              <SyncButton />
            </Suspense>
            <Checkbox label="Auto Save" checked={autoSave} onChange={(isOn) => setAutoSave({ autoSave: isOn })} />
          </>
        ) : undefined}
      </StrategyActions>
    </ControlRow>
  );
}

const PracticeButton = lazyPart(() => import("../../kit/strategy/practice/PracticeButton.tsx"), "PracticeButton");
const SyncButton = lazyPart(() => import("./SyncButton.tsx"), "SyncButton");
interface PanelButtonProps {
  readonly panel: Exclude<Panel, "ladder" | "practice">;
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
