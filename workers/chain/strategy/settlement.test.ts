import { describe, expect, test } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { createChainReader } from "#market/chain.ts";
import type { ExpiryChain } from "./marked-legs.ts";
import { settledAtClose, settlement } from "./settlement.ts";

const DATE = isoDate("2026-08-27");
const CLOSE = minute(12 * 60 + 30);

/** The day of an expiry: 88.25 when its contracts stop trading, 89.00 at its end and now. */
function expiryDay({ isRecorded = true } = {}) {
  const strikes = [{ strike: 88, ce: { ltp: 0.3 } }];
  const day = makeRoom({ symbol: "USDINR", expiry: DATE, date: DATE, spot: { ltp: 88.25 }, strikes });
  if (isRecorded) closeMinute(day, CLOSE - day.open);
  day.live.columns[LTP]![0] = 890_000;
  closeMinute(day, day.minutes.slots - 1);
  const room = marketRoom(day);
  const market = {
    ...{ room: () => room, doc: () => undefined, missing: () => undefined },
    prices: () => ({ version: 0, ltp: () => Number.NaN }),
  };
  return { name: day.room, input: { market, pane: makePane({ symbol: "USDINR", expiry: DATE }) } };
}

test("a contract of USDINR was settled when it stopped trading, not at the last price of its day", () => {
  const { name, input } = expiryDay();
  const leg = { strike: 88, settledOn: { source: "sim", date: DATE } } as const;
  expect(settlement({ ...leg, type: "CE" }, name, input)).toBeCloseTo(0.25, 6);
  expect(settlement({ ...leg, type: "FUT" }, name, input)).toBeCloseTo(88.25, 6);
});

describe("on the evening of the expiry, beside a leg that goes on", () => {
  const common = { lots: 1, lotSize: 1, quantity: 1000, strike: 88, entry: 0.2, iv: 0, shownIv: 0, isTwinIv: false };
  const none = { daysLeft: 0, base: 0, delta: 0, isExpired: false };
  const over = { ...common, ...none, type: "CE", expiry: DATE, years: 0, price: 0.3 } as const;
  const later = { ...over, expiry: isoDate("2026-09-28"), years: 0.1 };
  /** Rupees that the leg counts for, hours after its close. */
  function priceOf({ input }: ReturnType<typeof expiryDay>): number | undefined {
    const at = createChainReader().open({
      ...input,
      clock: { mode: "live", date: DATE, minute: minute(960), speed: 1 },
    });
    if (!at) throw new Error("no chain");
    return settledAtClose([over, later], () => ({ at }) as ExpiryChain)[0]?.price;
  }

  test("a leg is worth what it will be settled at, while the market trades on", () => {
    expect(priceOf(expiryDay())).toBeCloseTo(0.25, 6);
  });

  test("a leg keeps its last price where nothing is recorded of the hours before its close", () => {
    expect(priceOf(expiryDay({ isRecorded: false }))).toBe(0.3);
  });
});
