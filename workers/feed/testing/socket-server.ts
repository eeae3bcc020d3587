/** A real Socket.IO server before the connection of the feed worker, and what each heard of the other. */
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server, type Socket } from "socket.io";
import { afterEach, beforeEach, vi } from "vitest";
import * as parser from "#contract/wire/live-parser.ts";
import { LIVE_PATH, NAMESPACES } from "#contract/wire/socket-events.ts";
import { type Connection, type ConnectionListener, connectWith } from "../connection.ts";

export interface SocketServer {
  readonly http: HttpServer;
  readonly io: Server;
  /** 'joinRoom /optionLiveSocket NIFTY-8/25/2026', in the order of arrival. */
  readonly heard: string[];
  /** What each message that asks for an answer is refused with. */
  refusal: string | undefined;
  handshake: (namespace: string) => Error | undefined;
  /** Starts it again, on the port it had. @returns the port */
  listen(port?: number): Promise<number>;
  /** Connects; `told` is what the listener heard: 'online', 'index 24000'. */
  open(): { readonly told: string[]; readonly connection: Connection };
  /** Those of what was heard that join a room. */
  joins(): string[];
}

export const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
export const nothing = () => undefined;

/** One for each test of the file. */
export function socketServer(): SocketServer {
  let http: HttpServer;
  let io: Server;
  let heard: string[] = [];
  let origin = "";
  let connection: Connection | undefined;

  const server: SocketServer = {
    get http() {
      return http;
    },
    get io() {
      return io;
    },
    get heard() {
      return heard;
    },
    refusal: undefined,
    handshake: nothing,
    async listen(port = 0) {
      http = createServer();
      io = new Server(http, { path: LIVE_PATH, transports: ["websocket"], parser });
      io.engine.on("connection", (connection: { on(event: "message", heard: (message: unknown) => void): void }) => {
        connection.on("message", (message) => {
          const turn = parser.decodeAck(message);
          if (turn !== undefined) heard.push(`ack ${turn}`);
        });
      });
      for (const namespace of NAMESPACES) {
        io.of(namespace).use((socket, next) => {
          heard.push(`auth ${namespace} ${socket.handshake.auth["token"]} ${socket.handshake.auth["fingerprint"]}`);
          next(server.handshake(namespace));
        });
        io.of(namespace).on("connection", (socket: Socket) => {
          socket.onAny((event: string, ...args: unknown[]) => {
            heard.push(`${event} ${namespace} ${args.filter((one) => typeof one !== "function").join(" ")}`);
            const ack = args.at(-1);
            if (typeof ack === "function") ack(server.refusal);
          });
        });
      }
      await new Promise<void>((done) => http.listen(port, "127.0.0.1", done));
      return (http.address() as AddressInfo).port;
    },
    open() {
      const told: string[] = [];
      const listener: ConnectionListener = {
        connection: (state, why) => void told.push(`${state} ${why ?? ""}`.trim()),
        rejoined: (which, only) => void told.push(["rejoined", which, ...(only ?? [])].join(" ")),
        clock: (time) => void told.push(`clock ${time.minute}`),
        feed: (troubles) => void told.push(`feed ${troubles.map(({ words }) => words).join()}`),
        index: (index) => void told.push(`index ${index.NIFTY}`),
        slots: (which, times) => void told.push(`${which} ${times.join()}`),
        special: (kind) => void told.push(`special ${kind}`),
        multiLogout: () => void told.push("multiLogout"),
        news: (event) => void told.push(`news ${event?.type}`),
        price: (name, ltp) => void told.push(`price ${name} ${ltp}`),
      };
      connection = connectWith(parser)({ origin, ticket: "ticket", fingerprint: "print" }, listener);
      return { told, connection };
    },
    joins: () => heard.filter((line) => line.startsWith("joinRoom")),
  };

  beforeEach(async () => {
    heard = [];
    server.refusal = undefined;
    server.handshake = nothing;
    origin = `http://127.0.0.1:${await server.listen()}`;
  });
  afterEach(async () => {
    connection?.close();
    connection = undefined;
    await io.close();
  });
  return server;
}
