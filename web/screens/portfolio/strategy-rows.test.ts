import { expect, it } from "vitest";
import { makeLeg } from "#contract/domain/strategy/testing/legs.ts";
import type { HeldStrategy } from "./book.ts";
import { foundIn, hasOpenPrice, isOpenPriced, rowsOf } from "./strategy-rows.ts";

const strategy = (name: string, ...closed: readonly boolean[]): HeldStrategy =>
  ({ name, symbol: "NIFTY", legs: closed.map((isClosed) => makeLeg({ isClosed })) }) as unknown as HeldStrategy;
const rows = rowsOf([strategy("Fly", true, false), strategy("Condor", false, false)]);
const isOpen = ({ isClosed }: { readonly isClosed: boolean }): boolean => !isClosed;

it("each row knows its own legs among all legs, whichever rows are found", () => {
  expect(foundIn(rows, " cond ")).toEqual([expect.objectContaining({ at: 1, start: 2 })]);
  expect(foundIn(rows, "nif")).toEqual(rows);
});

it("all is closed where each open leg of each strategy has a price; a closed one needs none", () => {
  const closes = (priced: string) => rows.map((one) => isOpenPriced(one, priced, isOpen));
  expect(closes("0111")).toEqual([true, true]);
  expect(closes("0110")).toEqual([true, false]);
  expect(closes("")).toEqual([false, false]);
  expect(rows.map((one) => hasOpenPrice(one, "1001"))).toEqual([false, true]);
});
