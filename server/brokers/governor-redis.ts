/** The starts of all edges, in Redis: one script counts and decides, so that no two edges see the same room. */
import type { Redis } from "ioredis";
import { KEY_PREFIX } from "../platform/bus/bus-redis.ts";
import { type StartLog, WINDOW_MS } from "./governor.ts";

/**
 * KEYS: the starts of a lane (a sorted set, score and member by microseconds and a number), and the mark that somebody urgent waits.
 * ARGV: starts a second, urgent or not, the window in µs, the time in µs ('' for Redis's own, which all edges share).
 * Answers µs to wait; 0: counted.
 */
const SCRIPT = `
local now = tonumber(ARGV[4])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local window = tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local isUrgent = ARGV[2] == '1'
local limit = tonumber(ARGV[1])
local urgentUntil = tonumber(redis.call('GET', KEYS[2]) or '0')
if not isUrgent and urgentUntil > now then
  return urgentUntil - now
end
if redis.call('ZCARD', KEYS[1]) < limit then
  local member = now .. ':' .. redis.call('INCR', KEYS[3])
  redis.call('ZADD', KEYS[1], now, member)
  redis.call('PEXPIRE', KEYS[1], 10000)
  redis.call('PEXPIRE', KEYS[3], 86400000)
  if isUrgent then redis.call('DEL', KEYS[2]) end
  return 0
end
local oldest = tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
local wait = oldest + window - now
if isUrgent then
  redis.call('SET', KEYS[2], string.format('%.0f', now + wait + 5000), 'PX', 10000)
end
return wait
`;

/** @param now ms, for tests; left out: Redis's clock. */
export function createRedisStarts(redis: Redis, now?: () => number): StartLog {
  const prefix = `${KEY_PREFIX}orders:`;
  return {
    async tryStart(lane, perSecond, isUrgent) {
      if (redis.status !== "ready") throw new Error("redis is away");
      const keys = [`${prefix}starts:${lane}`, `${prefix}urgent:${lane}`, `${prefix}count:${lane}`];
      const time = now === undefined ? "" : String(Math.round(now() * 1000));
      const answer: unknown = await redis.eval(
        SCRIPT,
        keys.length,
        ...keys,
        perSecond,
        isUrgent ? 1 : 0,
        WINDOW_MS * 1000,
        time,
      );
      if (typeof answer !== "number") throw new Error("redis answered no number");
      return Math.ceil(answer / 1000);
    },
  };
}
