import { describe, expect, test } from "vitest";
import { allOf, type ExitChoice, exitBody, isAllOn, isGroupOn, setBox, setGroup, setPosition } from "./exit-choice.ts";

const position = (id: string, netQty: number, productType: "INTRADAY" | "MARGIN" | "BO", segment: 11 | 12 = 11) => ({
  id,
  netQty,
  side: netQty < 0 ? (-1 as const) : (1 as const),
  productType,
  segment,
});
const positions = [
  position("long", 65, "MARGIN"),
  position("short", -65, "MARGIN"),
  position("day", 130, "INTRADAY"),
  position("dollar", -20, "MARGIN", 12),
  position("closed", 0, "MARGIN"),
  position("bracket", 65, "BO"),
];
const held = ["long", "short", "day", "dollar", "bracket"];
const all = allOf(positions);
const ids = ({ checked }: ExitChoice) => [...checked];

test("at first every box is set, and every position that is held", () => {
  expect(ids(all)).toEqual(held);
  expect(isAllOn(all, positions)).toBe(true);
});

test("'Exit All Positions' sets or clears every box", () => {
  const none = allOf(positions, false);
  expect(ids(none)).toEqual([]);
  expect(Object.values(none.boxes)).toEqual([false, false, false, false, false, false]);
  expect(isAllOn(none, positions)).toBe(false);
});

describe("a box", () => {
  test.each([
    ["Short", ["long", "day", "bracket"], "Side"],
    ["Long", ["short", "dollar"], "Side"],
    ["CD", ["long", "short", "day", "bracket"], "Segment"],
    ["FO", ["dollar"], "Segment"],
    ["Margin", ["day", "bracket"], "Product Type"],
    ["Intraday", ["long", "short", "dollar"], "Product Type"],
  ] as const)("without %s: %j", (box, left, group) => {
    const choice = setBox(all, box, false, positions);
    expect(ids(choice)).toEqual(left);
    expect(isGroupOn(choice, group)).toBe(false);
    expect(isAllOn(choice, positions)).toBe(false);
    expect(isAllOn(setBox(choice, box, true, positions), positions)).toBe(true);
  });

  test("several together leave what all of them allow", () => {
    const choice = setBox(setBox(all, "Short", false, positions), "Intraday", false, positions);
    expect(ids(choice)).toEqual(["long"]);
  });

  test("'All' of a group sets the whole of it", () => {
    const none = setGroup(all, "Side", false, positions);
    expect(ids(none)).toEqual([]);
    expect([none.boxes.Long, none.boxes.Short]).toEqual([false, false]);
    expect(isAllOn(setGroup(none, "Side", true, positions), positions)).toBe(true);
  });
});

test("a position alone leaves the boxes, and 'Exit All Positions' is off", () => {
  const choice = setPosition(all, "day", false);
  expect(ids(choice)).toEqual(["long", "short", "dollar", "bracket"]);
  expect(isGroupOn(choice, "Side")).toBe(true);
  expect(isAllOn(choice, positions)).toBe(false);
  expect(ids(setPosition(choice, "day", true))).toContain("day");
});

test("what is sent is split into what was bought and what was sold", () => {
  const { dataBuy, dataSell } = exitBody(setPosition(all, "day", false), positions);
  expect(dataBuy.map(({ id }) => id)).toEqual(["long", "bracket"]);
  expect(dataSell.map(({ id }) => id)).toEqual(["short", "dollar"]);
});
