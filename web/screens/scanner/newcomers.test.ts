import { expect, it } from "vitest";
import { createNewcomers, newcomersText } from "./newcomers.ts";
import type { Found } from "./snapshot.ts";

const answer = (tokens: readonly number[], more: Partial<Found> = {}): Found =>
  ({
    exchange: "NSE",
    kind: "futures",
    formula: "LTP > Vwap",
    date: "2026-08-18",
    matches: tokens.length,
    found: { token: tokens, name: tokens.map((token) => `S${token}FUT`) },
    ...more,
  }) as unknown as Found;

it("tells each contract once, and again after it has left", () => {
  const { of } = createNewcomers();
  expect(of(answer([1, 2]))).toEqual([]); // who was there at first is not new
  expect(of(answer([1, 2, 3]))).toEqual(["S3FUT"]);
  expect(of(answer([3, 1]))).toEqual([]);
  expect(of(answer([1, 2, 3]))).toEqual(["S2FUT"]);
});

it("another question begins anew, and so does an answer that names not all", () => {
  const { of } = createNewcomers();
  of(answer([1]));
  expect(of(answer([1, 2], { formula: "LTP < Vwap" }))).toEqual([]);
  expect(of(answer([1, 2, 3], { formula: "LTP < Vwap", matches: 900 }))).toEqual([]);
  expect(of(answer([4], { formula: "LTP < Vwap" }))).toEqual([]);
  expect(of(answer([4, 5], { formula: "LTP < Vwap" }))).toEqual(["S5FUT"]);
});

it("names three, and counts the others", () => {
  expect(newcomersText(["A"], "OI > 1")).toBe("A: OI > 1");
  expect(newcomersText(["A", "B", "C", "D", "E"], "OI > 1")).toBe("A, B, C and 2 more: OI > 1");
});
