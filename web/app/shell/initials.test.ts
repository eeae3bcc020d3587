import { expect, it } from "vitest";
import { initialsOf } from "./initials.ts";

it.each([
  ["Ravi Kumar", "", "RK"],
  ["  ravi  m.  kumar ", "", "RK"],
  ["Ravi", "", "R"],
  ["", "demo@strikeboard.local", "D"],
  ["", "", ""],
])("%s, %s: %s", (name, email, initials) => {
  expect(initialsOf(name, email)).toBe(initials);
});
