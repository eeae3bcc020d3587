/** The connections of one day: what they bring goes into the day's columns, what is wrong with them is said and counted. */

import type { WallClock } from "../../platform/clocks.ts";
import { LastingSocket, type LastingSocketListener } from "../../platform/http/lasting-socket.ts";
import type { Log } from "../../platform/log.ts";
import { ConnectionHealth } from "./connection-health.ts";
import type { KiteMetrics } from "./kite-metrics.ts";
import type { LiveDay } from "./live-day.ts";
import { createTick, HEARTBEAT_BYTES, type KiteTick, type MessageFault, readMessage } from "./packets.ts";

export interface TickerOptions {
  readonly url: string;
  /** Tokens by connection. */
  readonly connections: readonly (readonly number[])[];
  readonly day: LiveDay;
  readonly clock: WallClock;
  readonly log: Log;
  readonly random: () => number;
  readonly metrics: KiteMetrics;
  /** The day's columns have changed, or the health of a connection has. */
  readonly onNews: () => void;
}

/** Faults of one kind are logged once in this time; all are counted. */
const LOG_EVERY_MS = 60_000;

/** Tokens of one request. */
const BATCH = 1000;

/** The frames that ask for all that is told of these tokens. */
function subscriptions(tokens: readonly number[]): readonly string[] {
  const frames: string[] = [];
  for (let from = 0; from < tokens.length; from += BATCH) {
    const batch = tokens.slice(from, from + BATCH);
    frames.push(JSON.stringify({ a: "subscribe", v: batch }), JSON.stringify({ a: "mode", v: ["full", batch] }));
  }
  return frames;
}

export class Ticker {
  readonly health: ConnectionHealth;
  readonly #options: TickerOptions;
  readonly #connections: readonly LastingSocket[];
  readonly #tick = createTick();
  readonly #loggedAt = new Map<string, number>();
  #refusal: string | undefined;

  constructor(options: TickerOptions) {
    const { url, connections, day, clock, random } = options;
    this.#options = options;
    this.health = new ConnectionHealth(connections.map((tokens) => day.roomsOf(tokens)));
    this.#connections = connections.map(
      (tokens, index) =>
        new LastingSocket({
          url,
          headers: { "X-Kite-Version": "3" },
          greeting: subscriptions(tokens),
          clock,
          random,
          listener: this.#listener(index),
        }),
    );
  }

  /** Why Kite refuses the credentials; undefined while it does not. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  stop(): void {
    for (const connection of this.#connections) connection.stop();
  }

  #listener(index: number): LastingSocketListener {
    const { log, metrics, onNews } = this.#options;
    const connection = index + 1;
    const setHealth = (reason: string | undefined): void => {
      this.health.set(index, reason);
      onNews();
    };
    return {
      message: (bytes) => this.#read(bytes),
      text: (frame) => this.#readText(frame),
      up() {
        log.info({ connection }, "kite: the ticker is up");
        setHealth(undefined);
      },
      down(reason, ms) {
        metrics.reconnects.inc();
        log.warn({ connection, reason, ms }, "kite: the ticker is down, trying again");
        setHealth(reason);
      },
      refused: (status) => {
        const reason = `${status}, the API key or the access token is refused`;
        this.#refusal = reason;
        log.error({ connection, reason }, "kite: refused until KITE_ACCESS_TOKEN or KITE_API_KEY is another one");
        setHealth(reason);
      },
    };
  }

  readonly #onTick = (tick: KiteTick): void => {
    if (!this.#options.day.take(tick, this.#options.clock.now() / 1000)) this.#fault("unknown-token");
  };

  readonly #onFault = (fault: MessageFault): void => this.#fault(fault);

  #read(bytes: Buffer): void {
    if (bytes.length === HEARTBEAT_BYTES) return;
    readMessage(bytes, this.#tick, this.#onTick, this.#onFault);
    this.#options.onNews();
  }

  /** Orders are not this feed's; errors are Kite's words for the operator. */
  #readText(frame: string): void {
    const { log, metrics } = this.#options;
    const message = parsed(frame);
    if (message === undefined) {
      this.#fault("text");
      return;
    }
    const kind = message.type === "order" || message.type === "error" ? message.type : "other";
    metrics.texts.inc({ kind });
    if (kind === "error") log.warn({ error: String(message.data).slice(0, 200) }, "kite: the ticker reports an error");
  }

  #fault(kind: string): void {
    const { log, metrics, clock } = this.#options;
    metrics.faults.inc({ kind });
    const now = clock.monotonic();
    const last = this.#loggedAt.get(kind);
    if (last !== undefined && now - last < LOG_EVERY_MS) return;
    this.#loggedAt.set(kind, now);
    log.warn({ kind }, "kite: what the ticker sent cannot be read, and is left out");
  }
}

function parsed(frame: string): { readonly type?: unknown; readonly data?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(frame);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
