import { expect, test } from "vitest";
import { mixed } from "./colour-mix.ts";

test("so much of the one, the rest of the other", () => {
  expect(mixed("#ff0000", "#000000", 100)).toBe("#ff0000");
  expect(mixed("#ff0000", "#0000ff", 40)).toBe("#660099");
  expect(mixed("#000000", "#fff", 0)).toBe("#ffffff"); // as style sheets may shorten it
});
