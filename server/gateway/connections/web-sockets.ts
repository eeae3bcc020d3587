/**
 * The WebSockets under engine.io's connections: its `wsEngine` option is ws itself, which here remembers whom it let in, and
 * makes sockets that take acknowledgements for themselves. Acknowledgements are most of what clients send; engine.io and
 * Socket.IO would take each of them to pieces for nothing.
 */
import type { IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import { type ServerOptions, WebSocket, WebSocketServer } from "ws";
import { ACK_BYTES, decodeAck } from "#contract/wire/live-parser.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { EventBudget } from "./event-budget.ts";
import { missingAfter, readAlone } from "./web-socket-frame.ts";

/** How long a stranger who says too much is not read before its connection ends, at least; at most three times as long. */
const IGNORED_MS = 1000;
/** What an acknowledgement is read into. */
const acknowledgement = new Uint8Array(ACK_BYTES);

const OWNER = Symbol("the WebSocket of a stream");
interface OwnedStream extends Duplex {
  readonly [OWNER]: AckingWebSocket;
}

function emitUntaken(this: OwnedStream, event: string | symbol, ...args: unknown[]): boolean {
  if (event === "data" && this[OWNER].tookPiece(args[0] as Buffer)) return true;
  return Duplex.prototype.emit.call(this, event, ...args);
}

export class AckingWebSocket extends WebSocket {
  /** Is told the turn of each acknowledgement. */
  acknowledged: ((turn: number) => void) | undefined;
  /** How much it may say before it is let in; undefined once it is. */
  strangers: EventBudget | undefined;
  /** When its last message came, monotonic milliseconds. */
  heard = 0;
  clock: Pick<WallClock, "monotonic" | "after"> | undefined;

  #stream: Duplex | undefined;
  /** Bytes that the frame which the client is sending still lacks. */
  #missing = 0;

  /**
   * Acknowledgements that come in a piece of their own are heard here, and the rest by ws, which listens already: it would
   * take a third of the time of reading one.
   *
   * @param stream what Node gave for the upgrade, before it has been read
   */
  listenTo(stream: Duplex): void {
    this.#stream = stream;
    // One function for all, since idle connections are many.
    Object.assign(stream, { [OWNER]: this, emit: emitUntaken });
  }

  /**
   * Sends a whole frame. It goes to the stream as it is: `send` would write a header of its own beside the message for every
   * connection, and the kernel takes one piece for less than two. Nothing is compressed, so `send` holds nothing back that a
   * frame could overtake. Nothing happens when the connection is over.
   */
  write(frame: Buffer): void {
    if (this.readyState === WebSocket.OPEN) this.#stream?.write(frame);
  }

  /** Bytes that wait in this process. */
  get backlog(): number {
    return this.#stream?.writableLength ?? 0;
  }

  /**
   * Reads nothing more of a stranger who says too much, and ends soon. Ended at once it would come back with as much again;
   * what it sends meanwhile stays in its own buffers. Connections that were opened together end apart, so that their
   * successors do not all come in one turn, before which everybody's calls would wait.
   */
  #ignore(): void {
    this.pause();
    if (this.clock === undefined) this.terminate();
    else this.clock.after(IGNORED_MS * (1 + 2 * Math.random()), () => this.terminate());
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event !== "message") return super.emit(event, ...args);
    // A stranger who is not read any more: what came with the rest of its bytes, hundreds of messages in one turn.
    if (this.isPaused) return true;
    this.#hears();
    // Before anything takes the message to pieces.
    if (this.strangers?.take() === false) {
      this.#ignore();
      return true;
    }
    return this.#tookAcknowledgement(args[0]) || super.emit(event, ...args);
  }

  /** @returns whether the piece was an acknowledgement, which is nobody else's */
  tookPiece(piece: Buffer): boolean {
    const mayBe = this.#missing === 0 && this.strangers === undefined && !this.isPaused;
    if (mayBe && readAlone(piece, acknowledgement) && this.#tookAcknowledgement(acknowledgement)) {
      this.#hears();
      return true;
    }
    this.#missing = missingAfter(this.#missing, piece);
    return false;
  }

  #tookAcknowledgement(message: unknown): boolean {
    const turn = this.acknowledged === undefined ? undefined : decodeAck(message);
    if (turn === undefined) return false;
    this.acknowledged?.(turn);
    return true;
  }

  #hears(): void {
    // Whole: a fraction would be an object of its own.
    this.heard = Math.floor(this.clock?.monotonic() ?? 0);
  }
}

const byRequest = new WeakMap<IncomingMessage, AckingWebSocket>();

export class AckingServer extends WebSocketServer<typeof AckingWebSocket> {
  constructor(options: ServerOptions<typeof AckingWebSocket>) {
    super({ ...options, WebSocket: AckingWebSocket });
  }

  override handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    callback: (webSocket: AckingWebSocket, request: IncomingMessage) => void,
  ): void {
    super.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.listenTo(socket);
      byRequest.set(request, webSocket);
      callback(webSocket, request);
    });
  }
}

/** @throws Error for a request that AckingServer did not upgrade */
export function webSocketOf(request: IncomingMessage): AckingWebSocket {
  const webSocket = byRequest.get(request);
  if (webSocket === undefined) throw new Error("a connection has no WebSocket");
  return webSocket;
}
