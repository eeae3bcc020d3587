import { describe, expect, it } from "vitest";
import { ASK, ASK_QTY, BID, BID_QTY, HIGH, LTP, OI, VOL, VWAP } from "#contract/domain/columns.ts";
import { CE, EQ, FUT, roomName } from "#contract/domain/instruments.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { LiveDay } from "./live-day.ts";
import { createTick, type KiteTick } from "./packets.ts";
import type { ListedRoom } from "./rooms.ts";

const DATE = isoDate("2026-07-27");
const NEAR = isoDate("2026-07-28");
const FAR = isoDate("2026-08-25");
const NOON = Date.parse("2026-07-27T12:00:00+05:30") / 1000;
const INDEX = (1 << 8) | 9;
const FUTURE = (2 << 8) | 2;
const OPTION = (3 << 8) | 2;
const USDINR = (4 << 8) | 3;

const room = (symbol: string, expiry: typeof DATE, rows: ListedRoom["rows"]): ListedRoom => ({
  room: roomName(symbol, expiry),
  symbol,
  exchange: "NSE",
  expiry,
  rows,
});
const spot = { token: INDEX, type: EQ, strike: 0, lot: 65, symbol: "NIFTY" } as const;
const future = { token: FUTURE, type: FUT, strike: 0, lot: 65, symbol: "NIFTY" } as const;
const option = { token: OPTION, type: CE, strike: 24_000, lot: 65, symbol: "NIFTY" } as const;

const day = () =>
  new LiveDay(
    [
      room("NIFTY", NEAR, [spot, future, option]),
      room("NIFTY", FAR, [spot, future]),
      room("USDINR", NEAR, [{ token: USDINR, type: CE, strike: 86.25, lot: 1, symbol: "USDINR" }]),
      { ...room("Futures-NSE", NEAR, [future]) },
    ],
    DATE,
  );

const tick = (token: number, figures: Partial<KiteTick> = {}): KiteTick => ({
  ...createTick(),
  token,
  lastPrice: 10_000,
  averagePrice: 10_010,
  volume: 750,
  open: 9900,
  high: 10_100,
  low: 9800,
  close: 9950,
  oi: 1500,
  time: NOON,
  bid: 9995,
  bidQty: 65,
  ask: 10_005,
  askQty: 130,
  ...figures,
});

const at = (live: LiveDay, index: number, field: number, row: number): number =>
  live.rooms[index].live.columns[field][row];

function told(live: LiveDay): Record<string, [number, number][]> {
  const rooms: Record<string, [number, number][]> = {};
  live.flush((name, rows, count, stamps) => {
    rooms[name] = Array.from({ length: count }, (_, i) => [rows[i], stamps[i]]);
  });
  return rooms;
}

describe("a tick", () => {
  it("is written in every room of its instrument, and told once a room with the exchange's time", () => {
    const live = day();
    expect(live.take(tick(INDEX, { volume: -1, oi: -1, bid: -1, ask: -1, averagePrice: -1 }), NOON)).toBe(true);
    expect(live.take(tick(FUTURE), NOON)).toBe(true);
    expect(live.take(tick(FUTURE, { lastPrice: 10_050, time: NOON + 1 }), NOON + 1)).toBe(true);
    expect([at(live, 0, LTP, 0), at(live, 1, LTP, 0), at(live, 0, VOL, 0)]).toEqual([10_000, 10_000, ABSENT]);
    expect([at(live, 0, LTP, 1), at(live, 1, LTP, 1), at(live, 3, LTP, 0)]).toEqual([10_050, 10_050, 10_050]);
    expect(told(live)).toEqual({
      "NIFTY-7/28/2026": [
        [0, NOON],
        [1, NOON + 1],
      ],
      "NIFTY-8/25/2026": [
        [0, NOON],
        [1, NOON + 1],
      ],
      "Futures-NSE-7/28/2026": [[0, NOON + 1]],
    });
    expect(told(live)).toEqual({});
  });

  it("of a token that nobody listed is none", () => {
    expect(day().take(tick(77), NOON)).toBe(false);
  });

  it("has Kite's zeros as absent, but volume and open interest of nothing", () => {
    const live = day();
    const untraded = {
      lastPrice: 0,
      averagePrice: 0,
      volume: 0,
      high: 0,
      oi: 0,
      bid: 0,
      bidQty: 0,
      ask: 55,
      askQty: 65,
    };
    live.take(tick(OPTION, untraded), NOON);
    const values = [LTP, VWAP, VOL, HIGH, OI, BID, BID_QTY, ASK, ASK_QTY].map((field) => at(live, 0, field, 2));
    expect(values).toEqual([ABSENT, ABSENT, 0, ABSENT, 0, ABSENT, ABSENT, 55, 65]);
  });

  it("with the last price alone leaves the rest as it was", () => {
    const live = day();
    live.take(tick(OPTION), NOON);
    live.take({ ...createTick(), token: OPTION, lastPrice: 10_500 }, NOON + 1);
    expect([LTP, VOL, OI, BID].map((field) => at(live, 0, field, 2))).toEqual([10_500, 750, 1500, 9995]);
  });

  it("of USDINR is in ten-thousandths of a rupee", () => {
    const live = day();
    live.take(tick(USDINR, { lastPrice: 2_525_000, close: 2_500_000 }), NOON);
    expect(at(live, 2, LTP, 0)).toBe(2525);
    expect(live.rooms[2].tokens.strike[0]).toBe(862_500);
    expect(live.rooms[2].tokens.prevClose[0]).toBe(2500);
  });
});

