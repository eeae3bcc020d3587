import { expect, it } from "vitest";
import { CELL_ATM, CELL_ITM } from "#contract/domain/snapshots/cell-style.ts";
import { CALLS, columnSlot, PUTS, STRIKE } from "#contract/domain/snapshots/chain-table.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { buildStrikeTable } from "#market/strikes/strikes.ts";
import type { FillContext } from "./context.ts";
import { createStrikeMarks } from "./strike-marks.ts";

const strikes = [100, 110, 120].map((strike) => ({ strike, ce: {}, pe: {} }));
const table = buildStrikeTable(makeRoom({ strikes }).tokens);
const slots = columnSlot(1, PUTS, 1);

/** 'C' and 'P': the side that is in the money; '*': the strike at the money. */
function shown(marks: ReturnType<typeof createStrikeMarks>, spot: number, atm: number, inverse = false): string[] {
  const styles = new Uint8Array(3 * slots).fill(0xff); // of the run before
  marks.write({ styles, slots, rows: 3, from: 0, inverse, table, spot } as unknown as FillContext, atm);
  return [0, 1, 2].map((row) => {
    const at = (slot: number): number => styles[row * slots + slot]!;
    const money = (side: 0 | 1): number => at(columnSlot(1, side, 0)) & at(columnSlot(1, side, 0) + 1) & CELL_ITM;
    return `${money(CALLS) ? "C" : ""}${money(PUTS) ? "P" : ""}${at(STRIKE) === CELL_ATM ? "*" : ""}`;
  });
}

it("marks what is in the money and the strike at it, and follows the spot", () => {
  const marks = createStrikeMarks();
  expect(shown(marks, 10_400, 0)).toEqual(["C*", "P", "P"]);
  expect(shown(marks, 10_450, 0)).toEqual(["C*", "P", "P"]);
  expect(shown(marks, 11_000, 1)).toEqual(["C", "*", "P"]); // a strike at the spot has no money in it
  expect(shown(marks, 11_001, 1)).toEqual(["C", "C*", "P"]);
  expect(shown(marks, 11_001, 1, true)).toEqual(["P", "C*", "C"]);
  expect(shown(marks, 9000, 0)).toEqual(["P*", "P", "P"]);
  expect(shown(marks, Number.NaN, -1)).toEqual(["", "", ""]);
});
