import { expect, test } from "vitest";
import { minute } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { derivation } from "./derive.ts";

const day = makeRoom({
  spot: { ltp: 24_010 },
  future: { ltp: 24_050, oi: 9999 },
  strikes: [
    { strike: 24_000, ce: { ltp: 10, oi: 650 }, pe: { ltp: 10, oi: 130 } },
    { strike: 24_100, ce: { ltp: 10 }, pe: { ltp: 10, oi: 65 } },
  ],
});
const room = marketRoom(day);
const pane = makePane();
const kernel = undefined as unknown as Kernel; // this screen prices nothing

function derive(side: "CE" | "PE", mode: "live" | "replay" = "live") {
  const clock = { mode, date: day.date, minute: minute(555), speed: 1 };
  return derivation.derive({ market: makeMarket(room), pane, params: { side }, clock, kernel }, undefined);
}

test("totals the side's open interest; a contract without one counts as a contract", () => {
  expect(derive("CE")).toEqual({ totalOi: 650, contracts: 2 });
  expect(derive("PE")).toEqual({ totalOi: 195, contracts: 2 });
});

test("off live it reads the minute, and there is none before the first", () => {
  expect(derive("CE", "replay")).toBeUndefined();
  closeMinute(day, 0);
  expect(derive("PE", "replay")).toEqual({ totalOi: 195, contracts: 2 });
});
