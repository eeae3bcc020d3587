import { expect, test } from "vitest";
import type { IntentState } from "#contract/domain/orders/order.ts";
import { judgeOrders } from "./order-verdict.ts";
import type { Press, Trader } from "./trader.ts";

type Told = readonly [state: IntentState, orderId: string | null];

function press(key: string, told: readonly Told[]): Press {
  const event = { type: "order", broker: "iifl", key, batch: 0, item: 0, kind: "place", message: "" } as const;
  const events = told.map(([state, orderId], i) => [i, { ...event, state, orderId }] as const);
  return { key, kind: "place", answered: told.at(-1)?.[0], isRefusedHere: false, told: new Map(events) };
}

function judge(presses: readonly Press[], seen: readonly string[]) {
  const nothing = { disorder: [], strange: [], rest: () => Promise.resolve(), stop: () => undefined };
  const trader: Trader = { presses: new Map(presses.map((one) => [one.key, one])), seen: new Set(seen), ...nothing };
  return judgeOrders([trader]);
}

test("an order that was not known, and then was, was told once", () => {
  const presses = [
    press("a", [["placed", "1"]]),
    press("b", [
      ["unknown", null],
      ["placed", "2"],
    ]),
    press("c", [["refused", null]]),
  ];
  const well = { asked: 3, accepted: 2, untold: [], twice: [], lost: [], doubled: [] };
  expect(judge(presses, ["1", "2"])).toEqual(well);
});

test("what the answer itself refuses need not be told", () => {
  const refused: Press = { ...press("a", []), answered: "refused", isRefusedHere: true };
  expect(judge([refused], [])).toMatchObject({ asked: 1, untold: [] });
});

test("finds what was not told, told twice, lost and doubled", () => {
  const presses = [
    press("a", []),
    press("b", [["unknown", null]]),
    press("c", [
      ["placed", "3"],
      ["placed", "3"],
    ]),
    press("d", [["placed", "4"]]),
  ];
  const { untold, twice, lost, doubled } = judge(presses, ["3", "5"]);
  expect(untold.map((line) => line.slice(0, 7))).toEqual(["place a", "place b"]);
  expect(twice).toEqual(["place c: answered placed, told placed, placed"]);
  expect([lost, doubled]).toEqual([["4"], ["5"]]);
});
