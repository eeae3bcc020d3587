import { expect, test } from "vitest";
import { freeName } from "./free-name.ts";

test.each([
  ["Fly - NIFTY", [], "Fly - NIFTY"],
  ["Fly - NIFTY", ["Fly - NIFTY"], "Fly (1) -  NIFTY"],
  ["Fly - NIFTY - Exp", ["Fly - NIFTY - Exp", "Fly (1) -  NIFTY - Exp"], "Fly (2) -  NIFTY - Exp"],
  ["Fly", ["Fly"], "Fly (1)"],
  ["$& - x", ["$& - x"], "$& (1) -  x"],
])("%j beside %j becomes %j", (name, taken, free) => {
  expect(freeName(name, new Set(taken))).toBe(free);
});
