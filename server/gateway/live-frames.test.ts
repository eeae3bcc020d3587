import type { Socket } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import { DELTA, MINUTE, SNAPSHOT } from "#contract/wire/frame.ts";
import { encodeAck } from "#contract/wire/live-parser.ts";
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { fakeDay, NIFTY_ROOM } from "../testing/market/fake-feed.ts";
import { FrameReader } from "../testing/sockets/frame-reader.ts";
import { join, next, startGateway, type TestGateway, TICK_MS, until } from "../testing/sockets/test-gateway.ts";

let gateway: TestGateway;
let nifty: RoomDay;

beforeEach(async () => {
  gateway = await startGateway();
  nifty = gateway.feed.room;
});
afterEach(() => gateway.stop());

const tick = (value: number, rows?: readonly number[]) => gateway.feed.tick(nifty, value, rows);

describe("our client", () => {
  async function read(token = "live"): Promise<{ socket: Socket; reader: FrameReader }> {
    const socket = gateway.client("live", OPTION_LIVE, token);
    const reader = new FrameReader(nifty, socket);
    expect(await join(socket, NIFTY_ROOM)).toBeUndefined();
    await until(() => reader.count("applied", SNAPSHOT) > 0, "a snapshot");
    return { socket, reader };
  }

  it("has the book's columns exactly, from one snapshot and deltas", async () => {
    tick(50);
    const { reader } = await read();
    for (let i = 0; i < 10; i++) {
      tick(51 + i, [i % 10, (i * 3) % 10]);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await until(() => reader.equals(nifty), "equality");
    expect(reader.count("applied", SNAPSHOT)).toBe(1);
    expect(reader.count("applied", DELTA)).toBeGreaterThan(2);
    expect(reader.count("gap")).toBe(0);
  });

  it("sends at most one frame a room and interval, however often the feed changes", async () => {
    const { reader } = await read();
    const started = Date.now();
    let i = 0;
    while (i < 100) {
      tick(100 + i++, [2]);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await until(() => reader.equals(nifty), "equality");
    // However long that took: one of what came before, and one for what came last.
    const intervals = (Date.now() - started) / TICK_MS;
    expect(reader.count("applied", DELTA)).toBeLessThanOrEqual(Math.ceil(intervals) + 2);
  });

  it("heals a gap with one snapshot", async () => {
    const { reader } = await read();
    tick(60);
    await until(() => reader.equals(nifty), "equality");
    reader.drop = 1;
    tick(61, [4]);
    await until(() => reader.drop === 0, "a dropped frame");
    tick(62, [5]);
    await until(() => reader.count("gap") > 0, "a gap");
    tick(63, [6]);
    await until(() => reader.equals(nifty), "equality");
    expect(reader.count("applied", SNAPSHOT)).toBe(2);
  });

  it("holds back ticks from a reader that does not acknowledge, and catches it up with one snapshot", async () => {
    const { socket, reader } = await read();
    reader.acks = false;
    let turn = 0;
    socket.on("turn", (asked: number) => {
      turn = asked;
    });
    for (let i = 0; i < 30; i++) {
      tick(200 + i, [i % 10]);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    const before = reader.count("applied");
    expect(before).toBeLessThanOrEqual(9);
    expect(reader.equals(nifty)).toBe(false);
    reader.acks = true;
    socket.io.engine.send(encodeAck(turn));
    await until(() => reader.equals(nifty), "equality");
    expect(reader.count("applied")).toBe(before + 1);
    expect(reader.count("applied", SNAPSHOT)).toBe(2);
    tick(300);
    await until(() => reader.equals(nifty), "equality after it");
    expect(reader.count("gap")).toBe(0);
  });

  it("gets minutes in order with the ticks, each exactly the book's", async () => {
    const options = { forceNew: false, multiplex: true };
    const ticks = gateway.client("live", OPTION_LIVE, "live", options);
    const minutes = gateway.client("live", OI_PRICE_LIVE, "live", options);
    const reader = new FrameReader(nifty, ticks, minutes);
    tick(70);
    await join(ticks, NIFTY_ROOM);
    await join(minutes, NIFTY_ROOM);
    for (let i = 0; i < 4; i++) {
      gateway.feed.at = 735.5 + i;
      tick(71 + i);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await until(() => reader.count("applied", MINUTE) === 3, "three minutes");
    await until(() => reader.equals(nifty), "equality");
    expect(reader.count("gap")).toBe(0);
    for (const at of [735, 736, 737]) {
      const slot = at - nifty.open;
      for (let field = 0; field < 11; field++) {
        const from = slot * nifty.minutes.stride;
        const cells = (room: RoomDay) => Array.from(room.minutes.columns[field].subarray(from, from + 10));
        expect(cells(reader.room)).toEqual(cells(nifty));
      }
    }
  });

  it("learns of contracts that are listed during the day", async () => {
    const { reader } = await read();
    tick(80);
    gateway.feed.extend(nifty);
    tick(81);
    await until(() => reader.equals(nifty), "equality");
    expect(reader.room.tokens.length).toBe(11);
    const late = await read("live2");
    await until(() => late.reader.equals(nifty), "equality of a late reader");
  });

  it("is told to join again when a day opens, under a new epoch", async () => {
    const { socket, reader } = await read();
    const epoch = reader.cursor.epoch;
    const minutes = gateway.client("live", OI_PRICE_LIVE);
    await next(minutes, "time330pm");
    const init = Promise.all([
      next(socket, "optionLiveSocket-init"),
      next(minutes, "OIPriceLiveSocket-init"),
      next(minutes, "special"),
    ]);
    const day = fakeDay(isoDate("2026-07-28"));
    gateway.feed.day = day;
    gateway.feed.at = 600;
    gateway.feed.sink?.open(day);
    expect((await init)[2]).toBe("update");
    nifty = gateway.feed.room;
    tick(90);
    const again = new FrameReader(nifty, socket);
    await join(socket, NIFTY_ROOM);
    await until(() => again.equals(nifty), "equality");
    expect(again.cursor.epoch).not.toBe(epoch);
  });
});
