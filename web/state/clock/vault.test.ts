import { expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { Universe } from "../market/universe.ts";
import { roomsToKeep } from "./vault.ts";

const [NEAR, FAR] = [isoDate("2026-08-20"), isoDate("2026-08-25")];
const universe = {
  expiries: { NSE: { NIFTY: [NEAR, FAR], INFY: [FAR], USDINR: [isoDate("2026-08-21")] }, BSE: {} },
  futureExpiries: { NSE: [isoDate("2026-08-21"), FAR] },
} as Pick<Universe, "expiries" | "futureExpiries"> as Universe;

it("keeps every expiry of the symbol, and the futures and spots of its exchange", () => {
  expect(roomsToKeep(universe, "NSE", "NIFTY")).toEqual([
    "NIFTY-8/20/2026",
    "NIFTY-8/25/2026",
    "Futures-NSE-8/25/2026",
    "Spot-NSE-8/25/2026",
  ]);
  expect(roomsToKeep(universe, "BSE", "SENSEX")).toEqual([]);
});

it("keeps a currency's own futures with its chains", () => {
  expect(roomsToKeep(universe, "NSE", "USDINR")).toEqual([
    "USDINR-8/21/2026",
    "Futures-NSE-8/21/2026",
    "Futures-NSE-8/25/2026",
    "Spot-NSE-8/25/2026",
  ]);
});
