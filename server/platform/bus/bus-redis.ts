/** The bus over Redis pub/sub: one connection publishes, another one listens. Both come back by themselves. */
import { Redis } from "ioredis";
import type { WallClock } from "../clocks.ts";
import type { Log } from "../log.ts";
import { oneLine, StartError } from "../start-error.ts";
import type { Bus } from "./bus.ts";

export interface RedisBusOptions {
  readonly url: string;
  readonly clock: WallClock;
  readonly log: Log;
}

/** Channels and keys of this product on a Redis that others may use, too. */
export const KEY_PREFIX = "strikeboard:";

const MAX_RETRY_MS = 500;
const FIRST_CONNECT_MS = 10_000;

export class RedisBus implements Bus {
  /** For what else Redis does for a role: locks. Not for subscriptions. */
  readonly commands: Redis;
  readonly #subscriber: Redis;
  readonly #clock: WallClock;
  readonly #listeners = new Map<string, (message: Uint8Array) => void>();
  readonly #restored = new Set<(downSince: number) => void>();
  #lost = 0;
  #downSince: number | undefined;
  #fault: string | undefined;

  private constructor({ url, clock, log }: RedisBusOptions) {
    this.#clock = clock;
    this.commands = connection(url);
    this.#subscriber = connection(url);
    for (const redis of [this.commands, this.#subscriber]) {
      redis.on("error", (error) => {
        if (this.#fault === undefined) log.warn({ err: error }, "redis is away: other processes are not heard");
        this.#fault = oneLine(error);
      });
      redis.on("close", () => {
        this.#downSince ??= clock.monotonic();
      });
      redis.on("ready", () => this.#ready());
    }
    this.#subscriber.on("messageBuffer", (channel: Buffer, message: Buffer) => {
      this.#listeners.get(channel.toString())?.(message);
    });
  }

  /** @throws StartError when Redis does not answer. */
  static async open(options: RedisBusOptions): Promise<RedisBus> {
    const bus = new RedisBus(options);
    try {
      await Promise.all([bus.commands, bus.#subscriber].map((redis) => isReady(redis, options.clock)));
    } catch (error) {
      await bus.close();
      throw new StartError(`Cannot reach Redis at REDIS_URL (${withoutPassword(options.url)}): ${oneLine(error)}`);
    }
    return bus;
  }

  get lost(): number {
    return this.#lost;
  }

  get fault(): string | undefined {
    return this.#downSince === undefined ? undefined : (this.#fault ?? "the connection was lost");
  }

  publish(channel: string, message: Uint8Array): void {
    if (this.commands.status !== "ready") {
      this.#lost++;
      return;
    }
    const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
    this.commands.publish(KEY_PREFIX + channel, bytes).catch(() => {
      this.#lost++;
    });
  }

  async subscribe(channel: string, listener: (message: Uint8Array) => void): Promise<() => void> {
    const name = KEY_PREFIX + channel;
    this.#listeners.set(name, listener);
    // Where this fails the connection is away: coming back subscribes to everything.
    if (this.#subscriber.status === "ready") await this.#subscriber.subscribe(name).catch(() => undefined);
    return () => {
      if (this.#listeners.get(name) !== listener) return;
      this.#listeners.delete(name);
      if (this.#subscriber.status === "ready") this.#subscriber.unsubscribe(name).catch(() => undefined);
    };
  }

  async listeners(channels: readonly string[]): Promise<readonly number[]> {
    if (channels.length === 0) return [];
    const reply = await this.commands.pubsub("NUMSUB", ...channels.map((channel) => KEY_PREFIX + channel));
    return channels.map((_, i) => Number(reply[2 * i + 1]));
  }

  onRestored(listener: (downSince: number) => void): () => void {
    this.#restored.add(listener);
    return () => this.#restored.delete(listener);
  }

  async close(): Promise<void> {
    this.#restored.clear();
    this.#listeners.clear();
    this.commands.disconnect();
    this.#subscriber.disconnect();
  }

  /** One of the two connections is up (again): what is subscribed to, the server has forgotten. */
  #ready(): void {
    if (this.commands.status !== "ready" || this.#subscriber.status !== "ready") return;
    const names = [...this.#listeners.keys()];
    const subscribed = names.length === 0 ? Promise.resolve() : this.#subscriber.subscribe(...names);
    subscribed.then(
      () => {
        const downSince = this.#downSince;
        this.#downSince = undefined;
        this.#fault = undefined;
        if (downSince !== undefined) for (const listener of [...this.#restored]) listener(downSince);
      },
      () => {
        this.#downSince ??= this.#clock.monotonic();
      },
    );
  }
}

function connection(url: string): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    // A command whose answer was lost fails at once: whoever sent it knows whether to try again.
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(50 * times, MAX_RETRY_MS),
  });
}

function isReady(redis: Redis, clock: WallClock): Promise<void> {
  if (redis.status === "ready") return Promise.resolve();
  return new Promise((resolve, reject) => {
    const cancel = clock.after(FIRST_CONNECT_MS, () => reject(new Error("it does not answer")));
    redis.once("ready", () => {
      cancel();
      resolve();
    });
    redis.once("error", (error) => {
      cancel();
      reject(error);
    });
  });
}

function withoutPassword(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return "not a valid URL";
  }
}
