/**
 * Hot (bench question: fanout). One connection's way out: its WebSocket, which everything that this server says of itself
 * is sent by. Engine.IO's protocol makes a message of a binary frame as it is, and of a text frame that begins with '4'.
 *
 * Packets of `/live` wait for the end of the turn and leave as one message; the stock parser knows one packet a message,
 * so those of `/socket.io` leave at once.
 */
import { type Batch, firstOf, type Waiting } from "./turn.ts";
import type { AckingWebSocket } from "./web-sockets.ts";

/** The bytes of a packet, encoded once for any number of connections of one path. */
export type Packet = Buffer;

/** Half of what a client takes in one message. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;
const BINARY = { binary: true };
const TEXT = { binary: false };

export class Line implements Waiting {
  readonly #webSocket: AckingWebSocket;
  readonly #isBinary: boolean;
  #batch: Batch | undefined;

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
      this.#webSocket.send(packet, TEXT);
      return;
    }
    if (this.#batch !== undefined && this.#batch.bytes + packet.length > MAX_MESSAGE_BYTES) this.flush();
    this.#batch = this.#batch === undefined ? firstOf(this, packet) : this.#batch.followedBy(packet);
  }

  /** Sends what waits for the end of the turn. */
  flush(): void {
    const batch = this.#batch;
    if (batch === undefined) return;
    this.#batch = undefined;
    this.#webSocket.send(batch.message, BINARY);
  }

  /** Bytes that wait in this process. */
  get backlog(): number {
    return this.#webSocket.bufferedAmount + (this.#batch?.bytes ?? 0);
  }
}
