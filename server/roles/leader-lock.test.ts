import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { epochMs } from "#contract/domain/units.ts";
import { systemClock, type WallClock } from "../platform/clocks.ts";
import { silentLog } from "../platform/log.ts";
import { findRedis, type Service, startRedis } from "../testing/processes/services.ts";
import { unlessMissing } from "../testing/skips.ts";
import { LeaderLock } from "./leader-lock.ts";

unlessMissing("the leader's lock", findRedis(), "redis-server", (file) => {
  let service: Service;
  let redis: Redis;
  const forever = new AbortController().signal;
  const lock = (id: string, clock = systemClock, lastTerm = () => 0): LeaderLock =>
    new LeaderLock({ redis, id, clock, log: silentLog, lastTerm, leaseMs: 200, openingMs: 400 });
  const settled = async (promise: Promise<unknown>, ms: number): Promise<boolean> =>
    Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms))]);

  beforeAll(async () => {
    service = await startRedis(file);
    redis = new Redis(service.url);
    await redis.ping();
  });
  beforeEach(() => redis.flushall());
  afterAll(async () => {
    redis.disconnect();
    await service.stop();
  });

  it("is held by one, and passes on at once when it is given back, with a higher term", async () => {
    const first = await lock("a").take(forever);
    const waiting = lock("b").take(forever);
    expect(await settled(waiting, 600)).toBe(false);
    await first?.end();
    expect([first?.isOver, await settled(first?.ended ?? waiting, 0)]).toEqual([true, true]);
    const second = await waiting;
    expect(second?.term).toBeGreaterThanOrEqual((first?.term ?? 0) + 3);
    await second?.end();
  });

  it("passes on when its holder says nothing for a lease, and tells the holder when it speaks again", async () => {
    let isStill = false;
    const still = {
      ...systemClock,
      every: (ms: number, task: () => void) => systemClock.every(ms, () => isStill || task()),
    };
    const first = await lock("a", still).take(forever);
    first?.opened();
    isStill = true;
    const second = await lock("b").take(forever);
    expect(second?.term).toBeGreaterThan(first?.term ?? 0);
    isStill = false;
    await first?.ended;
    expect([first?.isOver, second?.isOver]).toEqual([true, false]);
    await second?.end();
  });

  it("stays with its holder when Redis has forgotten everything, and terms go on rising", async () => {
    const first = await lock("a").take(forever);
    first?.opened();
    await redis.flushall();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await redis.get("strikeboard:leader")).toBe("a");
    expect(Number(await redis.get("strikeboard:term"))).toBe(first?.term);
    await first?.end();
    await redis.flushall();
    const later = { ...systemClock, now: () => epochMs(systemClock.now() + 5000) };
    const second = await lock("b", later).take(forever);
    expect(second?.term).toBeGreaterThan(first?.term ?? 0);
    await second?.end();
  });

  it("gives a term above the folder's where Redis is empty and the wall clock was set back", async () => {
    const folder = 2_000_000_000;
    const first = await lock("a", systemClock, () => folder).take(forever);
    expect(first?.term).toBe(folder + 3);
    await first?.end();
  });

  it("is left alone by a feed that cannot read the folder, which says so and asks again later; while it is held nobody reads", async () => {
    const said = vi.spyOn(silentLog, "error").mockReturnValue();
    const waits: number[] = [];
    const clock: WallClock = {
      ...systemClock,
      after(ms, task) {
        waits.push(ms);
        return systemClock.after(Math.min(ms, 20), task);
      },
    };
    const lastTerm = vi
      .fn(() => 0)
      .mockImplementationOnce(() => {
        throw new Error("EIO");
      });
    const first = await lock("a").take(forever);
    const waiting = lock("b", clock, lastTerm).take(forever);
    await settled(waiting, 200);
    expect(lastTerm).not.toHaveBeenCalled();
    await first?.end();
    const second = await waiting;
    expect([second?.isOver, lastTerm.mock.calls.length, Math.max(...waits)]).toEqual([false, 2, 10_000]);
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
    await second?.end();
  });

  it("is not waited for any longer when the process stops", async () => {
    const first = await lock("a").take(forever);
    const stopping = new AbortController();
    const waiting = lock("b").take(stopping.signal);
    stopping.abort();
    expect(await waiting).toBeUndefined();
    await first?.end();
  });
});
