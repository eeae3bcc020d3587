/**
 * The least of a WebSocket client: a TCP socket, masked frames out, whole frames in. The clients' process must keep up
 * with servers that do next to nothing, and a stalled client has to be one that truly stops reading.
 */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

export type Received = (payload: Buffer, isText: boolean) => void;

const OPEN_TIMEOUT_MS = 20_000;

export class WebSocketClient {
  readonly #socket: Socket;
  readonly #received: Received;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, received: Received) {
    this.#socket = socket;
    this.#received = received;
    socket.on("data", (data: Buffer) => this.#read(data));
    socket.on("error", () => socket.destroy());
  }

  /** @throws Error when the server does not upgrade. */
  static open(port: number, path: string, received: (client: WebSocketClient) => Received): Promise<WebSocketClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      const timer = setTimeout(() => reject(new Error(`port ${port} did not upgrade`)), OPEN_TIMEOUT_MS);
      socket.once("error", reject);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
      );
      socket.once("data", (data: Buffer) => {
        clearTimeout(timer);
        const end = data.indexOf("\r\n\r\n");
        if (!data.subarray(0, 12).equals(Buffer.from("HTTP/1.1 101")) || end < 0) {
          reject(new Error(`port ${port} answered ${data.subarray(0, 32).toString()}`));
          return;
        }
        let hear: Received = () => undefined;
        const client = new WebSocketClient(socket, (payload, isText) => hear(payload, isText));
        hear = received(client);
        resolve(client);
        client.#read(data.subarray(end + 4));
      });
    });
  }

  get isClosed(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  send(payload: string | Uint8Array): void {
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    const short = bytes.length < 126;
    // The mask is zero: the bytes are as they are.
    const head = Buffer.alloc(short ? 6 : 8);
    head[0] = typeof payload === "string" ? 0x81 : 0x82;
    head[1] = 0x80 | (short ? bytes.length : 126);
    if (!short) head.writeUInt16BE(bytes.length, 2);
    this.#socket.write(Buffer.concat([head, bytes]));
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(data: Buffer): void {
    let bytes = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    for (let frame = frameAt(bytes); frame !== undefined; frame = frameAt(bytes)) {
      this.#received(bytes.subarray(frame.from, frame.to), (bytes[0] & 0x0f) === 1);
      bytes = bytes.subarray(frame.to);
    }
    this.#rest = bytes.length === 0 ? bytes : Buffer.from(bytes);
  }
}

/** Where the payload of the first frame is; undefined until all of it is there. */
function frameAt(bytes: Buffer): { readonly from: number; readonly to: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const from = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < from) return undefined;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return bytes.length < from + length ? undefined : { from, to: from + length };
}
