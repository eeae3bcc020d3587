/** Joins the painter to the page: frames, size, theme, the crosshair and its tooltip. React hands over elements and settings. */
import { dayWords } from "#contract/domain/date-words.ts";
import type { ChartHandle, ChartSpec } from "../../charts/chart-spec.ts";
import { type SharedCursor, shareCursor } from "../../charts/cursor/cursor-bus.ts";
import { createTooltip } from "../../charts/cursor/tooltip.ts";
import type { ChartElement } from "../../charts/use-chart.ts";
import { formats, timeFormat } from "../../format/format.ts";
import type { CellPicture } from "../../kit/canvas/CellCanvas.tsx";
import { openCanvas } from "../../kit/canvas/open-canvas.ts";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { readTheme } from "../../styles/theme.ts";
import { CELL_WIDTH, type Cell, cellAt, columnLeft, layOut, type MapLayout, rowTop } from "./layout.ts";
import { paintMap } from "./paint.ts";
import type { Snapshot } from "./snapshot.ts";
import { cellContent, contentText } from "./words.ts";

export interface MapLook {
  readonly hasSpot: boolean;
  readonly inLots: boolean;
  readonly decimals: 2 | 4;
}

export interface HeatMapControl extends CellPicture {
  /** The figures, or what the user has chosen to see, are others. */
  changed(): void;
  destroy(): void;
}

/** The crosshair stands on a strike and a minute, wherever their cell has moved. */
interface Cursor {
  readonly strike: number;
  readonly minute: number;
  readonly side: 0 | 1;
  /** Moved here, and not in another pane: it has the tooltip. */
  readonly isOwn: boolean;
}

interface MapSource {
  read(): PaneState<Snapshot>;
  look(): MapLook;
}

export function createHeatMap(root: ChartElement, letter: string, { read, look }: MapSource): HeatMapControl {
  const tooltip = createTooltip(root);
  let layout: MapLayout | undefined;
  let cursor: Cursor | undefined;

  const shared: SharedCursor = shareCursor(letter, {
    follow(axis, x) {
      const { snapshot } = read();
      if (!snapshot || axis === "date") return;
      const { strike = Number.NaN, minute = Number.NaN } = cursor ?? {};
      const next = axis === "strike" ? { strike: x ?? Number.NaN, minute } : { strike, minute: x ?? Number.NaN };
      cursor = Number.isNaN(next.strike) && Number.isNaN(next.minute) ? undefined : { ...next, side: 0, isOwn: false };
      frames.request();
    },
  });

  /** Row and column of the crosshair; -1 where it is on none. */
  function placeOf({ strike, minute, side }: Cursor, { strikes, times }: Snapshot): Cell {
    return { row: strikes.indexOf(strike), column: times.findIndex((time) => time >= minute), side };
  }

  const frames = openCanvas(root, (pen, size) => {
    const { snapshot, clock } = read();
    if (!snapshot || size.width === 0) return;
    layout = layOut(size, snapshot.strikes.length, snapshot.times.length, snapshot.atmRow);
    const at = cursor && placeOf(cursor, snapshot);
    paintMap(pen, { snapshot, layout, theme: readTheme(), ...look(), cursor: at });
    if (!at || !cursor?.isOwn || at.row < 0 || at.column < 0) {
      tooltip.hide();
      return;
    }
    const x = columnLeft(layout, at.side, at.column) + CELL_WIDTH;
    const y = rowTop(layout, at.row + 1);
    const note = clock === undefined ? "" : dayWords(clock.date);
    tooltip.show(cellContent(snapshot, at, { ...look(), note }), { x, y }, { left: 0, top: 0, ...size });
  });

  function moveTo(next: Cell | undefined, snapshot: Snapshot): void {
    const strike = next && snapshot.strikes[next.row];
    const minute = next && snapshot.times[next.column];
    const isSame =
      cursor?.isOwn === true && cursor.strike === strike && cursor.minute === minute && cursor.side === next?.side;
    if (isSame || (next === undefined && cursor === undefined)) return;
    cursor = next && { strike: strike!, minute: minute!, side: next.side, isOwn: true };
    shared.publish("strike", strike);
    shared.publish("minute", minute);
    frames.request();
  }

  root.chartHandle = handleOf(read, (x) => {
    const { snapshot } = read();
    if (!snapshot) return;
    const column = x === undefined ? -1 : snapshot.times.indexOf(x);
    moveTo(column < 0 ? undefined : { row: Math.max(0, snapshot.atmRow), column, side: 0 }, snapshot);
  });

  return {
    changed: () => frames.request(),
    point(x, y) {
      const { snapshot } = read();
      if (snapshot && layout) moveTo(cellAt(layout, x, y), snapshot);
    },
    leave() {
      const { snapshot } = read();
      if (snapshot) moveTo(undefined, snapshot);
    },
    step(rows, columns) {
      const { snapshot } = read();
      if (!snapshot || !layout || snapshot.times.length === 0) return "";
      const at = cursor && placeOf(cursor, snapshot);
      const clamp = (value: number, from: number, count: number): number =>
        Math.min(Math.max(value, from), from + count - 1);
      const next: Cell = {
        row: clamp(at && at.row >= 0 ? at.row + rows : snapshot.atmRow, layout.firstRow, layout.rows),
        column: clamp(
          at && at.column >= 0 ? at.column + columns : snapshot.times.length - 1,
          layout.firstColumn,
          layout.columns,
        ),
        side: at?.side ?? 0,
      };
      moveTo(next, snapshot);
      return contentText(cellContent(snapshot, next, { ...look(), note: "" }));
    },
    destroy() {
      shared.leave();
      frames.dispose();
      tooltip.remove();
      delete root.chartHandle;
    },
  };
}

const price = formats.price.text;
/** The lines that the map adds up to, as a copy of its figures names them. */
const SPEC: ChartSpec = {
  x: { kind: "minute" },
  y: { format: formats.whole.text },
  y2: { format: price },
  series: [
    { kind: "line", id: "ce", label: "CE net", colour: "call", format: formats.signedWhole.text },
    { kind: "line", id: "pe", label: "PE net", colour: "put", format: formats.signedWhole.text },
    { kind: "line", id: "spot", label: "Spot", colour: "spot", scale: "y2", format: price },
  ],
};

/** The map as tests and copies see it: the net of both sides by interval, and the words on the canvas. */
function handleOf(read: () => PaneState<Snapshot>, moveTo: (x: number | undefined) => void): ChartHandle {
  const snapshotOf = () => read().snapshot;
  return {
    spec: SPEC,
    data() {
      const snapshot = snapshotOf();
      return snapshot && { x: snapshot.times, columns: [snapshot.ce.net, snapshot.pe.net, snapshot.spotLine] };
    },
    visibility: () => ({}),
    setVisible: () => undefined,
    cursor(x) {
      moveTo(x);
      const snapshot = snapshotOf();
      const column = snapshot && x !== undefined ? snapshot.times.indexOf(x) : -1;
      if (!snapshot || column < 0) return [];
      return (["ce", "pe"] as const).map((side) => {
        const value = snapshot[side].net[column]!;
        return { id: side, label: side.toUpperCase(), value, text: String(value) };
      });
    },
    drawn() {
      const { strikes = [], times = [] } = snapshotOf() ?? {};
      return {
        ticks: Array.from(times, timeFormat.text),
        tickRotation: 0,
        valueTicks: Array.from(strikes, strikeTextOf(strikes)),
        barLabels: [],
        tags: [],
        marks: [],
        holes: [],
      };
    },
  };
}
