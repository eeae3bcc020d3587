import { expect, it } from "vitest";
import { strikeFormat } from "./strike-format.ts";

it("strikes of one table have as many decimals as each other; none is rounded", () => {
  const format = (...strikes: number[]) =>
    strikeFormat({ snapshot: { rows: strikes.length, slots: 2, values: strikes.flatMap((strike) => [strike, 0.5]) } });
  expect([187.5, 190].map(format(187.5, 190).text)).toEqual(["187.50", "190.00"]);
  expect([187.5, 190].map(format(187.5, 190).plain)).toEqual(["187.50", "190.00"]);
  expect([24_200, 87.5, Number.NaN].map(format(24_200, Number.NaN).text)).toEqual(["24,200", "87.50", "-"]);
  expect(strikeFormat({})).toBe(format(24_200));
});

it("strikes of USDINR stand in quarters, also where a table has only whole ones of them", () => {
  const strikes = { snapshot: { rows: 1, slots: 1, values: [88] } };
  expect(strikeFormat({ context: { symbol: "USDINR" }, ...strikes }).text(88)).toBe("88.00");
  expect(strikeFormat({ context: { symbol: "NIFTY" }, ...strikes }).text(88)).toBe("88");
});
