/**
 * One connection to the ticker: subscribes, tells what comes, notices when nothing does, and connects again, ever more
 * slowly. A refused access token ends it: only another configuration helps.
 */
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import type { WallClock } from "../../platform/clocks.ts";
import { HEARTBEAT_BYTES } from "./packets.ts";

export interface ConnectionListener {
  /** A binary message that is no heartbeat. The buffer is the caller's until it returns. */
  message(bytes: Buffer): void;
  /** A text frame, as it came. */
  text(frame: string): void;
  /** Packets come, or heartbeats. */
  up(): void;
  /** Why nothing comes; another try follows in `ms`. */
  down(reason: string, ms: number): void;
  /** Kite refuses the credentials: no other try follows. */
  refused(reason: string): void;
}

export interface ConnectionOptions {
  /** With its query: holds the credentials, so it is never logged. */
  readonly url: string;
  readonly tokens: readonly number[];
  readonly clock: WallClock;
  /** 0 to 1. */
  readonly random: () => number;
  readonly listener: ConnectionListener;
}

const HANDSHAKE_MS = 10_000;
/** Heartbeats come every few seconds where there is no tick: a line this quiet is cut. */
const QUIET_MS = 10_000;
const WATCH_MS = 1000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** A connection that lasted this long starts over with short retries. */
const LASTING_MS = 60_000;
/** A message of 3,000 full packets is 558 kB. */
const LONGEST_MESSAGE = 4 * 1024 * 1024;
/** Tokens of one request. */
const BATCH = 1000;

export class TickerConnection {
  readonly #options: ConnectionOptions;
  #socket: WebSocket | undefined;
  #attempts = 0;
  #upSince: number | undefined;
  #heardAt = 0;
  #cancelRetry: () => void = () => undefined;
  readonly #cancelWatch: () => void;
  #isStopped = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#cancelWatch = options.clock.every(WATCH_MS, () => this.#watch());
    this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelRetry();
    this.#cancelWatch();
    this.#socket?.removeAllListeners();
    this.#socket?.on("error", () => undefined).terminate();
  }

  #connect(): void {
    const { url, clock } = this.#options;
    const socket = new WebSocket(url, {
      headers: { "X-Kite-Version": "3" },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: LONGEST_MESSAGE,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    this.#heardAt = clock.monotonic();
    socket.on("open", () => this.#subscribe(socket));
    socket.on("message", (data: Buffer, isBinary) => this.#hear(data, isBinary));
    socket.on("unexpected-response", (_, reply) => this.#refuse(socket, reply));
    socket.on("error", (error) => this.#lose(socket, error.message));
    socket.on("close", (code, reason) => this.#lose(socket, `closed, code ${code} ${String(reason)}`.trim()));
  }

  #subscribe(socket: WebSocket): void {
    const { tokens } = this.#options;
    for (let from = 0; from < tokens.length; from += BATCH) {
      const batch = tokens.slice(from, from + BATCH);
      socket.send(JSON.stringify({ a: "subscribe", v: batch }));
      socket.send(JSON.stringify({ a: "mode", v: ["full", batch] }));
    }
  }

  #hear(data: Buffer, isBinary: boolean): void {
    const { clock, listener } = this.#options;
    this.#heardAt = clock.monotonic();
    if (this.#upSince === undefined) {
      this.#upSince = this.#heardAt;
      listener.up();
    }
    if (!isBinary) listener.text(data.toString("utf8"));
    else if (data.length !== HEARTBEAT_BYTES) listener.message(data);
  }

  #refuse(socket: WebSocket, { statusCode }: IncomingMessage): void {
    if (statusCode !== 401 && statusCode !== 403) {
      this.#lose(socket, `status ${statusCode}`);
      return;
    }
    this.stop();
    this.#options.listener.refused(`${statusCode}, the API key or the access token is refused`);
  }

  #watch(): void {
    const quiet = this.#options.clock.monotonic() - this.#heardAt;
    if (this.#socket !== undefined && quiet >= QUIET_MS)
      this.#lose(this.#socket, `not even a heartbeat for ${Math.round(quiet / 1000)} s`);
  }

  /** Gives the socket up, once, and tries again later. */
  #lose(socket: WebSocket, reason: string): void {
    if (socket !== this.#socket || this.#isStopped) return;
    const { clock, random, listener } = this.#options;
    this.#socket = undefined;
    socket.removeAllListeners();
    socket.on("error", () => undefined).terminate();
    if (this.#upSince !== undefined && clock.monotonic() - this.#upSince >= LASTING_MS) this.#attempts = 0;
    this.#upSince = undefined;
    const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#attempts);
    this.#attempts++;
    const ms = Math.round(longest * (0.5 + random() / 2));
    listener.down(reason, ms);
    this.#cancelRetry = clock.after(ms, () => this.#connect());
  }
}
