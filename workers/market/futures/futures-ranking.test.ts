import { expect, test } from "vitest";
import { minute } from "#contract/domain/units.ts";
import { makeFuturesRoom } from "../__fixtures__/futures-room.ts";
import { marketRoom } from "../__fixtures__/market.ts";
import { CURRENT, futuresBoard } from "./futures-board.ts";
import { type Ranking, rankMoves } from "./futures-ranking.ts";

const before = { prevClose: 100, prevOi: 1000, prevVol: 400 };

function ranked(ranking: Ranking): readonly string[] {
  const day = makeFuturesRoom({
    UP: { ...before, ltp: 103, oi: 900, vol: 600 },
    TOP: { ...before, ltp: 105, oi: 1100, vol: 100 },
    ALSO: { ...before, ltp: 103, oi: 1000, vol: 400 },
    DOWN: { ...before, ltp: 98, oi: 1500, vol: 4000 },
    STILL: { ...before, ltp: 100, oi: 1000, vol: 400 },
    BARE: { ltp: 50, oi: 10, vol: 10 },
  });
  const clock = { mode: "live", date: day.date, minute: minute(600), speed: 1 } as const;
  const board = futuresBoard(marketRoom(day), clock);
  return board ? rankMoves(board.window(CURRENT), ranking).map((row) => day.tokens.symbol?.[row] ?? "") : [];
}

test("only those that moved that way, the greatest first; equal ones as they are listed", () => {
  expect(ranked({ measure: "price" })).toEqual(["TOP", "UP", "ALSO"]);
  expect(ranked({ measure: "price", falling: true })).toEqual(["DOWN"]);
  expect(ranked({ measure: "oi" })).toEqual(["DOWN", "TOP"]);
  expect(ranked({ measure: "oi", falling: true })).toEqual(["UP"]);
  expect(ranked({ measure: "volume" })).toEqual(["DOWN", "UP"]);
});
