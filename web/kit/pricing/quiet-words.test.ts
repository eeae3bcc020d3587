import { expect, it } from "vitest";
import { quietWords } from "./quiet-words.ts";

it.each([
  [1, { days: 3, traded: 1, older: 0 }, "1 contract has not traded today: last price 3 days old"],
  [2, { days: 1, traded: 0, older: 2 }, "2 contracts have not traded today: last prices more than 1 day old"],
  [
    5,
    { days: 3, traded: 2, older: 3 },
    "5 contracts have not traded today: 2 prices 3 days old, 3 more than 3 days old",
  ],
  [
    4,
    { days: 3, traded: 0, older: 3 },
    "4 contracts have not traded today: 3 prices more than 3 days old, 1 of an earlier day",
  ],
  [1, { days: Number.NaN, traded: 0, older: 0 }, "1 contract has not traded today: last price of an earlier day"],
])("%i of %o", (quiet, quietAges, words) => {
  expect(quietWords({ quiet, quietAges, untraded: false })).toBe(`${words}, shown quietly and not priced.`);
  expect(quietWords({ quiet, quietAges, untraded: true })).toBe(`${words}, priced all the same.`);
});
