import { expect, test } from "vitest";
import type { MarketClock } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { MarketRoom } from "#contract/worker/derivation.ts";
import { makeFuturesRoom, makeSpotRoom, setFuture } from "../__fixtures__/futures-room.ts";
import { marketRoom } from "../__fixtures__/market.ts";
import { closeMinute } from "../__fixtures__/room.ts";
import { type BasisBoard, basisBoard } from "./basis-board.ts";
import { futuresBoard } from "./futures-board.ts";

const roomOf = (day: RoomDay, ticks = 1): MarketRoom => marketRoom(day, { tickVersion: ticks });

function boardOf(
  futures: MarketRoom,
  spots: MarketRoom | undefined,
  at = 600,
  mode: MarketClock["mode"] = "live",
): BasisBoard {
  const clock = { mode, date: futures.day.date, minute: minute(at), speed: 1 };
  const board = futuresBoard(futures, clock);
  if (!board) throw new Error("no figures");
  return basisBoard(futures, board, spots, clock);
}

const futures = () => makeFuturesRoom({ AAA: { ltp: 101 }, USDINR: { ltp: 85 }, BBB: { ltp: 198 }, CCC: {} });
const spots = () => makeSpotRoom({ BBB: 200, AAA: 100, CCC: 10 });

test("future less spot by name, and a year of it over calendar days; what has no spot or no price has none", () => {
  const { basis, carry } = boardOf(roomOf(futures()), roomOf(spots()));
  expect([...basis]).toEqual([1, Number.NaN, -2, Number.NaN]);
  // A week to the expiry.
  expect(carry[0]).toBeCloseTo((1 * 365) / 7, 9);
  expect(carry[2]).toBeCloseTo((-1 * 365) / 7, 9);
});

test("a replay reads both at its minute, and follows either", () => {
  const [day, market] = [futures(), spots()];
  for (let slot = 0; slot < 3; slot++) {
    setFuture(day, "AAA", { ltp: 101 + slot });
    closeMinute(day, slot);
    if (slot === 1) setFuture(market, "AAA", { ltp: 100.5 });
    closeMinute(market, slot);
  }
  const [one, two] = [roomOf(day), roomOf(market)];
  expect([555, 556, 557, 555].map((at) => boardOf(one, two, at, "replay").basis[0])).toEqual([1, 1.5, 2.5, 1]);
  setFuture(market, "AAA", { ltp: 99 });
  expect(boardOf(one, roomOf(market, 2), 600).basis[0]).toBe(4);
});

test("nothing without spots, on the expiry day, and while the closing auction holds them", () => {
  expect([...boardOf(roomOf(futures()), undefined).basis].every(Number.isNaN)).toBe(true);
  const last = { ...futures(), date: isoDate("2026-08-25") };
  const { basis, carry } = boardOf(roomOf(last), roomOf({ ...spots(), date: last.date }));
  expect([basis[0], carry[0]]).toEqual([1, Number.NaN]);
  expect(boardOf(roomOf(futures()), roomOf(spots()), 15 * 60 + 20).basis[0]).toBeNaN();
});
