/** Which namespaces are open when, and what is told of one that is no longer needed, against a real Socket.IO server. */
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { LIVE_INDEX, OI_PRICE_LIVE, OPTION_LIVE, SINGLE, SINGLE_LIVE } from "#contract/wire/socket-events.ts";
import { nothing, socketServer, until } from "./testing/socket-server.ts";

const ROOM = "NIFTY-8/25/2026";
/** Longer than a namespace that nobody needs stays open. */
const IDLE_MS = 1300;
const live = socketServer();
const idle = () => new Promise((done) => setTimeout(done, IDLE_MS));

describe("while the board looks at a past day", () => {
  const inNamespace = (namespace: string) => live.io.of(namespace).sockets.size;

  test("the market's namespaces close, the user's channel stays; back live they are opened again", async () => {
    const { told, connection } = live.open();
    connection.join(ROOM, nothing, nothing);
    connection.follow(["NIFTY"]);
    await until(() => expect(live.joins()).toHaveLength(3));
    connection.setMarket(false);
    await until(() => expect(inNamespace(LIVE_INDEX)).toBe(0));
    expect(inNamespace(OPTION_LIVE)).toBe(1);
    connection.leave(ROOM);
    connection.unfollow(["NIFTY"]);
    await until(() => expect([OPTION_LIVE, SINGLE_LIVE].map(inNamespace)).toEqual([0, 0]));
    const minutes = live.io.of(OI_PRICE_LIVE);
    minutes.emit("newsFrom", { id: 4, isWhole: true });
    minutes.emit("news", 5, { type: "account" });
    minutes.emit("multiLogout");
    await until(() => expect(told.slice(-2)).toEqual(["news account", "multiLogout"]));
    expect(told.some((line) => line.startsWith("offline"))).toBe(false);

    connection.join(ROOM, nothing, nothing);
    connection.setMarket(true);
    connection.follow(["SBIN"]);
    await until(() => expect([LIVE_INDEX, OPTION_LIVE, SINGLE_LIVE].map(inNamespace)).toEqual([1, 1, 1]));
    await until(() => expect(live.joins()).toHaveLength(6));
    expect(live.io.engine.clientsCount).toBe(1);
  });

  test("a room that is read all the same, by an armed watch, goes on by tick and by minute, and after a reconnection", async () => {
    const { connection } = live.open();
    const frames: number[][] = [];
    connection.join(ROOM, (bytes) => frames.push([...bytes]), nothing);
    await until(() => expect(live.joins()).toHaveLength(2));
    connection.setMarket(false);
    await until(() => expect(inNamespace(LIVE_INDEX)).toBe(0));
    live.io.of(OPTION_LIVE).emit(ROOM, Buffer.of(1));
    live.io.of(OI_PRICE_LIVE).emit(`openInterest${ROOM}`, Buffer.of(2));
    await until(() => expect(frames.toSorted()).toEqual([[1], [2]]));
    connection.restart();
    await until(() => expect(live.joins()).toHaveLength(4));
    await until(() => expect([OPTION_LIVE, OI_PRICE_LIVE, LIVE_INDEX].map(inNamespace)).toEqual([1, 1, 0]));
  });

  test("a room that is joined meanwhile opens the ticks for itself, and a plan without ticks has none", async () => {
    const { told, connection } = live.open();
    await until(() => expect(told).toContain("online"));
    connection.setMarket(false);
    await until(() => expect(inNamespace(OPTION_LIVE)).toBe(0));
    connection.join(ROOM, nothing, nothing);
    await until(() => expect(live.joins()).toHaveLength(2));
    connection.setTicks(false);
    connection.leave(ROOM);
    connection.join(ROOM, nothing, nothing);
    connection.setMarket(true);
    await until(() => expect([OPTION_LIVE, LIVE_INDEX].map(inNamespace)).toEqual([0, 1]));
  });

  test("no index is told, also of a namespace that is open still, whose last one comes with the way back", async () => {
    const { told, connection } = live.open();
    const index = (NIFTY: number) => live.io.of(LIVE_INDEX).emit("liveIndex", { NIFTY });
    const indices = () => told.filter((line) => line.startsWith("index"));
    await until(() => expect(inNamespace(LIVE_INDEX)).toBe(1));
    index(24_000);
    await until(() => expect(indices()).toEqual(["index 24000"]));
    connection.setMarket(false);
    index(24_001);
    live.io.of(OI_PRICE_LIVE).emit("multiLogout");
    await until(() => expect(told).toContain("multiLogout"));
    expect(indices()).toEqual(["index 24000", "index undefined"]);
    connection.setMarket(true);
    expect(indices().at(-1)).toBe("index 24001");
    // Closed and opened again, it greets: what it said before is of then.
    connection.setMarket(false);
    await until(() => expect(inNamespace(LIVE_INDEX)).toBe(0));
    connection.setMarket(true);
    expect(indices().at(-1)).toBe("index undefined");
  });

  test("what is not needed offline is not asked for when the server is there again", async () => {
    const { told, connection } = live.open();
    await until(() => expect(live.heard).toHaveLength(3));
    await until(() => expect(told).toContain("online"));
    const { port } = live.http.address() as AddressInfo;
    await live.io.close();
    await until(() => expect(told.some((line) => line.startsWith("offline"))).toBe(true));
    connection.setMarket(false);
    await idle();
    live.heard.length = 0;
    await live.listen(port);
    await until(() => expect(told).toContain("rejoined minutes"));
    expect(live.heard).toEqual([`auth ${OI_PRICE_LIVE} ticket print`]);
  });
});

