import { expect, test, vi } from "vitest";
import { formats } from "../../format/format.ts";
import { twoActionsWidth } from "../../grid/grid-options.ts";
import { gridColumns, type TableShape, tradedColumn } from "./grid-columns.ts";
import { tradeActions, tradeCell } from "./trade-actions.ts";

/** CSS pixels of the widest LTP, '12,345.65' at weight 500, and of the cell's padding. */
const WIDEST_LTP = 57 + 8;
/** CSS pixels before the widest figure of a cell. */
const PADDING = 10;

test("B and S stand on both sides, and say which option is meant", () => {
  const trade = vi.fn();
  const actions = tradeActions(trade);
  expect(actions.map(({ columnId, label, tone }) => [columnId, label, tone])).toEqual([
    ["ce:LTP", "B", "buy"],
    ["ce:LTP", "S", "sell"],
    ["pe:LTP", "B", "buy"],
    ["pe:LTP", "S", "sell"],
  ]);
  for (const { columnId, onPress } of actions) onPress({ row: 3, key: 24_150, columnId });
  expect(trade.mock.calls).toEqual([
    [24_150, "CE", "B"],
    [24_150, "CE", "S"],
    [24_150, "PE", "B"],
    [24_150, "PE", "S"],
  ]);
  expect(tradeActions(undefined)).toEqual([]);
});

test("the keys mean the option of the cell, on the spine none", () => {
  const trade = vi.fn();
  for (const columnId of ["ce:OI Lakh", "strike", "pcr", "pe:IV"])
    tradeCell(trade, { row: 0, key: 87.25, columnId }, "S");
  expect(trade.mock.calls).toEqual([
    [87.25, "CE", "S"],
    [87.25, "PE", "S"],
  ]);
});

const widthsOf = (shape: TableShape, key: string): readonly number[] =>
  gridColumns({ ...shape, decimals: 2, barsInverted: false, shortLabels: false, strikes: formats.whole })
    .filter(({ id }) => id.endsWith(`:${key}`))
    .map(({ width }) => width);

test.each([
  [{ columns: ["IV", "LTP", "OI"], oiGraph: false }, "LTP"],
  [{ columns: ["Time Value", "OI"], oiGraph: false }, "Time Value"],
  [{ columns: ["Analysis", "OI Lakh"], oiGraph: false }, "OI Lakh"],
  [{ columns: ["LTP", "gain#"], oiGraph: false }, "LTP"],
  [{ columns: ["IV", "gain#"], oiGraph: false }, "gain#"],
  [{ columns: ["IV", "Analysis"], oiGraph: false }, "Analysis"],
  [{ columns: [], oiGraph: true }, "oi"],
] as const)("a table of %j has B and S in its cells of %s, beside the figure", (shape, key) => {
  expect(tradedColumn(shape)).toBe(key);
  const widths = widthsOf(shape, key);
  expect(widths).toHaveLength(2);
  if (shape.oiGraph || key === "LTP") return;
  const [plain = 0] = widthsOf({ ...shape, columns: [...shape.columns, "LTP"] }, key);
  for (const width of widths) expect(width + PADDING).toBeGreaterThanOrEqual(plain + twoActionsWidth);
});

test("the buttons hide no figure", () => {
  for (const price of ["LTP", "Time Value"] as const) {
    const shape = { columns: [price], oiGraph: false };
    const widths = widthsOf(shape, price);
    expect(widths).toHaveLength(2);
    for (const width of widths) expect(width).toBeGreaterThanOrEqual(WIDEST_LTP + twoActionsWidth);
  }
});
