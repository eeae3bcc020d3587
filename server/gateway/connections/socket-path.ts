/** One of the two socket paths: its Socket.IO server, and packets that are encoded once for everybody. */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import { type Encoder, PacketType } from "socket.io-parser";
import type { WebSocket } from "ws";
import { type ClientEvents, NAMESPACES, type ServerEvents } from "#contract/wire/socket-events.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Identity } from "../../platform/users/identity.ts";
import { type Allowance, EventBudget } from "./event-budget.ts";
import { Line, type Packet } from "./line.ts";
import { frameOf } from "./web-socket-frame.ts";
import { AckingServer, webSocketOf } from "./web-sockets.ts";

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
  /** Whether the parser makes bytes, and takes several packets in one message. */
  readonly isBinary: boolean;
  readonly allowRequest: (request: IncomingMessage) => boolean;
  readonly clock: WallClock;
}

type Connection = GatewaySocket["conn"];

/** Engine.IO's packet type 'message', as a text frame writes it; a binary frame has none. */
const MESSAGE = "4";
/** Nothing a client sends is longer than a room name and a number; handshakes carry a ticket. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Of a connection that is not let in: five namespaces once a second, where they are told to try again, and its pongs. */
const OF_A_STRANGER: Allowance = { perSecond: 8, burst: 32 };
/** How long a connection may take to say goodbye. */
const GOODBYE_MS = 500;
const GOODBYE_STEP_MS = 20;

export class SocketPath {
  readonly io: GatewayServer;
  readonly #encoder: Pick<Encoder, "encode">;
  readonly #clock: WallClock;
  readonly #lines = new WeakMap<Connection, Line>();
  readonly #open = new Set<WebSocket>();

  constructor(httpServer: HttpServer, options: SocketPathOptions) {
    this.#clock = options.clock;
    const open = this.#open;
    // One listener for all of them.
    const closed = function (this: WebSocket): void {
      open.delete(this);
    };
    this.#encoder = new options.parser.Encoder();
    this.io = new Server(httpServer, {
      path: options.path,
      parser: options.parser,
      transports: ["websocket"],
      wsEngine: AckingServer,
      serveClient: false,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: 10_000,
      // Upgrades of the other path are not for this server to destroy.
      destroyUpgrade: false,
      allowRequest: (request, decide) => decide(null, options.allowRequest(request)),
    });
    this.io.engine.on("connection", (connection: Connection) => {
      const webSocket = webSocketOf(connection.request);
      webSocket.clock = options.clock;
      webSocket.heard = Math.floor(options.clock.monotonic());
      webSocket.strangers = new EventBudget(options.clock, OF_A_STRANGER);
      // The request is only needed for the handshake: 1-2 KB a connection.
      Reflect.set(connection, "request", null);
      this.#lines.set(connection, new Line(webSocket, options.isBinary));
      this.#open.add(webSocket);
      webSocket.on("close", closed);
    });
  }

  /** Encodes an event of a namespace for any number of connections. */
  prepare(namespace: string, event: string, ...args: unknown[]): Packet {
    const encoded: unknown[] = this.#encoder.encode({ type: PacketType.EVENT, nsp: namespace, data: [event, ...args] });
    const data = encoded[0];
    if (encoded.length !== 1 || !(typeof data === "string" || data instanceof Uint8Array)) {
      throw new TypeError(`a packet of ${event} is not one message`);
    }
    return typeof data === "string"
      ? frameOf([Buffer.from(MESSAGE + data)], false)
      : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  }

  /** The way out to a connection: one, whatever the number of its namespaces. */
  lineOf(connection: Connection): Line {
    const line = this.#lines.get(connection);
    if (line === undefined) throw new Error("a connection has no line");
    return line;
  }

  /** Tells every connection goodbye; who does not answer in time is cut off. */
  async close(): Promise<void> {
    for (const name of NAMESPACES) for (const socket of this.io.of(name).sockets.values()) socket.disconnect(true);
    this.io.engine.close();
    for (let waited = 0; waited < GOODBYE_MS && this.#open.size > 0; waited += GOODBYE_STEP_MS) {
      await new Promise((resolve) => this.#clock.after(GOODBYE_STEP_MS, () => resolve(undefined)));
    }
    for (const webSocket of this.#open) webSocket.terminate();
  }
}
