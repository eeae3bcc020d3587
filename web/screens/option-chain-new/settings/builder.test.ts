import { expect, test } from "vitest";
import { FUNCTION_WORDS, OPERATOR_WORDS } from "#contract/domain/formula/words.ts";
import { COLUMN_KEYS } from "#contract/domain/snapshots/chain-table.ts";
import {
  append,
  FIELDS,
  judge,
  MORE,
  OPERATORS,
  readFormula,
  removeLast,
  shownFormula,
  storedFormula,
} from "./builder.ts";

test("eight columns are not offered", () => {
  const kept = ["Analysis", "Vol Bar", "OI Bar", "OI Chg%", "Net Chg%", "Vol * Vwap", "ITM Prob", "H=O=L"];
  expect(COLUMN_KEYS.filter((key) => !FIELDS.includes(key)).toSorted()).toEqual(kept.toSorted());
});

test.each([
  ["", "empty"],
  ["OI", "invalid"],
  ["OI  /  LTP", "valid"],
  ["(  OI  )", "valid"],
  ["OI  /  (  LTP  -  Open  )", "valid"],
  ["-  OI", "invalid"],
  ["OI  +", "invalid"],
  ["OI  LTP  +", "invalid"],
  ["OI  /  (  LTP  -  LTP  )", "invalid"],
  ["(  OI  +  LTP", "invalid"],
  ["abs(  OI Chg  )", "valid"],
  ["if(  IV  >  20  ,  LTP  ,  0  )", "valid"],
  ["OI  -  lag(  OI  ,  15  )", "valid"],
])("'%s' is %s", (stored, state) => {
  expect(judge(readFormula(stored)).state).toBe(state);
});

test("an error names its character in the formula as it is shown", () => {
  const tokens = ["(", "Prev Close", "-", ")", "*", "OI"];
  expect(shownFormula(tokens)).toBe("( Prev Close - ) * OI");
  expect(judge(tokens)).toEqual({
    state: "invalid",
    message: "Character 16: a field or '(' is missing between - and )",
    at: 15,
    length: 1,
  });
});

test("tokens are kept with two spaces between them, and come back", () => {
  const tokens = ["(", "OI Chg", "+", "1.5", ")"];
  expect(storedFormula(tokens)).toBe("(  OI Chg  +  1.5  )");
  expect(readFormula(storedFormula(tokens))).toEqual(tokens);
});

test("all of the language can be written, by pressing and by typing", () => {
  const buttons: readonly string[] = [...OPERATORS, ...MORE];
  expect(buttons).toEqual(expect.arrayContaining(Object.keys(OPERATOR_WORDS)));
  expect(buttons).toEqual(expect.arrayContaining(Object.keys(FUNCTION_WORDS).map((name) => `${name}(`)));
  const typed = (keys: string) => [...keys].reduce<readonly string[]>(append, []);
  expect(["5<=6", "5>=6", "5<>6", "5=<6"].map(typed)).toEqual([
    ["5", "<=", "6"],
    ["5", ">=", "6"],
    ["5", "<>", "6"],
    ["5", "=", "<", "6"],
  ]);
});

test("digits make one number, and go out one by one", () => {
  const typed = ["1", "2", ".", "5"].reduce<readonly string[]>(append, ["OI", "*"]);
  expect(typed).toEqual(["OI", "*", "12.5"]);
  expect(removeLast(typed)).toEqual(["OI", "*", "12."]);
  expect(removeLast(["OI", "*"])).toEqual(["OI"]);
});
