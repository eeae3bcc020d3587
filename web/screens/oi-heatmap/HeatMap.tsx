import { useAtomValue, useStore } from "jotai";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { ChartElement } from "../../charts/use-chart.ts";
import { useMount } from "../../kit/pane/mount.ts";
import { useDecimals } from "../../kit/pane/use-decimals.ts";
import { createHeatMap, type HeatMapControl, type MapLook } from "./heat-map-control.ts";
import styles from "./oi-heatmap.module.css";
import { heatMap } from "./pane.ts";

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The map on one canvas. The pointer or the arrow keys move the crosshair, which other panes of the letter share. */
export function HeatMap(): ReactNode {
  const { stateAtom, hasSpotAtom, inLotsAtom, ...pane } = heatMap.use();
  const store = useStore();
  const hasSpot = useAtomValue(hasSpotAtom);
  const inLots = useAtomValue(inLotsAtom);
  const decimals = useDecimals({ ...pane, stateAtom });
  const letter = useAtomValue(useMount().letterAtom);
  const root = useRef<ChartElement>(null);
  const control = useRef<HeatMapControl>(undefined);
  const look = useRef<MapLook>({ hasSpot, inLots, decimals });
  const [said, say] = useState("");

  useEffect(() => {
    if (!root.current) return;
    const made = createHeatMap(root.current, letter, { read: () => store.get(stateAtom), look: () => look.current });
    control.current = made;
    const off = store.sub(stateAtom, made.changed);
    return () => {
      off();
      control.current = undefined;
      made.destroy();
    };
  }, [store, stateAtom, letter]);
  useEffect(() => {
    look.current = { hasSpot, inLots, decimals };
    control.current?.changed();
  }, [hasSpot, inLots, decimals]);

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (event.key === "Escape") control.current?.leave();
    if (!step) return;
    event.preventDefault();
    // On the side of the calls time runs to the right, as the arrows do.
    say(control.current?.step(...step) ?? "");
  }

  return (
    <div ref={root} className={styles["map"]}>
      <div className={styles["plot"]}>
        <canvas
          className={styles["canvas"]}
          role="img"
          aria-label="OI heat map: strikes by time, calls left and puts right"
          tabIndex={0}
          onKeyDown={onKeyDown}
          onBlur={() => control.current?.leave()}
          onPointerMove={({ nativeEvent }) => control.current?.point(nativeEvent.offsetX, nativeEvent.offsetY)}
          onPointerLeave={() => control.current?.leave()}
        />
      </div>
      <output className="visually-hidden">{said}</output>
    </div>
  );
}
