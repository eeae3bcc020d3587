/** Readers that stop reading altogether: what they cost, and what they get when they read on. */
import type { Socket } from "socket.io-client";
import { afterEach, describe, expect, it } from "vitest";
import { MINUTE, SNAPSHOT } from "#contract/wire/frame.ts";
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { allRows, FakeFeed, fakeDay, NIFTY_ROOM } from "../testing/market/fake-feed.ts";
import { FrameReader } from "../testing/sockets/frame-reader.ts";
import { join, startGateway, type TestGateway, until } from "../testing/sockets/test-gateway.ts";

let gateway: TestGateway;
afterEach(() => gateway.stop());

/** The client's TCP socket, which pause() and resume() stall. */
const tcpOf = (socket: Socket): { pause(): void; resume(): void } =>
  Reflect.get(Reflect.get(Reflect.get(socket.io.engine, "transport"), "ws"), "_socket");

const backlogs = (): number[] => {
  const seen: number[] = [];
  for (const socket of gateway.live.io.of(OPTION_LIVE).sockets.values()) seen.push(socket.data.line.backlog);
  return seen;
};

describe("a stalled reader", () => {
  it("is sent a few frames, then nothing, then one snapshot and every minute", async () => {
    gateway = await startGateway(new FakeFeed({ day: fakeDay(undefined, 1000), at: 600 }), 50);
    const { feed } = gateway;
    const nifty = feed.room;
    const options = { forceNew: false, multiplex: true };
    const socket = gateway.client("live", OPTION_LIVE, "live", options);
    const minutes = gateway.client("live", OI_PRICE_LIVE, "live", options);
    const reader = new FrameReader(nifty, socket, minutes);
    feed.tick(nifty, 1);
    await join(socket, NIFTY_ROOM);
    await join(minutes, NIFTY_ROOM);
    await until(() => reader.equals(nifty), "equality");
    const before = reader.seen.length;

    tcpOf(socket).pause();
    const rows = allRows(nifty);
    for (let i = 0; i < 24; i++) {
      feed.at = 600.5 + i / 8;
      feed.tick(nifty, 1000 * i + (i % 7), rows);
      await new Promise((resolve) => setTimeout(resolve, 55));
    }
    expect(Math.max(...backlogs())).toBeLessThan(128 * 1024);

    tcpOf(socket).resume();
    feed.at = 604.5;
    feed.tick(nifty, 5);
    await until(() => reader.equals(nifty), "equality after the stall");
    const after = reader.seen.slice(before);
    expect(after.filter(({ frame }) => frame === MINUTE).map(({ slot, kind }) => [kind, slot])).toEqual(
      [600, 601, 602, 603].map((at) => ["applied", at - nifty.open]),
    );
    const ticks = after.filter(({ frame }) => frame !== MINUTE).map(({ frame }) => frame);
    expect(ticks.indexOf(SNAPSHOT)).toBeGreaterThanOrEqual(0);
    expect(ticks.indexOf(SNAPSHOT)).toBeLessThanOrEqual(2);
    expect(ticks.filter((frame) => frame === SNAPSHOT)).toHaveLength(1);
  });

  it("holds up nobody else", async () => {
    gateway = await startGateway(new FakeFeed({ day: fakeDay(undefined, 200) }), 150);
    const { feed } = gateway;
    const nifty = feed.room;
    const stalled = gateway.client("live", OPTION_LIVE);
    await join(stalled, NIFTY_ROOM);
    tcpOf(stalled).pause();
    const healthy = gateway.client("live", OPTION_LIVE, "live2");
    const reader = new FrameReader(nifty, healthy);
    await join(healthy, NIFTY_ROOM);
    for (let i = 0; i < 20; i++) {
      feed.tick(nifty, i + 1);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await until(() => reader.equals(nifty), "equality");
    expect(reader.count("gap")).toBe(0);
    expect(reader.count("applied", SNAPSHOT)).toBe(1);
  });
});

describe("what is written in one turn", () => {
  it("is one message a connection, in order, and the same bytes for all with the same rooms", async () => {
    gateway = await startGateway();
    const path = gateway.live;
    const heard: string[][] = [[], []];
    heard.forEach((list, i) => {
      const client = gateway.client("live", OPTION_LIVE, i === 0 ? "live" : "live2");
      client.onAny((event: string, value: number) => list.push(`${event} ${value}`));
    });
    await until(() => path.io.of(OPTION_LIVE).sockets.size === 2, "two connections");
    const sockets = [...path.io.of(OPTION_LIVE).sockets.values()];
    const [a, b] = [path.prepare(OPTION_LIVE, "a", 1), path.prepare(OPTION_LIVE, "b", 2)];
    for (const packet of [a, b]) for (const { data } of sockets) data.line.write(packet);
    expect(sockets.map(({ data }) => data.line.backlog)).toEqual([a.length + b.length, a.length + b.length]);
    await until(() => heard.every((list) => list.length === 2), "both events");
    expect(heard).toEqual([
      ["a 1", "b 2"],
      ["a 1", "b 2"],
    ]);
    await until(() => sockets.every(({ data }) => data.line.backlog === 0), "the kernel taking it");
  });
});
