import { describe, expect, test } from "vitest";
import {
  type ChainSnapshot,
  COLUMN_KEYS,
  type ColumnId,
  type ColumnKey,
  slotsOf,
} from "#contract/domain/snapshots/chain-table.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { CellFormat } from "../../format/format.ts";
import { strikeFormat } from "../strikes/strike-format.ts";
import { chainSource } from "./chain-source.ts";
import { columnId, gridColumns, type TableShape } from "./grid-columns.ts";

const make = (
  shape: Partial<TableShape>,
  more: { decimals?: 2 | 4; strikes?: CellFormat; shortLabels?: boolean } = {},
) =>
  gridColumns({
    columns: [],
    oiGraph: false,
    ...shape,
    decimals: 2,
    strikes: strikeFormat({}),
    barsInverted: false,
    shortLabels: false,
    ...more,
  });

describe("columns", () => {
  test("every built-in key makes one on each side, in slots that the snapshot has", () => {
    const columns = make({ columns: COLUMN_KEYS });
    expect(columns).toHaveLength(2 * 35 + 1);
    const ids = columns.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const limit = slotsOf({ oiGraph: false, columns: COLUMN_KEYS });
    const slots = columns.map(({ cell }) => cell.slot);
    expect(new Set(slots).size).toBe(slots.length);
    for (const { cell } of columns) {
      expect(cell.slot).toBeLessThan(limit);
      if ("barSlot" in cell) expect(cell.barSlot).toBe(cell.slot + 1);
    }
  });

  test("puts mirror calls about the strike", () => {
    const columns: ColumnKey[] = ["Analysis", "OI Lakh", "LTP"];
    const ids = make({ columns }).map(({ id }) => id);
    expect(ids).toEqual(["ce:Analysis", "ce:OI Lakh", "ce:LTP", "strike", "pe:LTP", "pe:OI Lakh", "pe:Analysis"]);
    expect(columnId("put", "LTP")).toBe("pe:LTP");
  });

  test("straddle and ratios stand beside the strike when the view has them", () => {
    const all = make({ columns: [], pcr: true, pcrVol: true, pcrOIChg: true, straddle: true });
    expect(all.map(({ header }) => header)).toEqual(["Straddle", "Strike", "Pcr", "Pcr Vol", "Pcr OI Chg"]);
  });

  test("build-ups have short labels on narrow windows", () => {
    const label = (shortLabels: boolean) => {
      const { cell } = make({ columns: ["Analysis"] }, { shortLabels })[0] ?? {};
      return cell?.kind === "build-up" ? cell.short : undefined;
    };
    expect([label(true), label(false)]).toEqual([true, false]);
  });

  test("USDINR prices have four decimals", () => {
    const text = (decimals: 2 | 4) => {
      const { cell } = make({ columns: ["LTP"] }, { decimals })[0] ?? {};
      return cell?.kind === "figure" ? cell.format.text(88.3125) : undefined;
    };
    expect([text(2), text(4)]).toEqual(["88.31", "88.3125"]);
  });

  test("the user's own columns have the decimals of a price", () => {
    const text = (decimals: 2 | 4, key: ColumnId, coloured: readonly ColumnId[] = []) => {
      const { cell } = make({ columns: [key], coloured: new Set(coloured) }, { decimals })[0] ?? {};
      return cell?.kind === "figure" ? cell.format.text(0.0025) : undefined;
    };
    expect([text(2, "Own#"), text(4, "Own#"), text(4, "Own#", ["Own#"])]).toEqual(["0.00", "0.0025", "+0.0025"]);
  });

  test("know what they count in, where the table says it", () => {
    const columns = make({ columns: ["OI", "Own#"], units: { "Own#": "crore" } });
    expect(columns.map(({ id, unit }) => [id, unit]).slice(0, 2)).toEqual([
      ["ce:OI", undefined],
      ["ce:Own#", "crore"],
    ]);
  });

  test("the strike is written as the table's strikes are", () => {
    const strikes = strikeFormat({ snapshot: { rows: 2, slots: 1, values: [187.5, 190] } });
    expect(make({}, { strikes })[0]?.cell).toMatchObject({ kind: "strike", format: strikes });
  });

  test("an old price is followed by its age, and copied without it", () => {
    const [column] = make({ columns: ["LTP"] });
    const note = column?.cell.kind === "figure" ? column.cell.note : undefined;
    expect([3, -3].map((code) => note?.format.text(code))).toEqual(["3 d", ">3 d"]);
    expect(note).toMatchObject({ slot: (column?.cell.slot ?? 0) + 1, isBare: true });
    expect(note?.format.plain(3)).toBe("");
    expect(make({ columns: ["Vwap"] })[0]?.cell).not.toHaveProperty("note");
  });

  test("the OI graph has bars and 'OI-Lakh(Chg %)' on both sides", () => {
    const columns = make({ oiGraph: true });
    expect(columns.map(({ id }) => id)).toEqual(["ce:bars", "ce:oi", "strike", "pe:oi", "pe:bars"]);
    const { header, cell } = columns[1] ?? {};
    expect(header).toBe("OI-Lakh(Chg %)");
    if (cell?.kind !== "figure") throw new Error("no figure");
    expect(cell.note?.slot).toBe(cell.slot + 1);
    expect(cell.note?.format.text(12)).toBe("+12%");
  });
});

