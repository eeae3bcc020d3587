/**
 * What we know of engine.io's connections and ws's sockets beyond their types. Versions are pinned, and nothing leans on
 * this before fast-path-check.ts has seen it work in this process.
 */
import { Socket as TcpSocket } from "node:net";
import type { Socket } from "socket.io";

export type Connection = Socket["conn"];

/** ws's socket, as far as we use it. */
export interface WebSocketEvents {
  listeners(event: "message"): readonly unknown[];
  removeAllListeners(event: "message"): unknown;
  on(event: "message", listener: (data: unknown, isBinary: boolean) => void): unknown;
}

export interface EngineInternals {
  /** The TCP socket under a connection, which engine.io and ws write to at once; undefined where it is not to be seen. */
  tcpOf(connection: Connection): TcpSocket | undefined;
  /** The packets that engine.io has not handed on yet; undefined where they are not to be seen. */
  queueOf(connection: Connection): readonly { readonly data?: string | Uint8Array }[] | undefined;
  /** The emitter of a connection's messages; undefined where it is not to be seen. */
  messagesOf(connection: Connection): WebSocketEvents | undefined;
}

const propertyOf = (owner: unknown, name: string): unknown =>
  typeof owner === "object" && owner !== null ? Reflect.get(owner, name) : undefined;

export const engineInternals: EngineInternals = {
  tcpOf(connection) {
    const socket = propertyOf(propertyOf(connection.transport, "socket"), "_socket");
    return connection.transport.name === "websocket" && socket instanceof TcpSocket ? socket : undefined;
  },
  queueOf(connection) {
    const queue = propertyOf(connection, "writeBuffer");
    return Array.isArray(queue) ? queue : undefined;
  },
  messagesOf(connection) {
    const socket = propertyOf(connection.transport, "socket");
    return typeof propertyOf(socket, "listeners") === "function" ? (socket as WebSocketEvents) : undefined;
  },
};
