import { expect, test } from "vitest";
import { medianRows, note, parseRows, passes, row } from "./report.ts";

const QUESTION = "wall";
const BUSY = "main thread busy, 6x throttle";

test("what no round saw has no figure, crosses between processes, and fails only where a bound asks for it", () => {
  const rows = parseRows(
    JSON.stringify([note(QUESTION, "an answer", Number.NaN, "ms"), row(QUESTION, BUSY, Number.NaN)]),
  );
  expect(rows.map(({ absent }) => absent)).toEqual(["none seen", undefined]);
  expect(rows[1]?.value).toBeNaN();
  expect(rows.map(passes)).toEqual([true, false]);
});

test("the median of three rounds: one without a figure is the worst of them, and does not move an open row", () => {
  const [quick, slow] = [row(QUESTION, BUSY, 0.1), row(QUESTION, BUSY, 0.2)];
  const none = row(QUESTION, BUSY, Number.NaN);
  expect(medianRows([[none], [quick], [slow]])[0]?.value).toBe(0.2);
  expect(passes(medianRows([[none], [quick], [none]])[0]!)).toBe(false);
  const [open] = medianRows([
    [note(QUESTION, "load", 1, "")],
    [note(QUESTION, "load", Number.NaN, "")],
    [note(QUESTION, "load", 3, "")],
  ]);
  expect(open?.value).toBe(2);
});
