import { expect, it } from "vitest";
import { type History, stripOf, withAnswer } from "./strip.ts";

const historyOf = (answers: readonly (readonly [minute: number, matches: number])[]): History | undefined =>
  answers.reduce<History | undefined>(
    (history, [minute, matches]) => withAnswer(history, "a", minute, matches),
    undefined,
  );

it("is a bar a minute, of the newest answer in it, and a gap where none came", () => {
  const strip = stripOf(
    historyOf([
      [600, 3],
      [600, 7],
      [601, 14],
      [605, 0],
    ]),
  );
  expect(strip).toMatchObject({ first: 600, last: 629, highest: 14, highestAt: 601, now: 0 });
  expect(strip?.gaps).toEqual([{ from: 602, to: 605 }]);
  expect(strip?.bars).toBe("M0 28V14h.8V28zM1 28V0h.8V28zM5 28V28h.8V28z");
});

it("begins anew with another question, and stays the same where nothing is new", () => {
  const one = historyOf([[600, 3]]);
  expect(withAnswer(one, "a", 600, 3)).toBe(one);
  expect([...withAnswer(one, "b", 640, 5).counts]).toEqual([[640, 5]]);
  expect(stripOf(undefined)).toBeUndefined();
  expect(stripOf(historyOf([[600, 0]]))).toMatchObject({ highest: 0, bars: "M0 28V28h.8V28z" });
});
