import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { LIVE_INDEX, OI_PRICE_LIVE, OPTION_LIVE, SINGLE, SINGLE_LIVE } from "#contract/wire/socket-events.ts";
import { fieldValue, NIFTY_ROOM, USDINR_ROOM } from "../testing/market/fake-feed.ts";
import { join, next, startGateway, type TestGateway, until } from "../testing/sockets/test-gateway.ts";

let gateway: TestGateway;
let nifty: RoomDay;

beforeEach(async () => {
  gateway = await startGateway();
  nifty = gateway.feed.room;
});
afterEach(() => gateway.stop());

const tick = (value: number, rows?: readonly number[]) => gateway.feed.tick(nifty, value, rows);

describe("a stock client", () => {
  it("receives a room's ticks as a map of what changed, in rupees", async () => {
    tick(100);
    await new Promise((resolve) => setTimeout(resolve, 120));
    const socket = gateway.client("stock", OPTION_LIVE);
    const whole = next<Record<string, number[]>>(socket, NIFTY_ROOM);
    expect(await join(socket, NIFTY_ROOM)).toBeUndefined();
    expect(Object.keys(await whole)).toHaveLength(10);
    const changed = next<Record<string, number[]>>(socket, NIFTY_ROOM);
    tick(101, [3]);
    tick(102, [3, 4]);
    const map = await changed;
    expect(Object.keys(map)).toEqual(["1003", "1004"]);
    expect(map["1003"]?.[0]).toBe(fieldValue(102, 3, 0) / 100);
    expect(map["1003"]?.[2]).toBe(fieldValue(102, 3, 2));
  });

  it("receives a message a minute with the ticks at its end and the slots so far", async () => {
    const socket = gateway.client("stock", OI_PRICE_LIVE);
    await join(socket, USDINR_ROOM);
    const usdinr = gateway.feed.day.rooms[1] as RoomDay;
    gateway.feed.at = 735.5;
    gateway.feed.tick(usdinr, 7);
    const minute = next<{ live: Record<string, (number | null)[]>; time: string[] }>(
      socket,
      `openInterest${USDINR_ROOM}`,
    );
    gateway.feed.at = 736.5;
    gateway.feed.tick(usdinr, 8, [0]);
    const { live, time } = await minute;
    expect([time[0], time.at(-1), time.length]).toEqual(["09:00", "12:15", 196]);
    expect(live[String(usdinr.tokens.token[2])]?.[0]).toBe(fieldValue(7, 2, 0) / 10_000);
  });

  it("is told an instrument's price under its name", async () => {
    tick(10);
    const ticks = gateway.client("stock", SINGLE_LIVE);
    const greeting = next(ticks, "NIFTY260728910CE");
    expect(await join(ticks, "NIFTY260728910CE")).toBeUndefined();
    expect(await greeting).toBe(fieldValue(10, 2, 0) / 100);
    const price = next(ticks, "NIFTY260728910CE");
    tick(11, [2]);
    expect(await price).toBe(fieldValue(11, 2, 0) / 100);
    const minutes = gateway.client("stock", SINGLE);
    const spot = next(minutes, "NIFTY");
    await join(minutes, "NIFTY");
    expect(await spot).toBe(fieldValue(10, 0, 0) / 100);
    expect(await join(minutes, "NIFTY26JULFUT")).toBeUndefined();
    expect(await join(minutes, "NOTHING")).toBe("unknown room");
  });

  it("joins and leaves the prices of many instruments with one message", async () => {
    tick(10);
    const socket = gateway.client("stock", SINGLE_LIVE);
    const heard: string[] = [];
    socket.onAny((name: string) => heard.push(name));
    const list = (...names: string[]) => new Promise((done) => socket.emit("joinRoom", names, done));
    expect(await list("NIFTY260728910CE", "NOTHING", "NIFTY")).toBeUndefined();
    await until(() => heard.length >= 2, "both greetings");
    expect(heard.slice(0, 2)).toEqual(["NIFTY260728910CE", "NIFTY"]);
    socket.emit("leaveRoom", ["NIFTY", "NOTHING"]);
    // The answer to what was sent after it says that it was read.
    await list("NOTHING");
    // A slow machine may have told the first tick after the greetings.
    const before = heard.length;
    tick(11, [0, 2]);
    await until(() => heard.length > before, "the price that is followed");
    expect(heard.slice(before)).toEqual(["NIFTY260728910CE"]);
    const minutes = gateway.client("stock", OI_PRICE_LIVE);
    expect(await new Promise((done) => minutes.emit("joinRoom", [NIFTY_ROOM], done))).toBe("unknown room");
  });

  it("hears the indices when they move", async () => {
    const socket = gateway.client("stock", LIVE_INDEX);
    expect(await next(socket, "liveIndex")).toEqual({});
    const moved = next(socket, "liveIndex");
    tick(20_000, [0]);
    expect(await moved).toEqual({ NIFTY: fieldValue(20_000, 0, 0) / 100 });
  });
});
