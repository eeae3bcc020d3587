import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findRedis, type Service, startRedis } from "../../testing/processes/services.ts";
import { unlessMissing } from "../../testing/skips.ts";
import { until } from "../../testing/sockets/test-gateway.ts";
import { systemClock } from "../clocks.ts";
import { silentLog } from "../log.ts";
import { RedisBus } from "./bus-redis.ts";

describe("a bus that is not there", () => {
  it("refuses in one line that keeps the password", async () => {
    const opening = RedisBus.open({ url: "redis://:hidden@127.0.0.1:1", clock: systemClock, log: silentLog });
    await expect(opening).rejects.toThrow(/^Cannot reach Redis at REDIS_URL \(127\.0\.0\.1:1\): (?!.*hidden)/);
  });
});

unlessMissing("the bus on Redis", findRedis(), "redis-server", (file) => {
  let redis: Service;
  let one: RedisBus;
  let other: RedisBus;
  const open = () => RedisBus.open({ url: redis.url, clock: systemClock, log: silentLog });

  beforeAll(async () => {
    redis = await startRedis(file);
    [one, other] = await Promise.all([open(), open()]);
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await redis.stop();
  });

  it("carries bytes as they are, in order, to whoever subscribed, and to nobody after", async () => {
    const heard: number[][] = [];
    const stop = await other.subscribe("room", (bytes) => heard.push([...bytes]));
    for (let i = 0; i < 200; i++) one.publish("room", Uint8Array.of(0, 255, i));
    await until(() => heard.length === 200, "200 messages");
    expect(heard).toEqual(Array.from({ length: 200 }, (_, i) => [0, 255, i]));
    expect(await one.listeners(["room", "elsewhere"])).toEqual([1, 0]);
    expect(await one.listeners([])).toEqual([]);
    stop();
    await until(async () => (await one.listeners(["room"]))[0] === 0, "leaving");
  });

  it("tells what was lost while Redis was away, and hears again when it is back", async () => {
    const heard: string[] = [];
    const restored: number[] = [];
    await other.subscribe("again", (bytes) => heard.push(Buffer.from(bytes).toString()));
    one.onRestored((since) => restored.push(since));
    other.onRestored((since) => restored.push(since));
    await redis.kill();
    await until(() => one.fault !== undefined && other.fault !== undefined, "both know");
    const before = one.lost;
    one.publish("again", Buffer.from("lost"));
    expect(one.lost).toBe(before + 1);
    await expect(one.listeners(["again"])).rejects.toThrow();
    const late = other.subscribe("late", (bytes) => heard.push(Buffer.from(bytes).toString()));
    redis = await redis.again();
    await late;
    await until(() => restored.length === 2, "both are back");
    expect([one.fault, other.fault]).toEqual([undefined, undefined]);
    one.publish("again", Buffer.from("kept"));
    one.publish("late", Buffer.from("later"));
    await until(() => heard.length === 2, "two messages");
    expect(heard).toEqual(["kept", "later"]);
  });
});
