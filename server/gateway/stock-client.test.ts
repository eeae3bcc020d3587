/** A stock socket.io-client on `/socket.io`, through everything that the product tells such a client. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { HIGH, LOW, LTP, OPEN } from "#contract/domain/columns.ts";
import { FUT, futuresRoomName } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { LIVE_INDEX, OI_PRICE_LIVE, OPTION_LIVE, SINGLE, SINGLE_LIVE } from "#contract/wire/socket-events.ts";
import { FakeFeed, fakeDay, fakeRoom, fieldValue, NIFTY_ROOM } from "../testing/market/fake-feed.ts";
import { join, next, startGateway, type TestGateway } from "../testing/sockets/test-gateway.ts";

const FUTURES_ROOM = futuresRoomName("NSE", isoDate("2026-07-28"));
type Ticks = Record<string, (number | null)[]>;
type Minute = { live: Ticks; time: string[] };

/** The day of the other tests, and a room of two underlyings' futures. */
function dayWithFutures() {
  const day = fakeDay();
  const futures = fakeRoom("NIFTY", isoDate("2026-07-28"), 0);
  futures.tokens.type.fill(FUT);
  futures.tokens.symbol = ["NIFTY", "RELIANCE"];
  futures.tokens.token.set([9001, 9002]);
  return { ...day, rooms: [...day.rooms, { ...futures, room: FUTURES_ROOM, symbol: "Futures-NSE" }] };
}

let gateway: TestGateway;
let nifty: RoomDay;
let futures: RoomDay;
beforeEach(async () => {
  gateway = await startGateway(new FakeFeed({ day: dayWithFutures() }));
  nifty = gateway.feed.room;
  futures = gateway.feed.day.rooms[2] as RoomDay;
});
afterEach(() => gateway.stop());

const ask = <Value>(socket: ReturnType<TestGateway["client"]>, event: string, argument: unknown): Promise<Value> =>
  new Promise((resolve) => socket.emit(event, argument, resolve));

