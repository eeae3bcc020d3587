import { expect, it } from "vitest";
import { LATER, wordsOf, wordsOfError } from "./words.ts";

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

it("work that failed is said in its own words, a network that failed in none of a browser's", () => {
  expect(wordsOfError(new Error("This is not the passphrase."))).toBe("This is not the passphrase.");
  for (const error of [new TypeError("Failed to fetch"), new Error(""), "thrown"])
    expect(wordsOfError(error)).toBe(LATER);
});
