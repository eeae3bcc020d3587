import { expect, it } from "vitest";
import { wordsOf } from "./words.ts";

it.each([
  ["success", "ok"],
  ["fail", "error"],
  ["error", "error"],
] as const)("a reply of status %s is said in style %s", (status, style) => {
  expect(wordsOf({ status, message: "As the server says" })).toEqual({ text: "As the server says", style });
});

it("a reply that is none of ours says nothing", () => {
  expect(wordsOf(null)).toEqual({ text: "", style: "plain" });
  expect(wordsOf({ message: 7 } as never)).toEqual({ text: "", style: "plain" });
});
