import { expect, it } from "vitest";
import { makeFuturesRoom } from "../__fixtures__/futures-room.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { contractRow } from "./contract-row.ts";

it("finds an option by side and strike, and the future of its chain", () => {
  const day = makeRoom({
    spot: { ltp: 24_500 },
    future: { ltp: 24_510 },
    strikes: [
      { strike: 24_500, ce: { ltp: 100 }, pe: { ltp: 90 } },
      { strike: 24_550, pe: { ltp: 120 } },
    ],
  });
  const row = (type: "CE" | "PE" | "FUT", strike = 0) => contractRow(day, { type, strike });
  expect([row("FUT"), row("CE", 24_500), row("PE", 24_500), row("PE", 24_550)]).toEqual([1, 2, 3, 4]);
  expect([row("CE", 24_550), row("PE", 24_600)]).toEqual([-1, -1]);
});

it("finds the future of a symbol in a room of many", () => {
  const day = makeFuturesRoom({ NIFTY: { ltp: 24_510 }, SBIN: { ltp: 820 } });
  const row = (symbol: string) => contractRow(day, { type: "FUT", strike: 0 }, symbol);
  expect([row("NIFTY"), row("SBIN"), row("TCS")]).toEqual([0, 1, -1]);
});
