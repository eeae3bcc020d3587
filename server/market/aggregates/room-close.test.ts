import { beforeAll, describe, expect, it } from "vitest";
import { LTP, VOL } from "#contract/domain/columns.ts";
import { PE } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { pricedRoom } from "../../testing/market/priced-room.ts";
import { type AtmVolatility, createAtmVolatility, volatilityExpiry } from "./atm-volatility.ts";
import { roomClose } from "./room-close.ts";

const DATE = isoDate("2026-07-27");
let volatility: AtmVolatility;
beforeAll(() => {
  volatility = createAtmVolatility(createKernel(loadQuantModule()));
});

const closeOf = (day: ReturnType<typeof pricedRoom>, prevClose?: number) =>
  roomClose({ day, prevClose, futureIsOfExpiry: false }, volatility);

describe("the close of an underlying", () => {
  it("has the spot, its change, and the volatility that its options were priced at", () => {
    const close = closeOf(pricedRoom("NIFTY", isoDate("2026-08-04"), DATE, 0.2));
    expect(close).toMatchObject({ close: 1000, change: 1.0101 });
    expect(close?.iv).toBeCloseTo(20, 1);
  });

  it("takes the previous close from outside where the room has none, and no change from nothing", () => {
    const day = pricedRoom("NIFTY", isoDate("2026-08-04"), DATE, 0.2);
    day.tokens.prevClose[0] = ABSENT;
    expect(closeOf(day, 980)?.change).toBe(2.0408);
    expect(closeOf(day)?.change).toBeNull();
  });

  it("is that of the future for currency, by its own model", () => {
    const day = pricedRoom("USDINR", isoDate("2026-08-27"), DATE, 0.05);
    day.tokens.type[0] = 1;
    expect(closeOf(day)).toMatchObject({ close: 1000, change: 1.0101 });
    expect(closeOf(day)?.iv).toBeCloseTo(5, 1);
  });

  it("has no volatility on the last day, or without prices", () => {
    expect(closeOf(pricedRoom("NIFTY", DATE, DATE, 0.2))).toMatchObject({ close: 1000, iv: null });
    const day = pricedRoom("NIFTY", isoDate("2026-08-04"), DATE, 0.2);
    const slot = day.minutes.slots - 1;
    day.minutes.columns[0]?.fill(ABSENT, slot * day.minutes.stride + 1);
    expect(closeOf(day)).toEqual({ close: 1000, change: 1.0101, iv: null });
  });

  it("takes no volatility from a price of an earlier day", () => {
    const day = pricedRoom("NIFTY", isoDate("2026-08-04"), DATE, 0.2);
    const { columns, stride, slots } = day.minutes;
    const [put] = Array.from({ length: day.tokens.length }, (_, row) => row).filter(
      (row) => day.tokens.type[row] === PE && day.tokens.strike[row] === 100_000,
    );
    const cell = (slots - 1) * stride + (put ?? 0);
    columns[LTP][cell] = 1;
    expect(closeOf(day)?.iv).not.toBeCloseTo(20, 1);
    columns[VOL][cell] = 0;
    expect(closeOf(day)?.iv).toBeCloseTo(20, 1);
  });

  it("is none of a recording that ends before the close", () => {
    expect(closeOf(pricedRoom("NIFTY", isoDate("2026-08-04"), DATE, 0.2, 14))?.close).toBe(1000);
    expect(closeOf(pricedRoom("NIFTY", isoDate("2026-08-04"), DATE, 0.2, 16))).toBeUndefined();
  });
});

describe("the expiry whose volatility is told", () => {
  const listed = ["2026-07-28", "2026-08-04", "2026-08-11", "2026-08-25", "2026-09-29"].map(isoDate);

  it.each([
    ["2026-07-20", "2026-07-28", "the monthly"],
    ["2026-07-25", "2026-07-28", "three days before it"],
    ["2026-07-27", "2026-08-25", "the next monthly on its last days"],
  ])("on %s is %s: %s", (date, expiry) => {
    expect(volatilityExpiry(listed, listed, isoDate(date))).toBe(expiry);
  });

  it("is the nearest but the day's own where the source lacks a monthly, and that where it has no other", () => {
    const weeklies = listed.slice(1, 3);
    expect(volatilityExpiry(weeklies, listed, isoDate("2026-08-03"))).toBe("2026-08-04");
    expect(volatilityExpiry(weeklies, listed, isoDate("2026-08-04"))).toBe("2026-08-11");
    expect(volatilityExpiry(weeklies.slice(0, 1), listed, isoDate("2026-08-04"))).toBe("2026-08-04");
    expect(volatilityExpiry([], listed, isoDate("2026-08-04"))).toBeUndefined();
  });
});
