import { expect, test } from "vitest";
import { isFree } from "./intent.ts";
import type { IntentRequest } from "./intent-request.ts";

/** Of an order, or a GTT, of 75. */
const change = (kind: "modify" | "gtt-modify", qty: number, follows?: number): IntentRequest =>
  ({ kind, order: { qty: 75 }, gtt: { qty: 75 }, change: { qty }, follows }) as unknown as IntentRequest;

test("no kill switch holds what leads out, and a change to no more, unless a rule makes it", () => {
  const free = (...all: readonly IntentRequest[]) => all.map(isFree);
  expect(free(...["cancel", "exit", "gtt-delete"].map((kind) => ({ kind }) as IntentRequest))).toEqual([
    true,
    true,
    true,
  ]);
  expect(free(...["place", "gtt-place", "convert"].map((kind) => ({ kind }) as IntentRequest))).toEqual([
    ...[false, false, false],
  ]);
  expect(free(change("modify", 50), change("modify", 75), change("modify", 150))).toEqual([true, true, false]);
  expect(free(change("gtt-modify", 75), change("gtt-modify", 150))).toEqual([true, false]);
  expect(free(change("modify", 75, 1))).toEqual([false]);
});
