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
import { hearAckFrames } from "./ack-frames.ts";
import type { AckListener } from "./ack-packet.ts";
import type { Connection, EngineInternals } from "./engine-internals.ts";
import type { EventBudget } from "./event-budget.ts";
import { Heartbeats } from "./heartbeats.ts";
import { lightenConnection, lightenReceiver, lightenSocket } from "./light-connection.ts";
import { Line, type PreparedPacket, type Trust } from "./line.ts";
import { sharedListener } from "./shared-listener.ts";
import { frameOnce } from "./web-socket-frame.ts";

export interface SocketData {
  identity: Identity;
  ticket: string;
  budget: EventBudget;
  line: Line;
}
export type GatewaySocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
export type GatewayServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

/** What socket.io takes as its `parser` option. */
export interface Parser {
  readonly Encoder: new () => Pick<Encoder, "encode">;
  readonly Decoder: unknown;
}

export interface SocketPathOptions {
  readonly path: string;
  readonly parser: Parser;
  readonly allowRequest: (request: IncomingMessage) => boolean;
  readonly clock: WallClock;
  /** Whether `internals` may be leaned on; may change. */
  readonly trust: Trust;
  readonly internals: EngineInternals;
}

const LINE = Symbol("line");
type LinedConnection = Connection & { [LINE]?: Line };

/** Nothing a client sends is longer than a room name and a number; handshakes carry a ticket. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** From one ping of a connection to its next. */
const PING_MS = 25_000;
/** How long a connection may take to say goodbye. */
const GOODBYE_MS = 500;
const GOODBYE_STEP_MS = 20;

export class SocketPath {
  readonly io: GatewayServer;
  readonly #encoder: Pick<Encoder, "encode">;
  readonly #clock: WallClock;
  readonly #trust: Trust;
  readonly #internals: EngineInternals;
  readonly #open = new Set<TcpSocket>();
  readonly #heartbeats: Heartbeats;
  readonly #over = sharedListener((connection: Connection) => this.#heartbeats.remove(connection));

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
      pingInterval: PING_MS,
      // The other path is no stranger to be destroyed.
      destroyUpgrade: false,
      allowRequest: (request, decide) => decide(null, options.allowRequest(request)),
    });
    const closed = sharedListener((socket: TcpSocket) => this.#open.delete(socket));
    // The upgrade request is only needed for the handshake: 1-2 KB a connection.
    this.io.engine.on("connection", (connection: Connection) => {
      Reflect.set(connection, "request", null);
      const socket = this.#internals.tcpOf(connection);
      if (socket === undefined) return;
      this.#open.add(socket);
      socket.on("close", closed);
    });
    // Rooms are ours (membership.ts): Socket.IO's own would hold two sets a socket and namespace, of nothing but itself.
    this.io.on("new_namespace", ({ adapter }) => {
      adapter.addAll = () => undefined;
      adapter.delAll = () => undefined;
    });
    // What engine.io writes is in order with what waits for the end of the turn.
    this.io.engine.on("flush", (connection: LinedConnection) => connection[LINE]?.flush());
    this.#clock = options.clock;
    this.#heartbeats = new Heartbeats(PING_MS, options.clock, (connection) => {
      const receiver = this.#internals.receiverOf(connection);
      if (receiver !== undefined) lightenReceiver(receiver);
    });
    this.#trust = options.trust;
    this.#internals = options.internals;
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

  /** The way out to a connection: one, whatever the number of its namespaces. */
  lineOf(connection: LinedConnection): Line {
    connection[LINE] ??= new Line(connection, this.#internals, this.#trust);
    return connection[LINE];
  }

  /** To be called when the socket has its listeners: it and its connection give back what they need no more. */
  lighten(socket: GatewaySocket): void {
    if (!this.#trust.isTrusted) return;
    lightenSocket(socket);
    if (this.#heartbeats.add(socket.conn)) socket.conn.on("close", this.#over);
    lightenConnection(socket.conn);
  }

  /** Tells of the acknowledgements on the socket's connection that were read without Socket.IO; others are events as any. */
  hearAcks(socket: GatewaySocket, listener: AckListener<GatewaySocket>): void {
    if (!this.#trust.isTrusted) return;
    const tcp = this.#internals.tcpOf(socket.conn);
    const handle = tcp && this.#internals.handleOf(tcp);
    const receiver = this.#internals.receiverOf(socket.conn);
    if (tcp && handle && receiver) hearAckFrames(handle, tcp, receiver, socket, listener);
  }

  /** Tells every connection goodbye; who does not answer in time is cut off. */
  async close(): Promise<void> {
    for (const { sockets } of this.io._nsps.values()) for (const socket of sockets.values()) socket.disconnect(true);
    this.io.engine.close();
    for (let waited = 0; waited < GOODBYE_MS && this.#open.size > 0; waited += GOODBYE_STEP_MS) {
      await new Promise((resolve) => this.#clock.after(GOODBYE_STEP_MS, () => resolve(undefined)));
    }
    for (const socket of this.#open) socket.destroy();
  }
}
