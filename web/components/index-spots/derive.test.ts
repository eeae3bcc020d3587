import { expect, test } from "vitest";
import type { MarketClock } from "#contract/domain/clock.ts";
import { LTP } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { derivation } from "./derive.ts";

const STRIKES = [{ strike: 24_000, ce: { ltp: 200, oi: 1 }, pe: { ltp: 200, oi: 1 } }];

test("spots are those of the replayed minute, not the last ones", () => {
  const day = makeRoom({ spot: { ltp: 24_000 }, strikes: STRIKES });
  closeMinute(day, 0);
  day.live.columns[LTP]![0] = 24_500 * day.priceScale;
  closeMinute(day, 1);
  const at = (slot: number): MarketClock => ({
    mode: "replay",
    date: isoDate("2026-08-18"),
    minute: minute(day.open + slot),
    speed: 1,
  });
  const spots = (slot: number) =>
    derivation.derive(
      {
        market: makeMarket(undefined, {
          room: (name) => (name === "NIFTY-8/25/2026" ? marketRoom(day) : undefined),
        }),
        pane: makePane(),
        params: { rooms: ["NIFTY-8/25/2026", "BANKNIFTY-8/25/2026"] },
        clock: at(slot),
        kernel: undefined as unknown as Kernel,
      },
      undefined,
    )?.spots;
  expect(spots(0)).toEqual([24_000, Number.NaN]);
  expect(spots(1)).toEqual([24_500, Number.NaN]);
});
