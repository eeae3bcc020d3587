import { expect, test } from "vitest";
import { dateText, dayWords } from "./date-words.ts";

test("a day without its year and with it; what is no date stays as it is", () => {
  expect([dayWords("2026-08-18"), dayWords("2027-01-05")]).toEqual(["18 Aug", "5 Jan"]);
  expect([dateText("2026-08-18"), dateText("-"), dateText("")]).toEqual(["18 Aug 2026", "-", ""]);
});
