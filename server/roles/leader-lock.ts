/**
 * One active feed: whoever holds a lease in Redis. Each tenure has a term that is higher than every one before it, even
 * if Redis came back empty or the wall clock was set back: terms are seconds of that clock, and each is higher by some. Messages carry the term, and frames an
 * epoch made from it, so that readers tell a deposed feed from its successor.
 */
import type { Redis } from "ioredis";
import { KEY_PREFIX } from "../platform/bus/bus-redis.ts";
import type { WallClock } from "../platform/clocks.ts";
import type { Log } from "../platform/log.ts";

export interface LeaderLockDeps {
  readonly redis: Redis;
  /** Of this process: nobody else's. */
  readonly id: string;
  readonly clock: WallClock;
  readonly log: Log;
  /** The last term of which the data folder knows: no lower one could write there. @throws whatever keeps the folder from being read */
  readonly lastTerm: () => number;
  /** How long a leader that says nothing stays one; 1500 unless told. */
  readonly leaseMs?: number;
  /** The same while it opens its market, which keeps the thread busy; 10000 unless told. */
  readonly openingMs?: number;
}

export interface Tenure {
  /** Seconds since the epoch, or more. */
  readonly term: number;
  readonly isOver: boolean;
  /** The market is open: from now on the lease is short. */
  opened(): void;
  /** Resolves when another process has taken over, or when it was given back. */
  readonly ended: Promise<void>;
  /** Gives the lease back: a standby takes over at once. */
  end(): Promise<void>;
}

const LEASE_MS = 1500;
const OPENING_MS = 10_000;
/** Before a folder that could not be read is read again. */
const UNREAD_MS = 10_000;
const RENEWALS_A_LEASE = 5;
const LOCK = `${KEY_PREFIX}leader`;
const TERM = `${KEY_PREFIX}term`;
/** For leaders that follow each other within a second; each opens a day or two in it at most. */
const TERM_STEP = 3;

const TAKE = `
if not redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
local term = math.max(tonumber(redis.call('get', KEYS[2]) or '0') + ${TERM_STEP}, tonumber(ARGV[3]))
redis.call('set', KEYS[2], string.format('%.0f', term))
return term`;

/** A lease that is gone (Redis came back empty, or this process stood still) is taken again unless somebody had it since. */
const RENEW = `
local holder = redis.call('get', KEYS[1])
if not holder and tonumber(redis.call('get', KEYS[2]) or '0') <= tonumber(ARGV[3]) then
  redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
  redis.call('set', KEYS[2], ARGV[3])
  return 1
end
if holder ~= ARGV[1] then return 0 end
redis.call('pexpire', KEYS[1], ARGV[2])
return 1`;

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end return 0`;

export class LeaderLock {
  readonly #deps: LeaderLockDeps;
  readonly #leaseMs: number;
  readonly #openingMs: number;
  /** Since when Redis is back, monotonic ms. */
  #backSince = Number.NEGATIVE_INFINITY;

  constructor(deps: LeaderLockDeps) {
    this.#deps = deps;
    this.#leaseMs = deps.leaseMs ?? LEASE_MS;
    this.#openingMs = deps.openingMs ?? OPENING_MS;
    deps.redis.on("ready", () => {
      this.#backSince = deps.clock.monotonic();
    });
  }

  /** Resolves when this process leads; undefined when `signal` ended the waiting. */
  async take(signal: AbortSignal): Promise<Tenure | undefined> {
    const { redis, clock } = this.#deps;
    while (!signal.aborted) {
      const isFree = (await redis.exists(LOCK).catch(() => 1)) === 0;
      // A Redis that came back empty has forgotten who leads: the leader is given the time to say so.
      const isSure = clock.monotonic() - this.#backSince >= this.#leaseMs;
      const term = isFree && isSure ? await this.#tryToLead() : 0;
      if (term) return this.#hold(term);
      await pause(clock, term === undefined ? UNREAD_MS : this.#leaseMs / RENEWALS_A_LEASE / 2, signal);
    }
    return undefined;
  }

  /** @returns 0 where another was faster, or Redis is away; undefined where the folder cannot be read, and so not led in */
  async #tryToLead(): Promise<number | undefined> {
    const { redis, id, clock, log, lastTerm } = this.#deps;
    let lowest = Math.floor(clock.now() / 1000);
    try {
      // Not before: a standby reads nothing of a folder that may be on a network.
      lowest = Math.max(lowest, lastTerm() + TERM_STEP);
    } catch (error) {
      log.error({ err: error }, "no feed leads, and this one cannot: the data folder cannot be read");
      return undefined;
    }
    return Number(await redis.eval(TAKE, 2, LOCK, TERM, id, this.#openingMs, lowest).catch(() => 0));
  }

  #hold(term: number): Tenure {
    const { redis, id, clock, log } = this.#deps;
    let isOver = false;
    let leaseMs = this.#openingMs;
    let finish = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const over = (): void => {
      isOver = true;
      stop();
      finish();
    };
    const renew = (): void => {
      redis.eval(RENEW, 2, LOCK, TERM, id, leaseMs, term).then(
        (kept) => {
          if (kept !== 0 || isOver) return;
          log.warn({ term }, "another feed leads now");
          over();
        },
        // While Redis is away nobody else can take the lease from it either.
        () => undefined,
      );
    };
    const stop = clock.every(this.#leaseMs / RENEWALS_A_LEASE, renew);
    return {
      term,
      get isOver() {
        return isOver;
      },
      opened: () => {
        leaseMs = this.#leaseMs;
        renew();
      },
      ended,
      async end() {
        if (isOver) return;
        over();
        await redis.eval(RELEASE, 1, LOCK, id).catch(() => undefined);
      },
    };
  }
}

function pause(clock: WallClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = clock.after(ms, finish);
    signal.addEventListener("abort", finish);
  });
}
