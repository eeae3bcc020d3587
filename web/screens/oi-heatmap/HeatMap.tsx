import { useAtomValue, useStore } from "jotai";
import { type ReactNode, useEffect, useRef } from "react";
import type { ChartElement } from "../../charts/use-chart.ts";
import { CellCanvas } from "../../kit/canvas/CellCanvas.tsx";
import { useDecimals } from "../../kit/pane/figures/use-decimals.ts";
import { useMount } from "../../kit/pane/mount.ts";
import { createHeatMap, type HeatMapControl, type MapLook } from "./heat-map-control.ts";
import styles from "./oi-heatmap.module.css";
import { heatMap } from "./pane.ts";

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

  return (
    <div ref={root} className={styles["map"]}>
      <div className={styles["plot"]}>
        <CellCanvas
          label="OI heat map: strikes by time, calls left and puts right"
          className={styles["canvas"]}
          picture={control}
        />
      </div>
    </div>
  );
}
