/** Counters that refuse after so many events in so many seconds: in memory, or in Redis for several processes. */
import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { Log } from "../log.ts";

export interface RateLimitOptions {
  /** Prefix of its keys. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

export interface RateLimit {
  /** Seconds until the key is free again; 0 when it is. Counts nothing. */
  waitOf(key: string): Promise<number>;
  /** Counts one event, atomically. @returns seconds to wait when that is one too many, else 0. */
  take(key: string): Promise<number>;
  /** Takes one event back. */
  giveBack(key: string): Promise<void>;
  /** Forgets the key. */
  clear(key: string): Promise<void>;
}

export interface RateLimits {
  create(options: RateLimitOptions): RateLimit;
  /** Resolves once Redis answers, or has been given up on for now. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** @param redisUrl undefined keeps the counts in this process. While Redis is away each process counts for itself. */
export function createRateLimits(redisUrl: string | undefined, log: Log): RateLimits {
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl, log);
  return {
    create: ({ name, points, seconds }) => {
      const options = { keyPrefix: `limit:${name}`, points, duration: seconds };
      const memory = new RateLimiterMemory(options);
      if (redis === undefined) return wrap(memory, points);
      return wrap(
        new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true }),
        points,
      );
    },
    async ready() {
      if (redis === undefined || redis.status === "ready") return;
      await new Promise<void>((resolve) => {
        redis.once("ready", () => resolve());
        redis.once("error", () => resolve());
      });
    },
    async close() {
      redis?.disconnect();
    },
  };
}

function openRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on("error", (error) => log.warn({ err: error }, "redis is away: limits are counted per process"));
  return redis;
}

const toSeconds = (res: RateLimiterRes): number => Math.max(1, Math.ceil(res.msBeforeNext / 1000));

function wrap(limiter: RateLimiterMemory | RateLimiterRedis, points: number): RateLimit {
  return {
    async waitOf(key) {
      const res = await limiter.get(key);
      return res !== null && res.consumedPoints >= points ? toSeconds(res) : 0;
    },
    async take(key) {
      try {
        await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return toSeconds(refusal);
        throw refusal;
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
    async clear(key) {
      await limiter.delete(key);
    },
  };
}
