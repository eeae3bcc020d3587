import { expect, test } from "vitest";
import { ALL_FIELDS, COMPLETE } from "#contract/domain/columns.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { fillMinute } from "../../../../server/testing/market/fill-minute.ts";
import { ClientMinutes, differenceOf, figuresAt, MinuteFigures, sumsOf } from "./room-minutes.ts";

const CELLS = { ce: { ltp: 1 }, pe: { ltp: 1 } };
const STRIKES = [24_000, 24_050].map((strike) => ({ strike, ...CELLS }));

/** A day with these minutes after the open. */
function dayWith(slots: readonly number[], seed = 7) {
  const day = makeRoom({ strikes: STRIKES });
  for (const slot of slots) fillMinute(day, day.open + slot, seed + slot);
  return day;
}

type Day = ReturnType<typeof dayWith>;
const loaded = (day: Day) => ({ type: "room", room: day.room, day, fields: ALL_FIELDS }) as const;
const came = (day: Day, slot: number) =>
  ({ type: "minute", room: day.room, slot, state: COMPLETE, values: figuresAt(day, slot) }) as const;

test("a client that has every minute differs in nothing", () => {
  const minutes = new ClientMinutes(new MinuteFigures());
  minutes.hear(loaded(dayWith([0, 1])));
  const right = dayWith([0, 1, 2]);
  minutes.hear(came(right, 2));
  expect(differenceOf(sumsOf(right), minutes.days.get(right.date))).toEqual({ compared: 3, wrong: [], missing: [] });
});

test("finds minutes that are wrong and that are missing", () => {
  const minutes = new ClientMinutes(new MinuteFigures());
  minutes.hear(loaded(dayWith([0])));
  minutes.hear(came(dayWith([0, 2], 8), 2));
  const right = sumsOf(dayWith([0, 1, 2]));
  expect(differenceOf(right, minutes.days.get("2026-08-18"))).toEqual({ compared: 3, wrong: [2], missing: [1] });
  expect(differenceOf(right)).toEqual({ compared: 3, wrong: [], missing: [0, 1, 2] });
});

test("a day that is loaded takes the place of what was there, right or wrong", () => {
  const minutes = new ClientMinutes(new MinuteFigures());
  minutes.hear(loaded(dayWith([0, 1, 2])));
  minutes.hear(loaded(dayWith([0, 1], 8)));
  const right = sumsOf(dayWith([0, 1, 2]));
  expect(differenceOf(right, minutes.days.get("2026-08-18"))).toEqual({ compared: 3, wrong: [0, 1], missing: [2] });
});