describe("a futures room of equity and currency", () => {
  it("has the hours of both and the finer scale for all", () => {
    const usdinr = { token: USDINR, type: FUT, strike: 0, lot: 1, symbol: "USDINR" } as const;
    const live = new LiveDay([room("NIFTY", NEAR, [spot, future]), room("Futures-NSE", NEAR, [future, usdinr])], DATE);
    const [, mixed] = live.rooms;
    expect([mixed.priceScale, mixed.open, mixed.minutes.slots]).toEqual([10_000, 540, 481]);
    live.take(tick(FUTURE), NOON);
    live.take(tick(USDINR, { lastPrice: 862_525_000 }), NOON);
    expect([at(live, 0, LTP, 1), at(live, 1, LTP, 0), at(live, 1, LTP, 1)]).toEqual([10_000, 1_000_000, 862_525]);
    expect(mixed.tokens.prevClose[0]).toBe(995_000);
    const early = Date.parse("2026-07-27T09:05:00+05:30") / 1000;
    expect(told(live)).not.toEqual({});
    live.take(tick(FUTURE, { time: early, lastPrice: 1 }), early);
    expect(told(live)).toEqual({});
  });
});

describe("figures of another session", () => {
  const NIGHT = Date.parse("2026-07-24T15:29:59+05:30") / 1000;
  const OPENING = Date.parse("2026-07-27T09:15:00+05:30") / 1000;

  it("say the previous close and the open interest held overnight, and nothing else", () => {
    const live = day();
    live.take(tick(OPTION, { time: NIGHT }), OPENING + 5);
    expect(at(live, 0, LTP, 2)).toBe(ABSENT);
    expect(live.rooms[0].tokens.prevClose[2]).toBe(9950);
    expect([at(live, 0, OI, 2), live.rooms[0].tokens.prevOi[2], at(live, 0, VOL, 2)]).toEqual([1500, 1500, ABSENT]);
    expect(told(live)).toEqual({ "NIFTY-7/28/2026": [[2, 0]] });
    live.take(tick(OPTION, { time: OPENING, oi: 2000 }), OPENING + 6);
    live.take(tick(OPTION, { time: NIGHT, oi: 1500 }), OPENING + 7);
    expect([LTP, OI].map((field) => at(live, 0, field, 2))).toEqual([10_000, 2000]);
    expect(live.rooms[0].tokens.prevOi[2]).toBe(1500);
  });

  it("are not told of before the open", () => {
    const live = day();
    live.take(tick(OPTION, { time: NIGHT }), OPENING - 60);
    expect(at(live, 0, OI, 2)).toBe(1500);
    expect(told(live)).toEqual({});
  });

  it("count by when they came, where they carry no time", () => {
    const live = day();
    live.take({ ...createTick(), token: OPTION, lastPrice: 500 }, OPENING - 1);
    expect(at(live, 0, LTP, 2)).toBe(ABSENT);
    live.take({ ...createTick(), token: OPTION, lastPrice: 500 }, OPENING);
    expect(at(live, 0, LTP, 2)).toBe(500);
  });

  it("do not make the day's own close a previous one", () => {
    const live = day();
    live.take(tick(OPTION, { close: 9950 }), NOON);
    live.take(tick(OPTION, { close: 10_000 }), Date.parse("2026-07-27T15:45:00+05:30") / 1000);
    expect(live.rooms[0].tokens.prevClose[2]).toBe(9950);
  });
});

describe("volume", () => {
  const volumes = (...wire: number[]): number[] => {
    const live = day();
    return wire.map((volume) => {
      live.take(tick(OPTION, { volume }), NOON);
      return at(live, 0, VOL, 2);
    });
  };

  it("of an expiry day goes on past 2^31 and past the turn of its 32 bits, once in every room", () => {
    expect(volumes(2_200_000_000, 4_294_967_000, 500, 3_000_000_000, 4_294_000_000, 65)).toEqual([
      2_200_000_000, 4_294_967_000, 4_294_967_796, 7_294_967_296, 8_588_967_296, 8_589_934_657,
    ]);
  });

  it("that falls a little falls: that is for the watch to refuse", () => {
    expect(volumes(1000, 900, 1100)).toEqual([1000, 900, 1100]);
  });
});
