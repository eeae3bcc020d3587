/** Joins the map's painter to the page: frames, size, theme, pointer and keys. React hands over elements and what is shown. */
import type { ChartElement } from "../../../charts/use-chart.ts";
import { readTheme } from "../../../styles/theme.ts";
import type { CellPicture } from "../../canvas/CellCanvas.tsx";
import { openCanvas } from "../../canvas/open-canvas.ts";
import { cellAt, layOutMap, type MapCell, type MapLayout, valueAt } from "./map-layout.ts";
import { type MapFacts, pictureOf, saidOf } from "./map-picture.ts";
import { paintStrategyMap } from "./paint-map.ts";

export interface MapControl extends CellPicture {
  changed(): void;
  /** Spot and days left of the cell that is pointed at. */
  chosen(): { readonly spot: number; readonly daysLeft: number } | undefined;
  destroy(): void;
}

export function createMapControl(root: ChartElement, read: () => MapFacts | undefined): MapControl {
  let layout: MapLayout | undefined;
  let pointer: MapCell | undefined;

  const frames = openCanvas(root, (pen, size) => {
    const facts = read();
    layout = undefined;
    if (!facts || size.width === 0) return;
    layout = layOutMap(facts.map, size, facts.spotNow);
    paintStrategyMap(pen, { ...pictureOf(facts, layout), theme: readTheme(), width: size.width, pointer });
  });
  root.chartHandle = {
    data() {
      const map = read()?.map;
      if (!map) return undefined;
      const { spots, daysLeft, values } = map;
      return { x: spots, columns: daysLeft.map((_, i) => values.subarray(i * spots.length, (i + 1) * spots.length)) };
    },
    visibility: () => ({}),
    setVisible: () => undefined,
    cursor: () => [],
    drawn() {
      const facts = read();
      const picture = facts && layout && pictureOf(facts, layout);
      return {
        ticks: picture?.heads.map(([date, time]) => `${date} ${time}`) ?? [],
        tickRotation: 0,
        valueTicks: picture?.labels ?? [],
        barLabels: [],
        tags: picture?.tags.map(({ label }) => label) ?? [],
        marks: [],
        holes: [],
      };
    },
  };

  function moveTo(next: MapCell | undefined): void {
    if (next?.row === pointer?.row && next?.column === pointer?.column) return;
    pointer = next;
    frames.request();
  }

  return {
    changed: () => frames.request(),
    point: (x, y) => moveTo(layout && cellAt(layout, x, y)),
    leave: () => moveTo(undefined),
    step(rows, columns) {
      const facts = read();
      if (!facts || !layout) return "";
      const from = pointer ?? pictureOf(facts, layout).point;
      const clamp = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1);
      const next = {
        row: clamp(from.row + rows, layout.rows.length),
        column: clamp(from.column + columns, layout.columns.length),
      };
      moveTo(next);
      return saidOf(facts, layout, next, valueAt(facts.map, layout, next));
    },
    chosen() {
      const map = read()?.map;
      if (!map || !layout || !pointer) return undefined;
      const spot = map.spots[layout.rows[pointer.row] ?? 0]!;
      return { spot, daysLeft: map.daysLeft[layout.columns[pointer.column] ?? 0]! };
    },
    destroy() {
      frames.dispose();
      delete root.chartHandle;
    },
  };
}
