import { atom, useAtom, useAtomValue, useStore } from "jotai";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { ChartElement } from "../../../charts/use-chart.ts";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import { Select } from "../../../components/controls/Select.tsx";
import { pane as strategyMap } from "../../../components/strategy-map/pane.ts";
import type { Params, Snapshot } from "../../../components/strategy-map/snapshot.ts";
import { numberFormat } from "../../../format/format.ts";
import { strikeText } from "../../../format/strike-text.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import { createStateAtom, type PaneElement, type PaneState, usePane } from "../../../state/pane/pane.ts";
import { CellCanvas } from "../../canvas/CellCanvas.tsx";
import { useDecimals } from "../../pane/figures/use-decimals.ts";
import { NetSwitch } from "../charges/NetSwitch.tsx";
import { levelText, money } from "../figures/figure-rows.ts";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import { changedOf } from "../what-if/what-if-title.ts";
import { spanOf } from "../what-if/what-if-words.ts";
import styles from "./map.module.css";
import { createMapControl, type MapControl } from "./map-control.ts";
import type { MapFacts } from "./map-picture.ts";
import { STEPS } from "./paint-map.ts";

const ROW_STEPS = [1, 2, 4, 10];
const shares = numberFormat({ decimals: 1, signed: true, suffix: "%" });

const stepOf = ({ snapshot }: PaneState<StrategySnapshot>): number => snapshot?.ladder.step ?? Number.NaN;

/** P&L over spot and date on one canvas. A press on a cell makes it the what-if. */
export function StrategyMap(): ReactNode {
  const pane = useStrategy();
  const store = useStore();
  const { stateAtom, whatIfAtom } = pane;
  const decimals = useDecimals(pane);
  const isShare = useAtomValue(pane.isShareOfMarginAtom);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  const root = useRef<ChartElement & PaneElement>(null);
  const mapAtom = useMemo(() => createStateAtom<Snapshot>("strategy-map.state"), []);
  const { contextAtom, heldAtom, costsAtom, mapStepsAtom } = pane;
  const paramsAtom = useMemo(
    () =>
      atom((get): Params => {
        const costs = get(costsAtom);
        return { legs: get(heldAtom), whatIf: get(whatIfAtom), steps: get(mapStepsAtom), ...(costs && { costs }) };
      }),
    [heldAtom, whatIfAtom, costsAtom, mapStepsAtom],
  );
  usePane(strategyMap, { contextAtom, paramsAtom, stateAtom: mapAtom }, root);
  const control = useRef<MapControl>(undefined);

  useEffect(() => {
    if (!root.current) return;
    const read = (): MapFacts | undefined => {
      const state = store.get(stateAtom);
      const span = spanOf(state);
      const { map } = store.get(mapAtom).snapshot ?? {};
      const { spot, spotNow, days, projected, breakEvens, margin } = state.snapshot?.valuation ?? {};
      if (!map || !span || !days || spot === undefined || spotNow === undefined || !breakEvens) return undefined;
      const value = (rupees: number): string =>
        isShare ? shares.text((rupees / (margin ?? 0)) * 100) : money.text(rupees);
      const isMoved = changedOf(store.get(whatIfAtom)) > 0;
      const point = { spot, spotNow, daysTarget: days.target, projected: projected ?? Number.NaN, isMoved };
      return { map, span, ...point, breakEvens, level: levelText(decimals), value };
    };
    const made = createMapControl(root.current, read);
    control.current = made;
    const offs = [stateAtom, mapAtom].map((one) => store.sub(one, made.changed));
    return () => {
      for (const off of offs) off();
      control.current = undefined;
      made.destroy();
    };
  }, [store, stateAtom, mapAtom, whatIfAtom, decimals, isShare]);

  function choose(): void {
    const chosen = control.current?.chosen();
    if (!chosen) return;
    const { daysLeft: _, ...whatIf } = store.get(whatIfAtom);
    const { days } = store.get(stateAtom).snapshot?.valuation ?? {};
    const isNow = chosen.daysLeft >= (days?.now ?? 0);
    store.set(whatIfAtom, { ...whatIf, spot: chosen.spot, ...(!isNow && { daysLeft: chosen.daysLeft }) });
  }

  return (
    <section className={styles["frame"]} aria-label="P&L over spot and date">
      <MapHead />
      <div ref={root} className={styles["map"]}>
        <CellCanvas
          label="Heat map: P&L by spot and date. Arrow keys move, Enter takes the cell as what-if"
          className={styles["canvas"]}
          picture={control}
          onChoose={choose}
        />
        {hasLegs ? undefined : <p className={styles["empty"]}>Press B or S beside a strike to begin</p>}
      </div>
    </section>
  );
}

function MapHead(): ReactNode {
  const pane = useStrategy();
  const step = useSlowFact(pane.stateAtom, stepOf);
  const [rowSteps, setRowSteps] = useAtom(pane.mapStepsAtom);
  const [isShare, setShare] = useAtom(pane.isShareOfMarginAtom);
  return (
    <header className={styles["head"]}>
      <span className={common["quiet"]}>loss</span>
      <Steps side="loss" />
      <Steps side="profit" />
      <span className={common["quiet"]}>profit</span>
      <span className={styles["key"]} data-key="even">
        break-even
      </span>
      <span className={styles["key"]} data-key="move">
        expected move, ±1σ
      </span>
      <span className={styles["controls"]}>
        <Select
          label="Rows in steps of"
          prefix="steps of"
          options={ROW_STEPS.map((value) => ({ value, label: strikeText(value * step) }))}
          value={rowSteps}
          onChange={setRowSteps}
        />
        <SegmentedControl
          label="Unit"
          segments={[
            { value: "rupees", label: "₹" },
            { value: "margin", label: "% of margin" },
          ]}
          value={isShare ? "margin" : "rupees"}
          onChange={(unit) => setShare(unit === "margin")}
        />
        <NetSwitch />
      </span>
    </header>
  );
}

function Steps({ side }: { readonly side: "loss" | "profit" }): ReactNode {
  const shown = side === "loss" ? STEPS.toReversed() : STEPS;
  const role = side === "loss" ? "down-fill" : "up-fill";
  return (
    <span className={styles["steps"]} aria-hidden>
      {shown.map((share) => (
        <i key={share} style={{ background: `color-mix(in srgb, var(--${role}) ${share}%, var(--panel))` }} />
      ))}
    </span>
  );
}
