import { expect, it } from "vitest";
import { levelText, type PayoffFigures, payoffRows } from "./figure-rows.ts";

const figures: PayoffFigures = {
  maxProfit: 1500,
  maxLoss: -3000,
  atZero: -3000,
  breakEvens: [24_000],
  netCredit: -3000,
  margin: 20_000,
  scanMargin: 0,
  isSold: false,
};
const row = (changed: Partial<PayoffFigures>, label: string) => {
  const fact = payoffRows({ ...figures, ...changed }, 2).find((one) => one.label === label);
  return fact && [fact.value, fact.aside ?? ""].join(" ").trim();
};

it("an extreme that is met only at spot 0 says so, and the ratio with it", () => {
  const backspread = { maxProfit: 15_00_000, maxLoss: -5000, atZero: 15_00_000, netCredit: 700 };
  expect(row(backspread, "Max Profit")).toBe("+15,00,000 +7,500.0% at spot 0");
  expect(row(backspread, "Max Loss")).toBe("−5,000 −25.0%");
  expect(row(backspread, "RR")).toBe("1 : 300.00 at spot 0");
  expect(row({ atZero: -100 }, "Max Loss")).toBe("−3,000 −100.0%");
  expect(row({ atZero: 0, maxProfit: 0 }, "Max Profit")).toBe("0 0.0%");
});

it.each([
  [[], "NA"],
  [[24_000], "24,000"],
  [[1, 2, 3, 4, 5, 6], "1.00 - 2.00 - 3.00 - 4.00 - 5.00 - 6.00"],
  [[1, 2, 3, 4, 5, 6, 7], "NA"],
])("break-evens %j are %s", (breakEvens, text) => {
  expect(row({ breakEvens }, "Break Even")).toBe(text);
});

it.each([
  [10.45, 2, "10.45"],
  [999.5, 2, "999.50"],
  [24_063.4, 2, "24,063"],
  [87.2537, 4, "87.2537"],
] as const)("the level %d in %d decimals is %s", (level, decimals, text) => {
  expect(levelText(decimals)(level)).toBe(text);
});

it.each([
  [{ maxProfit: 1500, maxLoss: -3000, atZero: 0 }, "1 : 0.50"],
  [{ maxProfit: Number.POSITIVE_INFINITY }, "NA"],
  [{ maxLoss: Number.NEGATIVE_INFINITY }, "NA"],
  [{ maxLoss: 0 }, "NA"],
  [{ maxProfit: 0 }, "NA"],
])("the ratio of %j is %s", (changed, text) => {
  expect(row(changed, "RR")).toBe(text);
});

it.each([
  [1200, "Net Credit", "1,200"],
  [-1200, "Net Debit", "1,200"],
  [0, "Net Debit/Credit", "0"],
])("a net premium of %d is %s %s", (netCredit, label, value) => {
  expect(row({ netCredit }, label)).toBe(value);
});

it("percents are of the debit where one was paid and nothing is sold, else of the margin; no margin is '---'", () => {
  expect(row({ atZero: 0 }, "Max Loss")).toBe("−3,000 −100.0%");
  expect(row({ atZero: 0, isSold: true }, "Max Loss")).toBe("−3,000 −15.0%");
  expect(row({ atZero: 0, netCredit: 500 }, "Max Loss")).toBe("−3,000 −15.0%");
  expect(row({ margin: 0 }, "Estimated Margin")).toBe("--- specification");
});
