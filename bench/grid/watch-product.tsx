/** The product's watch list: a snapshot in the order of its rows, copied as it is when it comes from a worker. */
import "../../web/styles/base.css";
import "../../web/styles/fonts.css";
import "../../web/styles/tokens.css";
import { createRoot } from "react-dom/client";
import { CELL_RANK_SHIFT } from "#contract/domain/snapshots/cell-style.ts";
import { NAME_SEPARATOR } from "#contract/worker/table.ts";
import type { GridElement } from "../../web/grid/grid-handle.ts";
import type { LiveSource } from "../../web/grid/grid-model.ts";
import { LiveGrid } from "../../web/grid/LiveGrid.tsx";
import { createNameReader, rowsOf } from "../../web/kit/table/table-rows.ts";
import { changeSlot, KEY, SLOTS, type Snapshot, WINDOWS } from "../../web/screens/futures-watchlist/snapshot.ts";
import { table } from "../../web/screens/futures-watchlist/table.tsx";
import type { PaneState } from "../../web/state/pane/pane.ts";
import { offerPage } from "../browser/bench-page.ts";
import { columns, look, lookAt } from "./watch-columns.ts";
import { createWatchTable, names } from "./watch-table.ts";

const data = createWatchTable();
const rows = data.order.length;
const values = new Float64Array(rows * SLOTS);
const styles = new Uint8Array(rows * SLOTS);
const text = names.join(NAME_SEPARATOR);
const namesOf = createNameReader();
const groups = table.groups?.(look, "ALL") ?? [];
let sequence = 0;
let listener: (() => void) | undefined;

function derive(): Snapshot {
  data.order.forEach((future, row) => {
    values.set(data.values.subarray(future * SLOTS, (future + 1) * SLOTS), row * SLOTS);
  });
  // Three chips a group stand for the ranks.
  styles.fill(0);
  for (let w = 0; w < WINDOWS.length; w++)
    for (let rank = 1; rank <= 3; rank++) styles[(rank * 3 + w) * SLOTS + changeSlot(w, 0)] = rank << CELL_RANK_SHIFT;
  const { totals } = data;
  return {
    rows,
    slots: SLOTS,
    values,
    styles,
    names: text,
    totals,
    isPercentage: true,
    futures: rows,
    listed: rows,
    priced: rows,
    lacksSpots: false,
  };
}

const stateOf = (snapshot: Snapshot): PaneState<Snapshot> => ({
  status: "ready",
  snapshot,
  clock: undefined,
  context: undefined,
  frameAt: 0,
  cadence: 0,
  recorded: Number.NaN,
  trouble: "",
  lacks: "",
  opensAt: Number.NaN,
  sequence,
  cost: 0,
  message: "",
});

let state = stateOf(derive());
const source: LiveSource = {
  read: () => rowsOf(state, KEY, namesOf(state.snapshot?.names), false),
  subscribe: (listen) => {
    listener = listen;
    return () => {
      listener = undefined;
    };
  },
};

createRoot(document.getElementById("root")!).render(
  <LiveGrid
    label="Bench"
    columns={columns}
    groups={groups}
    source={source}
    sort={{ columnId: "0-price", direction: "descending" }}
    onSort={() => undefined}
  />,
);

const handle = () => document.querySelector<GridElement>("[data-grid]")?.gridHandle;
const isShown = (): boolean => handle()?.paintedVersion === sequence;

function offerWhenPainted(): void {
  if (!isShown()) {
    requestAnimationFrame(offerWhenPainted);
    return;
  }
  offerPage({
    tick() {
      data.step();
      sequence++;
      state = stateOf(structuredClone(derive()));
      listener?.();
    },
    // What is under way to the render worker is not on the screen yet.
    read: () => lookAt(data, (row, id) => (isShown() ? handle()?.cell(row, id)?.text : undefined)),
  });
}
offerWhenPainted();