describe("a stock client", () => {
  it("hears of the day, the slots and its plan as it connects", async () => {
    const socket = gateway.client("stock", OI_PRICE_LIVE);
    const [clock, before, slots] = await Promise.all([
      next<{ date: string }>(socket, "clock"),
      next<string[]>(socket, "time9am"),
      next<string[]>(socket, "time330pm"),
    ]);
    expect(clock.date).toBe("2026-07-27");
    expect([before.length, before[0], slots.length, slots[0], slots.at(-1)]).toEqual([
      15,
      "09:00",
      376,
      "09:15",
      "15:30",
    ]);
    expect(await next(gateway.client("stock", OI_PRICE_LIVE, "1min"), "special")).toBe("1min");
  });

  it("has the whole room at first, then what changes, eleven figures a contract, and nothing once it left", async () => {
    gateway.feed.tick(nifty, 3);
    // The turn in which it would have been sent goes by: nobody listens yet.
    await new Promise((resolve) => setTimeout(resolve, 150));
    const socket = gateway.client("stock", OPTION_LIVE);
    const whole = next<Ticks>(socket, NIFTY_ROOM);
    expect(await join(socket, NIFTY_ROOM)).toBeUndefined();
    expect(Object.values(await whole).map((tick) => tick.length)).toEqual(new Array(10).fill(11));
    const changed = next<Ticks>(socket, NIFTY_ROOM);
    gateway.feed.tick(nifty, 4, [5]);
    expect(await changed).toEqual({
      "1005": Array.from({ length: 11 }, (_, f) => fieldValue(4, 5, f) / ([2, 3, 8, 10].includes(f) ? 1 : 100)),
    });
    socket.emit("leaveRoom", NIFTY_ROOM);
    expect(await join(socket, "NIFTY-1/1/2001")).toBe("unknown room");
    expect(gateway.market.publisher.isHeard(NIFTY_ROOM)).toBe(false);
  });

  it("has futures with the previous close in the open's place, of each underlying", async () => {
    gateway.feed.tick(futures, 8);
    const socket = gateway.client("stock", OPTION_LIVE);
    const whole = next<Ticks>(socket, FUTURES_ROOM);
    expect(await join(socket, "Futures-NSE-7:28:2026")).toBeUndefined();
    const ticks = await whole;
    expect(Object.keys(ticks)).toEqual(["9001", "9002"]);
    const tick = ticks["9002"] ?? [];
    expect([tick[LTP], tick[OPEN], tick[HIGH], tick[LOW]]).toEqual([
      fieldValue(8, 1, LTP) / 100,
      100,
      fieldValue(8, 1, HIGH) / 100,
      fieldValue(8, 1, LOW) / 100,
    ]);
    const prices = gateway.client("stock", SINGLE_LIVE);
    expect(await ask(prices, "securityid", [9002])).toEqual(["RELIANCE26JULFUT"]);
    const price = next(prices, "RELIANCE26JULFUT");
    await join(prices, "RELIANCE26JULFUT");
    expect(await price).toBe(fieldValue(8, 1, LTP) / 100);
  });

  it("has a message a minute of each kind of room, under openInterest and the room's name", async () => {
    const socket = gateway.client("stock", OI_PRICE_LIVE);
    for (const room of [NIFTY_ROOM, FUTURES_ROOM]) expect(await join(socket, room)).toBeUndefined();
    gateway.feed.at = 735.5;
    gateway.feed.tick(nifty, 7);
    gateway.feed.tick(futures, 7);
    const options = next<Minute>(socket, `openInterest${NIFTY_ROOM}`);
    const future = next<Minute>(socket, "openInterestFutures-NSE-7/28/2026");
    gateway.feed.at = 736.5;
    gateway.feed.tick(nifty, 9, [0]);
    gateway.feed.tick(futures, 9, [0]);
    expect([(await options).time.at(-1), Object.keys((await options).live).length]).toEqual(["12:15", 10]);
    expect((await future).live["9002"]?.slice(0, 5)).toEqual([
      ...[0, 1].map((f) => fieldValue(7, 1, f) / 100),
      ...[2, 3].map((f) => fieldValue(7, 1, f)),
      100,
    ]);
  });

  it("asks for the names of securities, and is told their prices under these", async () => {
    gateway.feed.tick(nifty, 10);
    for (const namespace of [SINGLE, SINGLE_LIVE]) {
      const socket = gateway.client("stock", namespace);
      const names = await ask<string[]>(socket, "securityid", [1000, "1002", 424242, null, {}]);
      expect(names).toEqual(["NIFTY", "NIFTY260728910CE"]);
      for (const word of ["1002", undefined, 7]) expect(await ask(socket, "securityid", word)).toEqual([]);
      const prices = names.map((name) => next(socket, name));
      for (const name of names) expect(await join(socket, name)).toBeUndefined();
      expect(await Promise.all(prices)).toEqual([0, 2].map((row) => fieldValue(10, row, LTP) / 100));
    }
  });

  it("hears the indices, and when to join again", async () => {
    gateway.feed.tick(nifty, 10);
    expect(await next(gateway.client("stock", LIVE_INDEX), "liveIndex")).toEqual({ NIFTY: fieldValue(10, 0, 0) / 100 });
    const inits: [string, string][] = [
      [OI_PRICE_LIVE, "OIPriceLiveSocket-init"],
      [OPTION_LIVE, "optionLiveSocket-init"],
      [OPTION_LIVE, "optionsocket-init"],
      [SINGLE, "singleSymbol-init"],
      [SINGLE_LIVE, "singleSymbol-init"],
      [OI_PRICE_LIVE, "special"],
    ];
    const sockets = inits.map(([namespace]) => gateway.client("stock", namespace));
    await Promise.all(sockets.map((socket) => next(socket, "connect")));
    const heard = Promise.all(sockets.map((socket, i) => next(socket, inits[i]?.[1] ?? "")));
    gateway.feed.day = fakeDay(isoDate("2026-07-28"));
    gateway.feed.sink?.open(gateway.feed.day);
    expect((await heard).at(-1)).toBe("update");
  });
});
