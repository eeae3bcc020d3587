/**
 * A WebSocket to somebody else's server that is meant to last: it says its greeting, tells what comes, notices when nothing
 * does, and connects again, ever more slowly. Refused credentials end it: another try would be refused, too.
 */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { WebSocket } from "ws";
import type { WallClock } from "../clocks.ts";

export interface LastingSocketListener {
  /** A binary message, heartbeats of the server among them. The buffer is the caller's until it returns. */
  message(bytes: Buffer): void;
  /** A text frame, as it came. */
  text(frame: string): void;
  /** Something comes. */
  up(): void;
  /** Why nothing comes; another try follows in `ms`. */
  down(reason: string, ms: number): void;
  /** The server refuses the credentials: no other try follows. */
  refused(status: 401 | 403): void;
}

export interface LastingSocketOptions {
  /** With its query: holds the credentials, so it is never logged. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text frames that are sent when it opens. */
  readonly greeting: readonly string[];
  /** What a text frame of the server is answered with, where it waits for that. */
  readonly answer?: (frame: string) => string | undefined;
  /** What the server answers now and then: a text frame of its own, or a ping of the WebSocket protocol. */
  readonly ping?: { readonly frame?: string; readonly everyMs: number };
  /** What the server wants to hear now and then, and does not answer. */
  readonly beat?: { readonly frame: string; readonly everyMs: number };
  /** The address leads on to the socket itself. Credentials do not follow to another host. */
  readonly followsRedirects?: boolean;
  /** Of this machine, by which it leaves; any, unless told. */
  readonly localAddress?: string | undefined;
  readonly clock: WallClock;
  /** 0 to 1. */
  readonly random: () => number;
  readonly listener: LastingSocketListener;
}

const HANDSHAKE_MS = 10_000;
/** Servers send heartbeats every few seconds: a line this quiet is cut. */
const QUIET_MS = 10_000;
const WATCH_MS = 1000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** A connection that lasted this long starts over with short retries. */
const LASTING_MS = 60_000;
const LONGEST_MESSAGE = 4 * 1024 * 1024;

export class LastingSocket {
  readonly #options: LastingSocketOptions;
  #socket: WebSocket | undefined;
  #attempts = 0;
  #upSince: number | undefined;
  #heardAt = 0;
  #pingedAt = 0;
  #beatAt = 0;
  #cancelRetry: () => void = () => undefined;
  readonly #cancelWatch: () => void;
  #isStopped = false;

  constructor(options: LastingSocketOptions) {
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
    const { url, headers, greeting, clock, followsRedirects = false, localAddress } = this.#options;
    const socket = new WebSocket(url, {
      headers,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: LONGEST_MESSAGE,
      perMessageDeflate: false,
      followRedirects: followsRedirects,
      ...(localAddress !== undefined && { localAddress, family: isIP(localAddress) }),
    });
    this.#socket = socket;
    this.#heardAt = clock.monotonic();
    socket.on("open", () => {
      this.#pingedAt = clock.monotonic();
      this.#beatAt = this.#pingedAt;
      for (const frame of greeting) socket.send(frame);
    });
    socket.on("pong", () => this.#heard());
    socket.on("message", (data: Buffer, isBinary) => this.#hear(data, isBinary));
    socket.on("unexpected-response", (_, reply) => this.#refuse(socket, reply));
    socket.on("error", (error) => this.#lose(socket, error.message));
    socket.on("close", (code, reason) => this.#lose(socket, `closed, code ${code} ${String(reason)}`.trim()));
  }

  #hear(data: Buffer, isBinary: boolean): void {
    const { listener, answer } = this.#options;
    this.#heard();
    if (isBinary) {
      listener.message(data);
      return;
    }
    const frame = data.toString("utf8");
    const reply = answer?.(frame);
    if (reply !== undefined) this.#socket?.send(reply);
    listener.text(frame);
  }

  #heard(): void {
    const { clock, listener } = this.#options;
    this.#heardAt = clock.monotonic();
    if (this.#upSince !== undefined) return;
    this.#upSince = this.#heardAt;
    listener.up();
  }

  #refuse(socket: WebSocket, { statusCode }: IncomingMessage): void {
    if (statusCode !== 401 && statusCode !== 403) {
      this.#lose(socket, `status ${statusCode}`);
      return;
    }
    this.stop();
    this.#options.listener.refused(statusCode);
  }

  #watch(): void {
    const { clock, ping, beat } = this.#options;
    const now = clock.monotonic();
    const open = this.#socket?.readyState === WebSocket.OPEN ? this.#socket : undefined;
    if (open && ping && now - this.#pingedAt >= ping.everyMs) {
      this.#pingedAt = now;
      if (ping.frame === undefined) open.ping();
      else open.send(ping.frame);
    }
    if (open && beat && now - this.#beatAt >= beat.everyMs) {
      this.#beatAt = now;
      open.send(beat.frame);
    }
    const quiet = now - this.#heardAt;
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
