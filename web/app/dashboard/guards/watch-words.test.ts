import { expect, test } from "vitest";
import { watchWords } from "./watch-words.ts";

test.each([
  ["Closes at −2,500 or +3,000", { stop: 2500, target: 3000, words: "" }],
  ["Closes at +3,000", { stop: null, target: 3000, words: "" }],
  // It waits below its stop: where it closes is past.
  [
    "The stop was reached: a loss of ₹2,561",
    { stop: 2500, target: null, words: "The stop was reached: a loss of ₹2,561. Its exits wait" },
  ],
  [
    "The stop does not act for now",
    { stop: 2500, target: null, words: "The stop does not act for now. Zerodha cannot be asked" },
  ],
])("an armed stop says: %s", (words, watch) => {
  expect(watchWords(watch)).toBe(words);
});
