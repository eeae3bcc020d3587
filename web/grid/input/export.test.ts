import { describe, expect, it } from "vitest";
import { formats, wordsFormat } from "../../format/format.ts";
import type { GridColumn } from "../grid-model.ts";
import { layOut } from "../layout.ts";
import { tableSource } from "../table-source.ts";
import { toCsv, toTsv } from "./export.ts";

const columns: readonly GridColumn[] = [
  {
    id: "name",
    header: "Name",
    width: 80,
    cell: { kind: "figure", slot: 0, format: wordsFormat(['M&M "A", B', "=1+1", "-X"]) },
  },
  { id: "ce-ltp", header: "LTP", width: 80, cell: { kind: "figure", slot: 1, format: formats.signedPrice } },
  { id: "pe-ltp", header: "LTP", width: 80, cell: { kind: "figure", slot: 2, format: formats.price } },
  {
    id: "bars",
    header: "",
    width: 80,
    cell: { kind: "oi-bars", side: "call", fill: "call-fill", slot: 1, previousSlot: 1, highSlot: 1, lowSlot: 1 },
  },
];
const values = Float64Array.of(0, -1234567.891, Number.NaN, 1, 5, 100_000, 2, 0, 0);
const source = tableSource({ version: 1, rows: 3, slots: 3, values, styles: new Uint8Array(0), keySlot: 0 });
const placed = layOut(columns, 400, 1, 24).columns;

describe("export", () => {
  it("writes plain numbers, names columns apart, quotes, and disarms formulas", () => {
    expect(toCsv(source, placed)).toBe(
      'Name,ce-ltp,pe-ltp\r\n"M&M ""A"", B",-1234567.89,\r\n\'=1+1,5.00,100000.00\r\n\'-X,0.00,0.00\r\n',
    );
  });

  it("says the side before headers that calls and puts share", () => {
    const sides = columns.map((column) => ({ ...column, id: column.id.replace("-ltp", ":4") }));
    expect(toCsv(source, layOut(sides, 400, 1, 24).columns)).toMatch(/^Name,ce:LTP,pe:LTP\r\n/);
  });

  it("leaves out a bar that has no room for a figure, and writes the figure of one that has", () => {
    const bar = (gutter: number): GridColumn => ({
      ...{ id: `bar-${gutter}`, header: "", width: 80 },
      cell: { kind: "gutter-bar", side: "put", gutter, slot: 1, barSlot: 2, fill: "bar", format: formats.price },
    });
    expect(toCsv(source, layOut([bar(0), bar(40)], 400, 1, 24).columns)).toBe(
      "bar-40\r\n-1234567.89\r\n5.00\r\n0.00\r\n",
    );
  });

  it("copies rows between tabs", () => {
    expect(toTsv(source, placed, 1, 2)).toBe("=1+1\t5.00\t100000.00\n-X\t0.00\t0.00");
  });

  it("writes a note in brackets behind its figure, where there is one", () => {
    const noted: GridColumn[] = [
      {
        id: "oi",
        header: "OI",
        width: 80,
        cell: { kind: "figure", slot: 1, format: formats.price, note: { slot: 2, format: formats.signedWholePercent } },
      },
    ];
    expect(toTsv(source, layOut(noted, 400, 1, 24).columns, 0, 2)).toBe("-1234567.89\n5.00 (100000)\n0.00 (0)");
  });

  it("says what a column counts in where its header does not, and keeps figures numbers beside a bare note", () => {
    const note = { slot: 2, format: formats.signedWholePercent, isBare: true };
    const counted: GridColumn[] = [
      {
        id: "pe",
        header: "PE OI",
        unit: "crore",
        width: 80,
        cell: { kind: "figure", slot: 1, format: formats.price, note },
      },
    ];
    expect(toCsv(source, layOut(counted, 400, 1, 24).columns)).toBe("PE OI (crore)\r\n-1234567.89\r\n5.00\r\n0.00\r\n");
    const head = (id: string, header: string, unit?: string) =>
      toCsv(source, layOut([{ ...counted[0]!, id, header, unit }], 400, 1, 24).columns).split("\r\n")[0];
    expect(head("ce:OIChg Lot", "OI Chg")).toBe("OI Chg (lot)");
    expect(head("ce:OI Lakh", "OI-Lakh")).toBe("OI-Lakh");
    expect([head("ce:Vol Bar", "Vol Bar", "lakh"), head("ce:Vol Bar", "Vol Bar", "unit")]).toEqual([
      "Vol Bar (lakh)",
      "Vol Bar",
    ]);
  });

  it("refuses a table that is too short for its rows", () => {
    const short = { version: 1, rows: 4, slots: 3, values, styles: new Uint8Array(0), keySlot: 0 };
    expect(() => tableSource(short)).toThrow("9 values for 4 x 3");
    expect(() => tableSource({ ...short, rows: 3, styles: new Uint8Array(2) })).toThrow("2 style codes for 3 x 3");
  });
});
