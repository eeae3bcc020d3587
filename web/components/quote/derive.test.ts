import { expect, test } from "vitest";
import { ASK, ASK_QTY, BID, BID_QTY, type RoomDay } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { MarketRoom } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { FUTURES_ROOM, makeFuturesRoom } from "#market/__fixtures__/futures-room.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { marginBases } from "#market/strategy/margin-base.ts";
import { derivation } from "./derive.ts";
import { pane } from "./pane.ts";
import type { Params } from "./snapshot.ts";

const kernel = undefined as unknown as Kernel; // a quote prices nothing
const OPTIONS_ROOM = roomName("NIFTY", isoDate("2026-08-25"));
const options = makeRoom({
  spot: { ltp: 24_200, prevClose: 24_100 },
  future: { ltp: 24_250 },
  strikes: [
    { strike: 24_100, ce: { ltp: 190, prevClose: 150 }, pe: { ltp: 80 } },
    { strike: 24_200, ce: { ltp: 130 }, pe: { ltp: 120, prevClose: 140 } },
  ],
});
const futures = makeFuturesRoom({ TCS: { ltp: 3000 }, NIFTY: { ltp: 24_260, prevClose: 24_150 } });

const at = (day: RoomDay): MarketRoom => marketRoom(day);
function quote(params: Params, rooms: Readonly<Record<string, RoomDay>> = { [OPTIONS_ROOM]: options }) {
  const market = makeMarket(undefined, { room: (name) => (rooms[name] ? at(rooms[name]) : undefined) });
  const clock = { mode: "live", date: options.date, minute: minute(600), speed: 1 } as const;
  return derivation.derive({ market, pane: makePane(), params, clock, kernel }, derivation.createScratch());
}

test("an option: its tick, its spot, its depth and its margin base", () => {
  const put = 5; // rows: spot, future, then CE and PE by strike
  for (const [field, value] of [
    [BID, 11_995],
    [BID_QTY, 650],
    [ASK, 12_005],
    [ASK_QTY, 1300],
  ] as const)
    options.live.columns[field]![put] = value;
  const bases = marginBases({ room: options, minute: minute(600), sd: undefined, futureExpiry: options.expiry });
  expect(quote({ strike: 24_200, type: "PE" })).toEqual({
    isListed: true,
    token: 6,
    lot: 65,
    ltp: 120,
    previousClose: 140,
    bid: 119.95,
    bidQty: 650,
    ask: 120.05,
    askQty: 1300,
    spot: 24_200,
    previousSpot: 24_100,
    base: bases.base[put],
    delta: bases.delta[put],
  });
  expect(quote({ strike: 24_100, type: "CE" })).toMatchObject({ ltp: 190, bid: Number.NaN, askQty: Number.NaN });
});

test("an option of a plan without ticks has its margin of the last closed minute", () => {
  const day = makeRoom({
    spot: { ltp: 24_200 },
    strikes: [{ strike: 24_200, ce: { ltp: 130 }, pe: { ltp: 120 } }],
  });
  const ticked = quote({ strike: 24_200, type: "PE" }, { [OPTIONS_ROOM]: day });
  closeMinute(day, 3);
  for (const column of day.live.columns) column.fill(-1);
  expect(quote({ strike: 24_200, type: "PE" }, { [OPTIONS_ROOM]: day })).toMatchObject({
    ltp: 120,
    base: ticked?.base,
  });
  expect(ticked?.base).toBeGreaterThan(0);
});

test("a future of the futures' room: it loses its scan range", () => {
  const rooms = { [FUTURES_ROOM]: futures };
  const base = 0.093 * 24_260 * 75;
  expect(quote({ strike: 0, type: "FUT" }, rooms)).toMatchObject({
    ltp: 24_260,
    previousClose: 24_150,
    lot: 75,
    delta: 1,
  });
  expect(quote({ strike: 0, type: "FUT" }, rooms)?.base).toBeCloseTo(base, 6);
  expect(quote({ strike: 0, type: "FUT" }, rooms)?.spot).toBeNaN();
  expect(quote({ strike: 0, type: "FUT" }, { ...rooms, [OPTIONS_ROOM]: options })).toMatchObject({ spot: 24_200 });
});

test("a future in a room whose scale is a currency's", () => {
  const mixed = makeFuturesRoom({ NIFTY: { ltp: 24_260, prevClose: 24_150 }, USDINR: { ltp: 88.1225 } }, 10_000);
  const rooms = { [FUTURES_ROOM]: mixed };
  expect(quote({ strike: 0, type: "FUT" }, rooms)).toMatchObject({ ltp: 24_260, previousClose: 24_150 });
});

test("what today does not list says so; a room that is on its way says nothing", () => {
  expect(quote({ strike: 30_000, type: "CE" })).toMatchObject({ isListed: false, ltp: Number.NaN });
  expect(quote({ strike: 24_200, type: "CE" }, {})).toBeUndefined();
});

test("it needs the room of its contract", () => {
  expect(pane.needs({ strike: 24_200, type: "CE" }, makePane())).toEqual([{ room: OPTIONS_ROOM }]);
  expect(pane.needs({ strike: 0, type: "FUT" }, makePane())).toEqual([
    { room: FUTURES_ROOM },
    { room: OPTIONS_ROOM, optional: true },
  ]);
});
