/**
 * What we know of engine.io's connections and ws's sockets beyond their types. Versions are pinned, and nothing leans on
 * this before fast-path-check.ts has seen it work in this process.
 */
import { Socket as TcpSocket } from "node:net";
import type { Socket } from "socket.io";
import { type TcpHandle, tcpHandleOf } from "./tcp-handle.ts";

export type Connection = Socket["conn"];

/** Where ws takes the bytes of a TCP socket to pieces. */
export interface Receiver {
  /** False when it wants no more for now. */
  write(chunk: Buffer): boolean;
  /** The part of a frame that is read next; 0 for its first byte. */
  readonly _state: number;
  readonly _bufferedBytes: number;
  /** Opcode of the message that is not whole yet; 0 for none. */
  readonly _fragmented: number;
  /** Of the last frame. */
  readonly _opcode: number;
}

const CLOSE = 8;
const NUMBERS = ["_state", "_bufferedBytes", "_fragmented", "_opcode"] as const;

/** Whether the next byte is the first of a message. */
export const isBetweenMessages = ({ _state, _bufferedBytes, _fragmented, _opcode }: Receiver): boolean =>
  _state === 0 && _bufferedBytes === 0 && _fragmented === 0 && _opcode !== CLOSE;

export interface EngineInternals {
  /** The TCP socket under a connection, which engine.io and ws write to at once; undefined where it is not to be seen. */
  tcpOf(connection: Connection): TcpSocket | undefined;
  /** The handle under that; undefined where it is not as we know it. */
  handleOf(socket: TcpSocket): TcpHandle | undefined;
  /** The packets that engine.io has not handed on yet; undefined where they are not to be seen. */
  queueOf(connection: Connection): readonly { readonly data?: string | Uint8Array }[] | undefined;
  /** Undefined where it is not to be seen. */
  receiverOf(connection: Connection): Receiver | undefined;
}

export const propertyOf = (owner: unknown, name: string): unknown =>
  typeof owner === "object" && owner !== null ? Reflect.get(owner, name) : undefined;

export const engineInternals: EngineInternals = {
  tcpOf(connection) {
    const socket = propertyOf(propertyOf(connection.transport, "socket"), "_socket");
    return connection.transport.name === "websocket" && socket instanceof TcpSocket ? socket : undefined;
  },
  handleOf: tcpHandleOf,
  queueOf(connection) {
    // Asked twice a frame: a plain property is read in no time.
    const queue = (connection as unknown as { readonly writeBuffer?: unknown }).writeBuffer;
    return Array.isArray(queue) ? queue : undefined;
  },
  receiverOf(connection) {
    const receiver = propertyOf(propertyOf(connection.transport, "socket"), "_receiver");
    const isKnown =
      typeof propertyOf(receiver, "write") === "function" &&
      NUMBERS.every((name) => typeof propertyOf(receiver, name) === "number");
    return isKnown ? (receiver as Receiver) : undefined;
  },
};
