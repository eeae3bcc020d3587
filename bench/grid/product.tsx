/** The product's own LiveGrid, fed as a screen feeds it: a new source a tick, React untouched. */
import "../../web/styles/base.css";
import "../../web/styles/fonts.css";
import "../../web/styles/tokens.css";
import { createRoot } from "react-dom/client";
import type { GridElement } from "../../web/grid/grid-handle.ts";
import type { GridColumn, LiveSource } from "../../web/grid/grid-model.ts";
import { LiveGrid } from "../../web/grid/LiveGrid.tsx";
import { tableSource } from "../../web/grid/table-source.ts";
import { offerPage } from "../browser/bench-page.ts";
import { barOf, columns, createLiveTable, lookAt, ROW_HEIGHT, ROWS, STRIKE } from "./live-table.ts";

const table = createLiveTable();
const bars = columns.flatMap((column, c) => (column.bar ? [c] : []));
const slots = columns.length + bars.length;
const values = new Float64Array(ROWS * slots);
const styles = new Uint8Array(0);
let version = 0;
let listener: (() => void) | undefined;

const gridColumns: readonly GridColumn[] = columns.map(({ id, header, width, format, bar }, slot) => {
  const figure = { slot, format };
  const side = slot < STRIKE ? "call" : "put";
  if (slot === STRIKE) return { id, header, width, surface: "raised", cell: { kind: "strike", ...figure } };
  if (!bar) return { id, header, width, cell: { kind: "figure", ...figure } };
  const barSlot = columns.length + bars.indexOf(slot);
  return {
    id,
    header,
    width,
    cell: { kind: "gutter-bar", ...figure, side, gutter: 64, barSlot, fill: `${side}-fill` },
  };
});

function copyCell(at: number): void {
  const row = Math.floor(at / columns.length);
  const c = at % columns.length;
  const value = table.values[at]!;
  values[row * slots + c] = value;
  const bar = bars.indexOf(c);
  if (bar >= 0) values[row * slots + columns.length + bar] = barOf(value, columns[c]!);
}

for (let at = 0; at < table.values.length; at++) copyCell(at);

const current = () => tableSource({ version, rows: ROWS, slots, values, styles, keySlot: STRIKE });
let shown = current();
const source: LiveSource = {
  read: () => shown,
  subscribe: (listen) => {
    listener = listen;
    return () => {
      listener = undefined;
    };
  },
};

createRoot(document.getElementById("root")!).render(
  <LiveGrid label="Bench" columns={gridColumns} source={source} rowHeight={ROW_HEIGHT} />,
);

const handle = () => document.querySelector<GridElement>("[data-grid]")?.gridHandle;

function offerWhenPainted(): void {
  if (handle()?.paintedVersion !== version) {
    requestAnimationFrame(offerWhenPainted);
    return;
  }
  offerPage({
    tick() {
      table.step();
      for (let i = 0; i < table.changedCount; i++) copyCell(table.changed[i]!);
      version++;
      shown = current();
      listener?.();
    },
    // What is under way to the render worker is not on the screen yet.
    read: () =>
      lookAt(table, (row, c) =>
        handle()?.paintedVersion === version ? handle()?.cell(row, columns[c]!.id)?.text : undefined,
      ),
  });
}
offerWhenPainted();
