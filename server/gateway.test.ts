import { connect } from "node:net";
import type { Socket } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { epochMs, isoDate } from "#contract/domain/units.ts";
import { DELTA, MINUTE, SNAPSHOT } from "#contract/wire/frame.ts";
import { encodeAck } from "#contract/wire/live-parser.ts";
import {
  LIVE_INDEX,
  NAMESPACES,
  OI_PRICE_LIVE,
  OPTION_LIVE,
  SINGLE,
  SINGLE_LIVE,
} from "#contract/wire/socket-events.ts";
import { fakeDay, fieldValue, NIFTY_ROOM, USDINR_ROOM } from "./testing/fake-feed.ts";
import { FrameReader } from "./testing/frame-reader.ts";
import { join, next, startGateway, type TestGateway, until } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let nifty: RoomDay;

beforeEach(async () => {
  gateway = await startGateway();
  nifty = gateway.feed.room;
});
afterEach(() => gateway.stop());

const tick = (value: number, rows?: readonly number[]) => gateway.feed.tick(nifty, value, rows);
const refusal = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.once("connect_error", (error) => resolve(error.message));
    socket.once("connect", () => reject(new Error("connected")));
  });

describe("the handshake", () => {
  it.each(["stock", "live"] as const)("refuses on /%s who has no ticket, or no subscription", async (path) => {
    expect(await refusal(gateway.client(path, OPTION_LIVE, ""))).toBe("unauthorized");
    expect(await refusal(gateway.client(path, OPTION_LIVE, "forged"))).toBe("unauthorized");
    expect(await refusal(gateway.client(path, OI_PRICE_LIVE, "unpaid"))).toBe("no subscription");
    expect(await refusal(gateway.client(path, "/", "live"))).toBe("unauthorized");
    for (const namespace of NAMESPACES) await next(gateway.client(path, namespace), "connect");
  });

  it("keeps ticks from the one-minute plan, and tells it so", async () => {
    expect(await refusal(gateway.client("live", OPTION_LIVE, "1min"))).toBe("no subscription");
    expect(await refusal(gateway.client("live", SINGLE_LIVE, "1min"))).toBe("no subscription");
    const socket = gateway.client("live", OI_PRICE_LIVE, "1min");
    expect(await next(socket, "special")).toBe("1min");
    await next(gateway.client("live", LIVE_INDEX, "1min"), "connect");
  });

  it("refuses pages of another origin, and upgrades to another path", async () => {
    const foreign = gateway.client("live", OPTION_LIVE, "live", { extraHeaders: { origin: "https://evil.example" } });
    await expect(next(foreign, "connect_error")).resolves.toBeTruthy();
    const own = gateway.client("live", OPTION_LIVE, "live", {
      extraHeaders: { origin: `http://127.0.0.1:${gateway.port}` },
    });
    await next(own, "connect");
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(gateway.port, "127.0.0.1", () =>
        socket.write("GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
      );
      socket.once("data", (data) => resolve(data.toString()));
    });
    expect(answer).toMatch(/^HTTP\/1.1 404/);
  });

  it("says at connect what time it is", async () => {
    const socket = gateway.client("live", OI_PRICE_LIVE);
    const times = Promise.all([next<string[]>(socket, "time9am"), next<string[]>(socket, "time330pm")]);
    expect(await next(socket, "clock")).toMatchObject({ source: "sim", date: "2026-07-27", minute: 735, rate: 1 });
    const [before, session] = await times;
    expect([before[0], before.at(-1), session[0], session.at(-1)]).toEqual(["09:00", "09:14", "09:15", "15:30"]);
  });
});

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
    await until(() => heard.length === 2, "both greetings");
    expect(heard).toEqual(["NIFTY260728910CE", "NIFTY"]);
    socket.emit("leaveRoom", ["NIFTY", "NOTHING"]);
    tick(11, [0, 2]);
    await until(() => heard.length === 3, "the price that is followed");
    expect(heard.at(-1)).toBe("NIFTY260728910CE");
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
    while (Date.now() - started < 400) {
      tick(100 + i++, [2]);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await until(() => reader.equals(nifty), "equality");
    expect(i).toBeGreaterThan(60);
    expect(reader.count("applied", DELTA)).toBeLessThanOrEqual(10);
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

describe("trouble with the feed", () => {
  /** What a socket is told of it, one telling after another. */
  const hear = (path: "stock" | "live"): unknown[] => {
    const heard: unknown[] = [];
    gateway.client(path, OI_PRICE_LIVE).on("feed", (troubles: unknown) => heard.push(troubles));
    return heard;
  };
  const expectHeard = (heard: unknown[], troubles: unknown[]) =>
    expect.poll(() => heard, { timeout: 15_000 }).toEqual(troubles);

  it.each(["stock", "live"] as const)("is told on /%s at connect and on change, with its rooms", async (path) => {
    const first = hear(path);
    await expectHeard(first, [[]]);
    gateway.feed.sink?.health("NSE F&O: silent", new Set([NIFTY_ROOM]));
    const trouble = [{ words: "NSE F&O: silent", rooms: [NIFTY_ROOM] }];
    await expectHeard(first, [[], trouble]);
    const second = hear(path);
    await expectHeard(second, [trouble]);
    gateway.feed.sink?.health(undefined, new Set([NIFTY_ROOM]));
    await expectHeard(second, [trouble, []]);
    await expectHeard(first, [[], trouble, []]);
  });

  it("of every room is the feed's, and names none", async () => {
    const heard = hear("live");
    await expectHeard(heard, [[]]);
    gateway.feed.sink?.health("the line is cut", new Set([NIFTY_ROOM, USDINR_ROOM]));
    await expectHeard(heard, [[], [{ words: "the line is cut" }]]);
    gateway.feed.sink?.health("the source is down");
    await expectHeard(heard, [[], [{ words: "the line is cut" }], [{ words: "the source is down" }]]);
  });
});

describe("limits", () => {
  it("takes room names as they are written, and refuses what is none", async () => {
    const socket = gateway.client("live", OPTION_LIVE);
    expect(await join(socket, "NIFTY-7:28:2026")).toBeUndefined();
    for (const name of ["NIFTY-1/1/2020", "nothing", "", "x".repeat(5000)])
      expect(await join(socket, name)).toBe("unknown room");
    for (const name of [undefined, 7, { a: 1 }, ["x"]] as unknown[])
      expect(await join(socket, name as string)).toBe("unknown room");
  });

  it("refuses a flood, and cuts off who goes on", async () => {
    const socket = gateway.client("live", OPTION_LIVE);
    await next(socket, "connect");
    const refusals: unknown[] = [];
    for (let i = 0; i < 600; i++) socket.emit("joinRoom", NIFTY_ROOM, (why: unknown) => refusals.push(why));
    await until(() => refusals.length === 600, "600 answers");
    expect(refusals.filter((why) => why === "rate limit").length).toBeGreaterThan(200);
    for (let i = 0; i < 4000; i++) socket.emit("joinRoom", NIFTY_ROOM);
    await until(() => !socket.connected, "the end");
  });

  it("stops sending a room that was left", async () => {
    const socket = gateway.client("stock", OPTION_LIVE);
    await join(socket, NIFTY_ROOM);
    let count = 0;
    socket.on(NIFTY_ROOM, () => count++);
    tick(1);
    await until(() => count === 1, "a tick");
    socket.emit("leaveRoom", NIFTY_ROOM);
    await until(() => !gateway.market.publisher.isHeard(NIFTY_ROOM), "leaving");
    tick(2);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(count).toBe(1);
  });
});

describe("a session that ends", () => {
  it("takes its sockets with it, says why, and leaves others alone", async () => {
    const ended = gateway.client("live", OI_PRICE_LIVE, "live");
    const ticks = gateway.client("live", OPTION_LIVE, "live");
    const stock = gateway.client("stock", OI_PRICE_LIVE, "live");
    const other = gateway.client("live", OI_PRICE_LIVE, "live2");
    await Promise.all([ended, ticks, stock, other].map((socket) => next(socket, "connect")));
    const told = Promise.all([next(ended, "multiLogout"), next(stock, "multiLogout"), next(ticks, "disconnect")]);
    gateway.news.tell(null, { type: "sessionEnded", sessionId: "s-live", why: "multiLogout" });
    await told;
    await until(() => !ended.connected && !stock.connected, "disconnection");
    expect(other.connected).toBe(true);
    const word = next(other, "special");
    gateway.news.tell(null, { type: "sessionEnded", sessionId: "s-live2", why: "logout" });
    expect(await word).toBe("logout");
  });
});

describe("a subscription that changes before its end", () => {
  it("is asked about again at once: who lost it hears so, and who still has it goes on", async () => {
    const lost = gateway.client("live", OI_PRICE_LIVE, "live");
    const kept = gateway.client("live", OPTION_LIVE, "live2");
    await Promise.all([next(lost, "connect"), next(kept, "connect")]);
    const told = next(lost, "special");
    gateway.identities.change("live", undefined);
    gateway.news.tell("user of s-live", { type: "account" });
    gateway.news.tell("user of s-live2", { type: "account" });
    expect(await told).toBe("subscribe");
    expect(await join(kept, NIFTY_ROOM)).toBeUndefined();
  });
});

describe("a subscription that ends", () => {
  it("stops the live frames within two seconds, says so, and leaves one that was renewed", async () => {
    const until = (ms: number) => epochMs(Date.now() + ms);
    gateway.identities.change("live", until(300));
    gateway.identities.change("live2", until(300));
    const socket = gateway.client("live", OI_PRICE_LIVE);
    const ticks = gateway.client("live", OPTION_LIVE);
    const renewed = gateway.client("live", OI_PRICE_LIVE, "live2");
    await Promise.all([socket, ticks, renewed].map((each) => next(each, "connect")));
    await join(ticks, NIFTY_ROOM);
    gateway.identities.change("live", undefined);
    gateway.identities.change("live2", until(60_000));
    const told = Promise.all([next(socket, "special"), next(ticks, "disconnect")]);
    expect((await told)[0]).toBe("subscribe");
    expect(gateway.market.publisher.isHeard(NIFTY_ROOM)).toBe(false);
    expect(renewed.connected).toBe(true);
    expect(await refusal(gateway.client("live", OPTION_LIVE))).toBe("no subscription");
  });
});
