import { EventEmitter } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { NIFTY_ROOM } from "../testing/fake-feed.ts";
import { FrameReader } from "../testing/frame-reader.ts";
import { join, startGateway, type TestGateway, until } from "../testing/test-gateway.ts";
import { lightenEmitter } from "./light-connection.ts";

describe("an emitter that was lightened", () => {
  it("has its listeners, in their order, and takes and loses others", () => {
    const emitter = new EventEmitter();
    const heard: string[] = [];
    const hear = (name: string) => () => void heard.push(name);
    const second = hear("second");
    emitter.on("one", hear("first"));
    emitter.on("one", second);
    emitter.once("one", hear("once"));
    emitter.on("constructor", hear("constructor"));
    lightenEmitter(emitter);
    lightenEmitter(emitter);
    expect(emitter.eventNames()).toEqual(["one", "constructor"]);
    emitter.emit("one");
    emitter.emit("toString");
    emitter.emit("constructor");
    emitter.off("one", second);
    emitter.on("two", hear("two"));
    emitter.emit("one");
    emitter.emit("two");
    expect(heard).toEqual(["first", "second", "once", "constructor", "first", "two"]);
    emitter.removeAllListeners("one");
    expect(emitter.emit("one")).toBe(false);
  });

  it("is what is there, whatever that is", () => {
    for (const nothing of [undefined, null, {}, { _events: null }, "text"]) lightenEmitter(nothing);
  });
});

describe("a connection that was lightened", () => {
  let gateway: TestGateway;
  afterEach(() => gateway.stop());

  it("serves as before, and is known to be over when it is", async () => {
    gateway = await startGateway();
    const { feed, live, market } = gateway;
    const client = gateway.client("live", OPTION_LIVE);
    const reader = new FrameReader(feed.room, client);
    await join(client, NIFTY_ROOM);
    const [socket] = live.io.of(OPTION_LIVE).sockets.values();
    expect(Reflect.get(socket?.conn ?? {}, "pingIntervalTimer")).toBe(null);
    expect(socket?.listenerCount("joinRoom")).toBe(1);
    feed.tick(feed.room, 7);
    await until(() => reader.equals(feed.room), "equality");
    client.disconnect();
    await until(() => live.io.engine.clientsCount === 0, "the end");
    const open = (await market.metrics.sockets.get()).values.map(({ value }) => value);
    expect(open.every((value) => value === 0)).toBe(true);
    expect(live.io.of(OPTION_LIVE).sockets.size).toBe(0);
  });
});
