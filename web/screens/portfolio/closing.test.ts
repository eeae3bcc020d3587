import { expect, test } from "vitest";
import { makeLeg } from "#contract/domain/strategy/testing/legs.ts";
import type { HeldStrategy } from "./book.ts";
import { closesAll } from "./closing.ts";

const [call, put] = [makeLeg({ id: "call" }), makeLeg({ id: "put" })];
const straddle = { symbol: "NIFTY", legs: [call, put] } as unknown as HeldStrategy;
const priced =
  (...ids: readonly string[]) =>
  ({ id }: { readonly id: string }): number =>
    ids.includes(id) ? 100 : Number.NaN;

test("a strategy is closed whole, or waits for the price of each leg that is open", () => {
  const everyLeg = () => true;
  expect(closesAll([straddle], everyLeg, priced("call", "put"))).toBe(true);
  expect(closesAll([straddle], everyLeg, priced("call"))).toBe(false);
  expect(closesAll([straddle], (leg) => leg !== put, priced("call"))).toBe(true);
  expect(closesAll([], everyLeg, priced())).toBe(false); // none is loaded yet
});
