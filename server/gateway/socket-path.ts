/**
 * One of the two socket paths: its Socket.IO server, and writes of packets that were encoded once for everybody.
 *
 * A room's packet is encoded and framed once and written to each connection as it is. Socket.IO's own broadcast frames
 * only text once, and costs twice as much a delivery (bench question: fanout).
 */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { Socket as TcpSocket } from "node:net";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import { type Encoder, PacketType } from "socket.io-parser";
import type { ClientEvents, ServerEvents } from "#contract/wire/socket-events.ts";
import type { WallClock } from "../platform/clocks.ts";
import type { Identity } from "../platform/identity.ts";
import { backlogOf, frameOnce, socketUnder, writeFrame } from "./engine-write.ts";
import type { EventBudget } from "./event-budget.ts";

export interface SocketData {
  identity: Identity;
  budget: EventBudget;
}
export type GatewaySocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
export type GatewayServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

/** What socket.io takes as its `parser` option. */
export interface Parser {
  readonly Encoder: new () => Pick<Encoder, "encode">;
  readonly Decoder: unknown;
}

/** A packet ready for any number of connections of one path. */
export interface PreparedPacket {
  /** The message, for connections that have to frame it themselves. */
  readonly data: string | Buffer;
  /** The whole WebSocket frame. */
  readonly frame: Buffer;
}

export interface SocketPathOptions {
  readonly path: string;
  readonly parser: Parser;
  readonly allowRequest: (request: IncomingMessage) => boolean;
  readonly clock: WallClock;
}

/** Nothing a client sends is longer than a room name and a number; handshakes carry a ticket. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** How long a connection may take to say goodbye. */
const GOODBYE_MS = 500;
const GOODBYE_STEP_MS = 20;

export class SocketPath {
  readonly io: GatewayServer;
  readonly #encoder: Pick<Encoder, "encode">;
  readonly #clock: WallClock;
  readonly #open = new Set<TcpSocket>();

  constructor(httpServer: HttpServer, options: SocketPathOptions) {
    this.io = new Server(httpServer, {
      path: options.path,
      parser: options.parser,
      transports: ["websocket"],
      serveClient: false,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: 10_000,
      // The other path is no stranger to be destroyed.
      destroyUpgrade: false,
      allowRequest: (request, decide) => decide(null, options.allowRequest(request)),
    });
    // The upgrade request is only needed for the handshake: 1-2 KB a connection.
    this.io.engine.on("connection", (connection: GatewaySocket["conn"]) => {
      Reflect.set(connection, "request", null);
      const socket = socketUnder(connection);
      if (socket === undefined) return;
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
    });
    this.#clock = options.clock;
    this.#encoder = new options.parser.Encoder();
  }

  prepare(namespace: string, event: string, ...args: unknown[]): PreparedPacket {
    const encoded: unknown[] = this.#encoder.encode({ type: PacketType.EVENT, nsp: namespace, data: [event, ...args] });
    const data = encoded[0];
    if (encoded.length !== 1 || !(typeof data === "string" || data instanceof Uint8Array)) {
      throw new TypeError(`a packet of ${event} is not one frame`);
    }
    const bytes = typeof data === "string" ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    return { data: bytes, frame: frameOnce(bytes) };
  }

  /** Writes a prepared packet, in order with everything else the connection is sent. */
  deliver(socket: GatewaySocket, packet: PreparedPacket): void {
    writeFrame(socket.conn, packet.data, packet.frame);
  }

  /** Bytes that wait in this process for a connection. */
  backlog(socket: GatewaySocket): number {
    return backlogOf(socket.conn);
  }

  /** Tells every connection goodbye; who does not answer in time is cut off. */
  async close(): Promise<void> {
    this.io.disconnectSockets(true);
    this.io.engine.close();
    for (let waited = 0; waited < GOODBYE_MS && this.#open.size > 0; waited += GOODBYE_STEP_MS) {
      await new Promise((resolve) => this.#clock.after(GOODBYE_STEP_MS, () => resolve(undefined)));
    }
    for (const socket of this.#open) socket.destroy();
  }
}