describe("the grid's source", () => {
  const snapshot = {
    facts: { basis: "future", underlying: 24_110 },
    rows: 7,
    slots: 5,
    values: Float64Array.from({ length: 35 }, (_, i) => i),
    styles: new Uint8Array(35),
    atmRow: 3,
    splitRow: 2,
    columns: [],
    oiGraph: false,
  } as unknown as ChainSnapshot;
  const clock = { mode: "live", date: isoDate("2026-08-18"), minute: minute(600), speed: 1 } as const;
  const state = {
    status: "ready",
    snapshot,
    clock,
    context: undefined,
    frameAt: 1000,
    cadence: 0,
    recorded: 600,
    trouble: "",
    lacks: "",
    opensAt: Number.NaN,
    sequence: 9,
    cost: 1,
    message: "",
  } as const;

  test("says on what the split stands, and where", () => {
    const source = chainSource(state, false, 2, 1000);
    expect(source).toMatchObject({ version: 9, rows: 7, stale: false });
    expect(source?.band).toMatchObject({ beforeRow: 2, label: "Future", figure: "24,110.00" });
    expect(chainSource(state, true, 4, 1000)?.band?.figure).toBe("24,110.0000");
    expect(source?.key(1)).toBe(5);
    expect([0, 4, 5].map((row) => source?.rule(row))).toEqual([false, false, true]);
  });

  test("without an underlying there is no band; without a snapshot no source", () => {
    expect(chainSource({ ...state, snapshot: { ...snapshot, splitRow: -1 } }, false, 2, 0)?.band).toBeUndefined();
    expect(chainSource({ ...state, snapshot: undefined }, false, 2, 0)).toBeUndefined();
  });

  test("is stale when a live price is too old, not when the clock stands or the past is shown", () => {
    const late = 1000 + 15_001;
    expect(chainSource(state, false, 2, late)?.stale).toBe(true);
    expect(chainSource({ ...state, clock: { ...clock, speed: 0 } }, false, 2, late)?.stale).toBe(false);
    expect(chainSource({ ...state, clock: { ...clock, mode: "replay" } }, false, 2, late)?.stale).toBe(false);
    expect(chainSource({ ...state, frameAt: Number.NaN }, false, 2, late)?.stale).toBe(false);
    const minutes = { ...state, cadence: 1 };
    expect(chainSource(minutes, false, 2, late)?.stale).toBe(false);
    expect(chainSource(minutes, false, 2, 1000 + 180_001)?.stale).toBe(true);
    expect(chainSource({ ...minutes, clock: { ...clock, speed: 60 } }, false, 2, 1000 + 3001)?.stale).toBe(true);
  });

  test("is stale while its feed is in trouble, however young its figures are", () => {
    expect(chainSource({ ...state, trouble: "BSE F&O: silent" }, false, 2, 1000)?.stale).toBe(true);
  });
});
