import { expect, test } from "vitest";
import type { StrikeChoice } from "#contract/domain/choices/strike-choice.ts";
import { isoDate } from "#contract/domain/units.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { createRowChooser } from "./chosen-rows.ts";
import { buildStrikeTable } from "./strikes.ts";

const around: StrikeChoice = { kind: "around", centre: "atm", each: 1 };
const chosen: StrikeChoice = {
  kind: "chosen",
  picks: [
    { strike: 100, ce: true, pe: true },
    { strike: 110, ce: false, pe: true },
    { strike: 120, ce: false, pe: false },
  ],
};

/** Each call is a chooser of its own, as another worker or another listing has it. @param lowest listed strike */
function keyOf(choice: StrikeChoice, atm: number, lowest = 90, date = isoDate("2026-08-18")): string {
  const strikes = [80, 90, 100, 110, 120].filter((strike) => strike >= lowest);
  const day = { ...makeRoom({ strikes: strikes.map((strike) => ({ strike, ce: { ltp: 1 }, pe: { ltp: 1 } })) }), date };
  const table = buildStrikeTable(day.tokens);
  return createRowChooser().of(choice, { table, atm: strikes.indexOf(atm), day }).key;
}

test("the key is the same for the same strikes of a day, whatever is listed later", () => {
  for (const choice of [around, chosen]) expect(keyOf(choice, 100, 80)).toBe(keyOf(choice, 100));
});

test("strikes that take part as they are listed make another key", () => {
  expect(keyOf({ kind: "all" }, 100, 80)).not.toBe(keyOf({ kind: "all" }, 100));
  expect(keyOf(around, 100, 90)).not.toBe(keyOf(around, 100, 100));
});

test("other strikes have another key, and so has another day", () => {
  expect(keyOf(around, 110)).not.toBe(keyOf(around, 100));
  expect(keyOf({ ...around, each: 2 }, 100)).not.toBe(keyOf(around, 100));
  const fewer = { ...chosen, picks: chosen.picks.slice(0, 1) };
  expect(keyOf(fewer, 100)).not.toBe(keyOf(chosen, 100));
  expect(keyOf(around, 100, 90, isoDate("2026-08-19"))).not.toBe(keyOf(around, 100));
});
