import { expect, test } from "vitest";
import { pinned, strikesIn } from "./pinned.ts";

test("what follows the money is the strike that it is at today", () => {
  expect(pinned({ ce: "atm", pe: 24_000, hasChain: false }, 24_200)).toEqual({
    ce: 24_200,
    pe: 24_000,
    hasChain: false,
  });
  const around = { choice: { kind: "around", centre: "atm", each: 2 }, period: 10 };
  expect(pinned(around, 24_200)).toEqual({ choice: { kind: "around", centre: 24_200, each: 2 }, period: 10 });
  // Words of another meaning stay, and so do lists.
  const picks = { type: "atm", choice: { kind: "chosen", picks: [{ strike: 24_000, ce: true, pe: false }] } };
  expect(pinned(picks, 24_200)).toEqual(picks);
});

test("while the money is not known, only params that follow it wait", () => {
  expect(pinned({ ce: "atm" }, Number.NaN)).toBeUndefined();
  expect(pinned({ ce: 24_000 }, Number.NaN)).toEqual({ ce: 24_000 });
});

test("strikes that must be listed are those that a line is of", () => {
  expect(strikesIn({ ce: 24_000, pe: 24_100, period: 10 })).toEqual([24_000, 24_100]);
  expect(strikesIn({ choice: { kind: "around", centre: 24_200, each: 5 }, period: 10 })).toEqual([24_200]);
  expect(strikesIn({ choice: { kind: "chosen", picks: [{ strike: 24_000, ce: true, pe: false }] } })).toEqual([]);
});
