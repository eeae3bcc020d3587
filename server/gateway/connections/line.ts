/**
 * Hot (bench question: fanout). One connection's way out: its WebSocket, which everything that this server says of itself
 * is sent by. Engine.IO's protocol makes a message of a binary frame as it is, and of a text frame that begins with '4'.
 *
 * Packets of `/live` wait for the end of the turn and leave as one message; the stock parser knows one packet a message,
 * so those of `/socket.io` leave at once.
 */
import { NAMESPACES } from "#contract/wire/socket-events.ts";
import { type Batch, firstOf, flushEarly, type Waiting } from "./turn.ts";
import type { AckingWebSocket } from "./web-sockets.ts";

/** The bytes of a packet, encoded once for any number of connections of one path; on `/socket.io` a whole frame. */
export type Packet = Buffer;

/** Half of what a client takes in one message. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

const bitOf = (namespace: string): number => 1 << NAMESPACES.indexOf(namespace as (typeof NAMESPACES)[number]);

export class Line implements Waiting {
  readonly #webSocket: AckingWebSocket;
  readonly #isBinary: boolean;
  #batch: Batch | undefined;
  /** Namespaces that are open or being asked for: a bit each, in the order of NAMESPACES. */
  #asked = 0;
  /** Namespaces that were refused so far. */
  refusals = 0;

  constructor(webSocket: AckingWebSocket, isBinary: boolean) {
    this.#webSocket = webSocket;
    this.#isBinary = isBinary;
  }

  /** @param listener is told the turns that the reader acknowledges, instead of who was told before */
  onAcknowledged(listener: ((turn: number) => void) | undefined): void {
    this.#webSocket.acknowledged = listener;
  }

  /** In order with everything else that is written to this line; nothing happens when the connection is over. */
  write(packet: Packet): void {
    if (!this.#isBinary) {
      this.#webSocket.write(packet);
      return;
    }
    if (this.#batch !== undefined && this.#batch.bytes + packet.length > MAX_MESSAGE_BYTES) this.flush();
    this.#batch = this.#batch === undefined ? firstOf(this, packet) : this.#batch.followedBy(packet);
  }

  /** Like `write`, of a packet that the reader answers. */
  writeQuestion(packet: Packet): void {
    this.write(packet);
    flushEarly(this);
  }

  /** Sends what waits for the end of the turn. */
  flush(): void {
    const batch = this.#batch;
    if (batch === undefined) return;
    this.#batch = undefined;
    this.#webSocket.write(batch.frame);
  }

  /** The client asks for a namespace; false where it has that, or is about to be told. */
  ask(namespace: string): boolean {
    const bit = bitOf(namespace);
    if ((this.#asked & bit) !== 0) return false;
    this.#asked |= bit;
    return true;
  }

  /** The namespace was refused, or is closed. */
  left(namespace: string): void {
    this.#asked &= ~bitOf(namespace);
  }

  /** Says that the client has been let in: what it sends from now on is limited by namespace. */
  admit(): void {
    this.#webSocket.strangers = undefined;
  }

  /** When the client last said anything, Engine.IO's pongs included; monotonic milliseconds. */
  get heard(): number {
    return this.#webSocket.heard;
  }

  /** Bytes that wait in this process. */
  get backlog(): number {
    return this.#webSocket.backlog + (this.#batch?.bytes ?? 0);
  }
}
