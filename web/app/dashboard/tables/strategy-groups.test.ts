import { expect, test } from "vitest";
import type { PositionBody, StrategyPart } from "#contract/wire/http/order-bodies.ts";
import { position } from "../__fixtures__/position.ts";
import { rowOf } from "./position-rows.ts";
import { exitOf, strategyGroups, strategyName } from "./strategy-groups.ts";

const part = (strategy: string, more: Partial<StrategyPart> = {}): StrategyPart => ({
  ...{ strategy, symbol: position.symbol, productType: "INTRADAY" },
  ...{ buyQty: 65, buyAvg: 9, sellQty: 0, sellAvg: 0, ...more },
});
const LTP = 11;
const total = (one: PositionBody, isGiven: boolean): number => rowOf(one, () => LTP, isGiven).total;

test("parts and rest add up to the position, in quantity and in profit", () => {
  const groups = strategyGroups(
    [position],
    [part("fly"), part("condor", { buyQty: 0, buyAvg: 0, sellQty: 65, sellAvg: 12 })],
    false,
  );
  expect(groups.map(({ strategy, positions: [one] }) => [strategy, one?.netQty, one?.avgPrice])).toEqual([
    ["fly", 65, 9],
    ["condor", -65, 12],
    ["", 65, 11],
  ]);
  const sum = groups.flatMap(({ positions }) => positions).reduce((all, one) => all + total(one, true), 0);
  expect(sum).toBeCloseTo(total(position, false), 9);
});

test("of a position that was carried over the average of the rest is such that profits add up", () => {
  const carried = { ...position, netQty: 195, avgPrice: 8, buyQty: 65, buyAvg: 9, sellQty: 0, sellAvg: 0 };
  const groups = strategyGroups([carried], [part("fly")], false);
  const rest = groups.at(-1)?.positions[0];
  expect(rest).toMatchObject({ netQty: 130, avgPrice: 7.5, buyQty: 0 });
  const sum = groups.flatMap(({ positions }) => positions).reduce((all, one) => all + total(one, true), 0);
  expect(sum).toBeCloseTo(total(carried, false), 9);
});

test.each([
  ["open", position],
  ["closed", { ...position, netQty: 0, avgPrice: 0, sellQty: 130 }],
])("where the broker tells what is realized, parts of what is %s add up to that", (_, told) => {
  const groups = strategyGroups([told], [part("fly")], true);
  const sum = groups.flatMap(({ positions }) => positions).reduce((all, one) => all + total(one, true), 0);
  expect(sum).toBeCloseTo(total(told, true), 9);
  expect(total(told, true)).not.toBe(total(told, false));
});

test.each([false, true])(
  "a position that is a strategy's as a whole leaves no rest; one without a strategy is as it was",
  (tells) => {
    const own = { ...position, buyQty: 65, buyAvg: 9, sellQty: 0, sellAvg: 0, avgPrice: 9 };
    const other = { ...position, id: "q", symbol: "NFO:OTHER" };
    const groups = strategyGroups([own, other], [part("fly")], tells);
    expect(groups).toMatchObject([
      { strategy: "fly", positions: [{ netQty: 65 }] },
      { strategy: "", positions: [{ id: "q", netQty: 65 }] },
    ]);
    // Its profit is that of the plain list, whatever else the broker calls realized.
    expect(total(groups[1]!.positions[0]!, true)).toBe(total(other, tells));
  },
);

test("a strategy is closed by its share of each position; what another strategy offsets stays", () => {
  const shared = { ...position, netQty: 130, buyQty: 195, sellQty: 65 };
  const parts = [part("fly", { buyQty: 130 }), part("condor", { buyQty: 0, buyAvg: 0, sellQty: 65, sellAvg: 12 })];
  const [fly, condor] = strategyGroups([shared], parts, false);
  expect(exitOf(fly!, [shared])).toEqual({ positions: [{ ...shared, netQty: 130, side: 1 }], offset: 0 });
  expect(exitOf(condor!, [shared])).toEqual({ positions: [], offset: 1 });
  expect(exitOf({ ...fly!, positions: [{ ...position, netQty: 0 }] }, [shared])).toEqual({ positions: [], offset: 0 });
});

test("strategies with one name are told apart, saved or not, whatever stands beside them", () => {
  const names = new Map([
    ["id-aaaa", "Fly"],
    ["id-bbbb", "Fly"],
    ["id-cccc", "Condor"],
  ]);
  expect(["id-aaaa", "id-bbbb", "id-cccc", "id-dddd", ""].map((id) => strategyName(id, names))).toEqual([
    "Fly (aaaa)",
    "Fly (bbbb)",
    "Condor",
    "A strategy that is not saved (dddd)",
    "Without a strategy",
  ]);
  expect(strategyName("id-aaaa", undefined)).toBe("Strategy (aaaa)");
});
