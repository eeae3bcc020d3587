import { expect, it } from "vitest";
import { makeLeg } from "#contract/domain/strategy/testing/legs.ts";
import type { HeldStrategy } from "./book/book.ts";
import { contractText } from "./leg-words.ts";
import { foundIn, hasOpenPrice, rowsOf, unpricedIn } from "./strategy-rows.ts";

const strategy = (name: string, ...closed: readonly boolean[]): HeldStrategy =>
  ({ name, symbol: "NIFTY", legs: closed.map((isClosed) => makeLeg({ isClosed })) }) as unknown as HeldStrategy;
const rows = rowsOf([strategy("Fly", true, false), strategy("Condor", false, false)]);
const isOpen = ({ isClosed }: { readonly isClosed: boolean }): boolean => !isClosed;

it("each row knows its own legs among all legs, whichever rows are found", () => {
  expect(foundIn(rows, " cond ")).toEqual([expect.objectContaining({ at: 1, start: 2 })]);
  expect(foundIn(rows, "nif")).toEqual(rows);
});

it("each open leg without a price is named: it keeps all from being closed; a closed one needs none", () => {
  const lacking = (priced: string) => rows.map((one) => unpricedIn(one, priced, isOpen));
  const contract = contractText("NIFTY", makeLeg({}));
  expect(lacking("0111")).toEqual([[], []]);
  expect(lacking("0110")).toEqual([[], [contract]]);
  expect(lacking("")).toEqual([[contract], [contract, contract]]);
  expect(rows.map((one) => hasOpenPrice(one, "1001"))).toEqual([false, true]);
});
