import { describe, expect, test } from "vitest";
import { compileScan, MAX_SCAN_LENGTH } from "./scan.ts";
import { errorText } from "./tokens.ts";

function conditionsOf(text: string): readonly string[] {
  const scan = compileScan(text);
  if (!scan.ok) throw new Error(errorText(scan.error));
  return scan.conditions.map((one) => one.text);
}

function refusalOf(text: string): string {
  const scan = compileScan(text);
  return scan.ok ? "" : errorText(scan.error);
}

describe("a scan", () => {
  test("is cut into the conditions that all have to hold", () => {
    expect(conditionsOf("OI Chg% > 5 and Net Chg% < -1 and LTP < Vwap")).toEqual([
      "OI Chg% > 5",
      "Net Chg% < -1",
      "LTP < Vwap",
    ]);
    expect(conditionsOf("LTP > Vwap")).toEqual(["LTP > Vwap"]);
  });

  test("is one condition where an 'or' stands beside an 'and'; one in brackets is part of its condition", () => {
    expect(conditionsOf("LTP > Vwap and OI > 1 or LTP > High")).toHaveLength(1);
    expect(conditionsOf("(LTP > Vwap and OI > 1 or LTP > High) and Volume > 0")).toEqual([
      "(LTP > Vwap and OI > 1 or LTP > High)",
      "Volume > 0",
    ]);
    expect(conditionsOf("min(LTP, if(OI > 1 and OI < 5, 1, 2)) > 1")).toHaveLength(1);
  });

  test.each([
    ["LTP > lag(LTP, 5)", /^Character 7: lag\( needs the minutes of the day/],
    ["change(OI) > 5", /^Character 1: change\( needs the minutes of the day/],
    ["LTP + 1", /a comparison is missing/],
    ["IV > 20", /^Character 1: 'IV' is no field/],
    ["", /the formula is empty/],
    [`LTP > ${"1".repeat(MAX_SCAN_LENGTH)}`, /at most 500 characters/],
  ])("%s is refused in words", (text, why) => {
    expect(refusalOf(text)).toMatch(why);
  });
});
