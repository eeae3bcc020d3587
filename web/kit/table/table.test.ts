import { atom, createStore } from "jotai";
import { describe, expect, test } from "vitest";
import type { TableSnapshot } from "#contract/worker/table.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { formats } from "../../format/format.ts";
import type { GridColumn } from "../../grid/grid-model.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { defineTable, pressed, sortedColumns } from "./define-table.ts";
import { createNameReader, liveRows, nameOfRow, rowsOf } from "./table-rows.ts";

const columns: readonly GridColumn[] = [
  { id: "name", header: "Name", width: 80, cell: { kind: "text", slot: 1 } },
  { id: "ltp", header: "LTP", width: 80, cell: { kind: "figure", slot: 2, format: formats.price, weight: 600 } },
  { id: "oi", header: "OI", width: 80, sortable: false, cell: { kind: "figure", slot: 2, format: formats.price } },
];

describe("what a table is sorted by", () => {
  test("a press turns the same column round; another one starts highest first, names from A", () => {
    const oi = { by: "oi", descending: true };
    expect(pressed(oi, "oi", columns)).toEqual({ by: "oi", descending: false });
    expect(pressed(oi, "ltp", columns)).toEqual({ by: "ltp", descending: true });
    expect(pressed(oi, "name", columns)).toEqual({ by: "name", descending: false });
  });

  test("every header is a button unless it says no; the sorted figures are a step heavier", () => {
    const shown = sortedColumns(columns, "oi");
    expect(shown.map(({ sortable }) => sortable)).toEqual([true, true, false]);
    expect(shown.map(({ cell }) => "weight" in cell && cell.weight)).toEqual([false, 600, 500]);
    expect(sortedColumns(columns, "name")[0]?.cell).toBe(columns[0]?.cell);
  });

  test("is the pane's own, and kept where the screen names a key", () => {
    const kept: string[] = [];
    const own = {
      stored: (key: string) => {
        kept.push(key);
        throw new Error("kept");
      },
      storedText: () => {
        throw new Error("no text");
      },
    };
    const one = { label: "", keySlot: 0, columns: () => columns, empty: "", sort: { by: "oi", descending: true } };
    const table = defineTable(one);
    const [a, b] = [table.sortingOf(own), table.sortingOf(own)];
    const store = createStore();
    store.set(a.choiceAtom, { by: "ltp", descending: false });
    store.set(a.isHeldAtom, true);
    expect(store.get(a.sortAtom)).toEqual({ by: "ltp", descending: false, isHeld: true });
    expect(store.get(b.sortAtom)).toEqual({ by: "oi", descending: true, isHeld: false });
    expect(() => defineTable({ ...one, sort: { ...one.sort, store: "mySort" } }).sortingOf(own)).toThrow("kept");
    expect(kept).toEqual(["mySort"]);
  });
});

describe("rows", () => {
  const snapshot: TableSnapshot = {
    rows: 2,
    slots: 3,
    values: Float64Array.of(70, 1, 5, 71, 0, 6),
    styles: new Uint8Array(0),
    names: "SBIN\nTCS",
    totals: Float64Array.of(9, 8),
    followed: 1,
  };
  const state = (over: Partial<PaneState<TableSnapshot>> = {}): PaneState<TableSnapshot> => ({
    status: "ready",
    snapshot,
    clock: undefined,
    context: undefined,
    frameAt: 0,
    cadence: 0,
    recorded: 0,
    trouble: "",
    lacks: "",
    opensAt: Number.NaN,
    sequence: 4,
    cost: 1,
    message: "",
    ...over,
  });

  test("are read with their names, totals and the row that is followed", () => {
    const rows = rowsOf(state(), 0, ["SBIN", "TCS"], true);
    expect(rows).toMatchObject({ version: 4, rows: 2, stale: true, names: ["SBIN", "TCS"], followed: { row: 1 } });
    expect([rows?.key(1), rows?.number(1, 2), rows?.totals?.number(0, 1)]).toEqual([71, 6, 8]);
    expect(rowsOf(state({ snapshot: undefined }), 0, undefined, false)).toBeUndefined();
  });

  test("the same names are the same list, so that nothing is painted anew", () => {
    const read = createNameReader();
    const list = read("A\nB");
    expect(list).toEqual(["A", "B"]);
    expect(read(["A", "B"].join("\n"))).toBe(list);
    expect(read("A")).toEqual(["A"]);
    expect(read(undefined)).toBeUndefined();
  });

  test("until the look follows newer columns, the rows that it is of stay; those of another chain or day do not", () => {
    const store = createStore();
    const context = makePane();
    const stateAtom = atom(state({ context }));
    const table = { keySlot: 0, fits: ({ followed }: TableSnapshot, wanted: number) => followed === wanted };
    const rows = liveRows(store, stateAtom, table, 1);
    const show = (followed: number, sequence: number, over: Partial<PaneState<TableSnapshot>> = {}) => {
      store.set(stateAtom, state({ context, snapshot: { ...snapshot, followed }, sequence, ...over }));
      return rows.read()?.version;
    };
    expect(show(2, 4)).toBeUndefined(); // none has fitted yet
    expect(show(1, 5)).toBe(5);
    expect(show(2, 6)).toBe(5);
    expect(liveRows(store, stateAtom, table, 2).read()?.version).toBe(6); // the look has followed
    expect(show(1, 7)).toBe(7);
    expect(show(2, 8, { context: { ...context, day: "today" } })).toBeUndefined();
    expect(show(2, 9)).toBeUndefined();
    expect(show(1, 10)).toBe(10);
    expect(show(1, 11, { snapshot: undefined })).toBeUndefined();
    expect(show(2, 12)).toBeUndefined();
  });

  test("the name of a row is found by its key, wherever the row has moved", () => {
    expect(nameOfRow(snapshot, 71, 0, 1)).toBe("SBIN");
    expect(nameOfRow(snapshot, 72, 0, 1)).toBeUndefined();
  });
});
