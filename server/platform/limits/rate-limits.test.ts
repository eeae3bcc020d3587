import { afterAll, beforeAll, expect, test } from "vitest";
import { findRedis, type Service, startRedis } from "../../testing/processes/services.ts";
import { unlessMissing } from "../../testing/skips.ts";
import { silentLog } from "../log.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";

function behaves(limits: () => RateLimits): void {
  test("of many at once exactly so many pass, and the rest learn how long to wait", async () => {
    const limit = limits().create({ name: "many", points: 5, seconds: 60 });
    const waits = await Promise.all(Array.from({ length: 50 }, () => limit.take("key")));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    expect(await limit.waitOf("key")).toBeGreaterThan(0);
    expect(await limit.waitOf("other")).toBe(0);
  });

  test("an event given back or a cleared key is free again", async () => {
    const limit = limits().create({ name: "back", points: 1, seconds: 60 });
    expect(await limit.take("a")).toBe(0);
    await limit.giveBack("a");
    expect(await limit.take("a")).toBe(0);
    await limit.clear("a");
    expect(await limit.waitOf("a")).toBe(0);
  });
}

unlessMissing("rate limits in memory", "memory", "memory", () => {
  const limits = createRateLimits(undefined, silentLog);
  behaves(() => limits);
});

unlessMissing("rate limits in Redis", findRedis(), "Redis (redis-server)", (file) => {
  let redis: Service;
  let limits: RateLimits;
  beforeAll(async () => {
    redis = await startRedis(file);
    limits = createRateLimits(redis.url, silentLog);
    await limits.ready();
  });
  afterAll(async () => {
    await limits.close();
    await redis.stop();
  });
  behaves(() => limits);

  test("two processes share one count", async () => {
    const other = createRateLimits(redis.url, silentLog);
    await other.ready();
    const options = { name: "shared", points: 1, seconds: 60 };
    expect(await limits.create(options).take("key")).toBe(0);
    expect(await other.create(options).take("key")).toBeGreaterThan(0);
    await other.close();
  });

  test("while Redis is away, limits still hold in the process", async () => {
    const alone = await startRedis(file);
    const lone = createRateLimits(alone.url, silentLog);
    await lone.ready();
    await alone.stop();
    const limit = lone.create({ name: "away", points: 1, seconds: 60 });
    expect(await limit.take("key")).toBe(0);
    expect(await limit.take("key")).toBeGreaterThan(0);
    await lone.close();
  });
});
