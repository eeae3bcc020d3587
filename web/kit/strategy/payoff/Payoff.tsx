import { useAtom, useAtomValue, useStore } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { momentAt } from "#contract/domain/strategy/moments.ts";
import type { WhatIf } from "#contract/domain/strategy/valuation.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { ChartHost } from "../../../charts/ChartHost.tsx";
import { IconButton } from "../../../components/controls/IconButton.tsx";
import { Icon } from "../../../components/more-icons.tsx";
import { useFact, useSlowFact } from "../../../state/market/slow-fact.ts";
import { isTroubled, type PaneState } from "../../../state/pane/pane.ts";
import { useEmptyText } from "../../pane/empty-text.ts";
import { useDecimals } from "../../pane/figures/use-decimals.ts";
import { useSnapshotSource } from "../../pane/snapshot-source.ts";
import { NetSwitch } from "../charges/NetSwitch.tsx";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import { spanOf } from "../what-if/what-if-words.ts";
import styles from "./payoff.module.css";
import { payoffData, payoffSpec } from "./payoff-chart.ts";
import { useTargetHandle } from "./use-target-handle.tsx";

const MOST_ZOOM = 10;

/** What the legs win and lose over the spot: on the target's day, and at the nearest expiry. */
export function Payoff(): ReactNode {
  const pane = useStrategy();
  const settings = useAtomValue(pane.settingsAtom);
  const decimals = useDecimals(pane);
  const spec = useMemo(() => payoffSpec(decimals), [decimals]);
  const source = useSnapshotSource(
    pane,
    useCallback((snapshot: StrategySnapshot) => payoffData(snapshot, settings, decimals), [settings, decimals]),
  );
  const { painters, handle } = useTargetHandle();
  const stale = useSlowFact(pane.stateAtom, isTroubled);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  const emptyText = useEmptyText(pane.stateAtom, hasLegs ? undefined : "Press B or S beside a strike to begin");
  return (
    <ChartHost
      spec={spec}
      source={source}
      painters={painters}
      overlay={handle}
      label="Payoff over the spot"
      heading="Payoff"
      controls={<Target />}
      stale={stale}
      {...(emptyText !== undefined && { emptyText })}
    />
  );
}

function daysOf(state: PaneState<StrategySnapshot>) {
  const { snapshot } = state;
  if (!snapshot) return undefined;
  const { days } = snapshot.valuation;
  const span = spanOf(state);
  // Days are counted as traders do: whole ones between the dates.
  const most = span ? Math.max(daysBetween(snapshot.date, span.expiry), 0) : Math.ceil(days.now);
  return { most, day: dayWords(span ? momentAt(span, days.target).date : snapshot.date) };
}

const daysLeftOf = ({ daysLeft }: WhatIf): number | undefined => daysLeft;

/** 'Days to Expire' moves the target line; beside it how near the chart looks. */
function Target(): ReactNode {
  const pane = useStrategy();
  const facts = useSlowFact(pane.stateAtom, daysOf);
  const store = useStore();
  const daysLeft = useFact(pane.whatIfAtom, daysLeftOf);
  const setDaysLeft = (left: number | undefined): void => {
    const { daysLeft: _, ...rest } = store.get(pane.whatIfAtom);
    store.set(pane.whatIfAtom, left === undefined ? rest : { ...rest, daysLeft: left });
  };
  const [zoom, setZoom] = useAtom(pane.zoomAtom);
  const { most = 0, day } = facts ?? {};
  const shown = Math.min(daysLeft ?? most, most);
  return (
    <span className={styles["target"]}>
      <span className={common["quiet"]}>{day}</span>
      <label className={styles["days"]}>
        Days to Expire
        <input
          type="range"
          min={0}
          max={most}
          step={1}
          value={shown}
          aria-label="Days to Expire, slider"
          disabled={most === 0}
          onChange={({ target }) => setDaysLeft(choiceOf(target.valueAsNumber, most))}
        />
        <input
          type="number"
          className={common["number"]}
          min={0}
          max={most}
          step={1}
          value={Math.round(shown * 100) / 100}
          aria-label="Days to Expire"
          onChange={({ target }) => setDaysLeft(choiceOf(target.valueAsNumber, most))}
        />
        <span className={common["quiet"]}>of {most}</span>
      </label>
      <NetSwitch />
      <IconButton label="Zoom out" disabled={zoom <= 1} onClick={() => setZoom(Math.max(zoom - 1, 1))}>
        <Icon name="minus" />
      </IconButton>
      <span className={common["quiet"]}>{zoom}x</span>
      <IconButton label="Zoom in" disabled={zoom >= MOST_ZOOM} onClick={() => setZoom(Math.min(zoom + 1, MOST_ZOOM))}>
        <Icon name="plus" />
      </IconButton>
    </span>
  );
}

/** All days that are left are no choice: the target stays at now while time goes on. */
function choiceOf(days: number, most: number): number | undefined {
  const clamped = Math.min(Math.max(days || 0, 0), most);
  return clamped === most ? undefined : clamped;
}