describe("prices", () => {
  const about = (event: string) => live.heard.filter((line) => line.startsWith(event) && line.includes("/single"));

  test("names are joined in lists, heard under their own events, and left", async () => {
    const { told, connection } = live.open();
    const names = Array.from({ length: 700 }, (_, i) => `NIFTY260825${20_000 + i * 50}CE`);
    connection.follow(names);
    await until(() => expect(about("joinRoom")).toHaveLength(3));
    expect(about("joinRoom").flatMap((line) => line.split(" ")[2]?.split(","))).toEqual(names);
    live.io.of(SINGLE_LIVE).emit("NIFTY26082520000CE", 12.5);
    live.io.of(SINGLE_LIVE).emit("SBIN", 800); // nobody asked
    live.io.of(SINGLE_LIVE).emit("NIFTY26082520050CE", 0.05);
    await until(() => expect(told).toContain("price NIFTY26082520050CE 0.05"));
    expect(told.filter((line) => line.startsWith("price"))).toHaveLength(2);
    connection.unfollow(["NIFTY26082520000CE"]);
    await until(() => expect(about("leaveRoom")).toEqual([`leaveRoom ${SINGLE_LIVE} NIFTY26082520000CE`]));
  });

  test("are joined again by those who are left, after a reconnection and when the server asks", async () => {
    const { connection } = live.open();
    connection.follow(["NIFTY", "SBIN"]);
    await until(() => expect(about("joinRoom")).toHaveLength(1));
    connection.unfollow(["NIFTY"]);
    connection.restart();
    await until(() => expect(about("joinRoom")).toHaveLength(2));
    live.io.of(SINGLE_LIVE).emit("singleSymbol-init");
    await until(() => expect(about("joinRoom").slice(1)).toEqual(Array(2).fill(`joinRoom ${SINGLE_LIVE} SBIN`)));
  });

  test("others than before are heard at once, answered or not, over the connection that there is", async () => {
    const { told, connection } = live.open();
    await until(() => expect(told).toContain("online"));
    connection.follow(["NIFTY"]);
    connection.unfollow(["NIFTY"]);
    connection.follow(["SBIN"]);
    await until(() => expect(about("joinRoom")).toEqual([`joinRoom ${SINGLE_LIVE} SBIN`]));
    connection.unfollow(["SBIN"]);
    connection.follow(["TCS"]);
    await until(() => expect(about("joinRoom").at(-1)).toBe(`joinRoom ${SINGLE_LIVE} TCS`));
    await idle();
    expect(live.io.of(SINGLE_LIVE).sockets.size).toBe(1);
    expect(about("auth")).toHaveLength(1);
    expect(told.some((line) => line.startsWith("offline"))).toBe(false);
  });

  test("of a plan without ticks are those of the minutes, until it has ticks", async () => {
    const { told, connection } = live.open();
    connection.follow(["NIFTY"]);
    await until(() => expect(about("joinRoom")).toHaveLength(1));
    connection.setTicks(false);
    await until(() => expect(about("joinRoom").at(-1)).toBe(`joinRoom ${SINGLE} NIFTY`));
    connection.setTicks(true);
    await until(() => expect(about("joinRoom").at(-1)).toBe(`joinRoom ${SINGLE_LIVE} NIFTY`));
    live.io.of(SINGLE_LIVE).emit("NIFTY", 24_000);
    live.io.of(SINGLE).emit("NIFTY", 23_990); // open for a while yet, and a minute old
    await until(() => expect(told).toContain("price NIFTY 24000"));
    const before = about("joinRoom").length;
    connection.setTicks(false);
    connection.setTicks(true);
    await until(() => expect(about("joinRoom").length).toBeGreaterThan(before));
    live.io.of(SINGLE_LIVE).emit("NIFTY", 24_002);
    await until(() => expect(told.filter((line) => line === "price NIFTY 24002")).toHaveLength(1));
    expect(told).not.toContain("price NIFTY 23990");
  });
});
