import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useCallback, useMemo } from "react";
import { addDays, daysBetween } from "#contract/domain/calendar.ts";
import { ChartHost } from "../../charts/ChartHost.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { useEmptyText } from "../../kit/pane/empty-text.ts";
import { useSnapshotSource } from "../../kit/pane/snapshot-source.ts";
import { useDecimals } from "../../kit/pane/use-decimals.ts";
import { dayNote } from "../../kit/series/series-chart.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { isTroubled, type PaneState } from "../../state/pane/pane.ts";
import styles from "./builder.module.css";
import { builder } from "./pane.ts";
import { PAINTERS, payoffData, payoffSpec } from "./payoff-chart.ts";
import type { Snapshot } from "./snapshot.ts";

const MOST_ZOOM = 10;

/** What the legs win and lose over the spot: on the target's day, and at the nearest expiry. */
export function Payoff(): ReactNode {
  const pane = builder.use();
  const settings = useAtomValue(pane.settingsAtom);
  const decimals = useDecimals(pane);
  const spec = useMemo(() => payoffSpec(decimals), [decimals]);
  const source = useSnapshotSource(
    pane,
    useCallback((snapshot: Snapshot) => payoffData(snapshot, settings, decimals), [settings, decimals]),
  );
  const stale = useSlowFact(pane.stateAtom, isTroubled);
  const hasLegs = useAtomValue(pane.legsAtom).length > 0;
  const emptyText = useEmptyText(pane.stateAtom, hasLegs ? undefined : "Press B or S beside a strike to begin");
  return (
    <ChartHost
      spec={spec}
      source={source}
      painters={PAINTERS}
      label="Payoff over the spot"
      heading="Payoff"
      controls={<Target />}
      stale={stale}
      {...(emptyText !== undefined && { emptyText })}
    />
  );
}

function daysOf({ snapshot }: PaneState<Snapshot>) {
  if (!snapshot) return undefined;
  const { days, legs } = snapshot.valuation;
  const nearest = legs.map(({ expiry }) => expiry).sort()[0];
  // Days are counted as traders do: whole ones between the dates.
  const most = nearest === undefined ? Math.ceil(days.now) : Math.max(daysBetween(snapshot.date, nearest), 0);
  return { most, date: snapshot.date };
}

/** 'Days to Expire' moves the target line; beside it how near the chart looks. */
function Target(): ReactNode {
  const pane = builder.use();
  const facts = useSlowFact(pane.stateAtom, daysOf);
  const [daysLeft, setDaysLeft] = useAtom(pane.daysLeftAtom);
  const [zoom, setZoom] = useAtom(pane.zoomAtom);
  const { most = 0, date } = facts ?? {};
  const shown = Math.min(daysLeft ?? most, most);
  const targetDay = date && dayNote(addDays(date, most - shown));
  return (
    <span className={styles["target"]}>
      <span className={styles["quiet"]}>{targetDay}</span>
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
          className={styles["lots"]}
          min={0}
          max={most}
          step={1}
          value={shown}
          aria-label="Days to Expire"
          onChange={({ target }) => setDaysLeft(choiceOf(target.valueAsNumber, most))}
        />
        <span className={styles["quiet"]}>of {most}</span>
      </label>
      <IconButton label="Zoom out" disabled={zoom <= 1} onClick={() => setZoom(Math.max(zoom - 1, 1))}>
        <Icon name="minus" />
      </IconButton>
      <span className={styles["quiet"]}>{zoom}x</span>
      <IconButton label="Zoom in" disabled={zoom >= MOST_ZOOM} onClick={() => setZoom(Math.min(zoom + 1, MOST_ZOOM))}>
        <Icon name="plus" />
      </IconButton>
    </span>
  );
}

/** All days that are left are no choice: the target stays at now while time goes on. */
function choiceOf(days: number, most: number): number | undefined {
  const clamped = Math.min(Math.max(Math.round(days) || 0, 0), most);
  return clamped === most ? undefined : clamped;
}
