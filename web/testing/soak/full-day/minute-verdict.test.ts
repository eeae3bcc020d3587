import { expect, test } from "vitest";
import { ALL_FIELDS, LTP, VOL } from "#contract/domain/columns.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { fillMinute } from "../../../../server/testing/market/fill-minute.ts";
import { type Client, MinuteVerdict } from "./minute-verdict.ts";
import { ClientMinutes, MinuteFigures } from "./room-minutes.ts";

const SLOTS = [0, 1, 2, 3, 4];

function dayWith(slots: readonly number[]) {
  const day = makeRoom({ strikes: [{ strike: 24_000, ce: { ltp: 1 }, pe: { ltp: 1 } }] });
  for (const slot of slots) fillMinute(day, day.open + slot, slot);
  return day;
}

const figures = new MinuteFigures();

function client(number: number, day: ReturnType<typeof dayWith>): Client {
  const minutes = new ClientMinutes(figures);
  minutes.hear({ type: "room", room: day.room, day, fields: ALL_FIELDS });
  return { number, edge: (number % 2) + 1, room: day.room, minutes };
}

test("says in what a minute is wrong, and names clients together that have the same", () => {
  const right = dayWith(SLOTS);
  const wrong = dayWith(SLOTS);
  const cell = 3 * right.minutes.stride + 1;
  right.minutes.columns[LTP]![cell] = 10_050;
  wrong.minutes.columns[LTP]![cell] = 10_045;
  right.minutes.columns[VOL]![cell] = 75;
  wrong.minutes.columns[VOL]![cell] = 150;
  const verdict = new MinuteVerdict(figures);
  verdict.compare(right, [client(0, right), client(1, wrong), client(2, wrong), client(3, wrong)]);
  expect(verdict.compared).toBe(20);
  expect(verdict.missing).toMatchObject({ count: 0, found: [], spread: [] });
  expect(verdict.wrong).toMatchObject({
    count: 3,
    found: [
      "2026-08-18 NIFTY-8/25/2026 09:18: ltp in 1 of 2 rows (24000 PE 100.45, archived 100.5), " +
        "vol in 1 of 2 rows (24000 PE 150, archived 75); clients 2 of edge 1; 1, 3 of edge 2",
    ],
    spread: ["by day: 2026-08-18 3", "by room: NIFTY-8/25/2026 3"],
  });
});

test("says which minutes are missing", () => {
  const verdict = new MinuteVerdict(figures);
  verdict.compare(dayWith(SLOTS), [client(0, dayWith([0, 2])), client(2, dayWith([0, 2])), client(4, dayWith(SLOTS))]);
  expect(verdict.wrong.count).toBe(0);
  expect(verdict.missing).toMatchObject({
    count: 6,
    found: ["2026-08-18 NIFTY-8/25/2026 09:16, 09:18-09:19 (3): clients 0, 2 of edge 1"],
  });
});
