/**
 * What a connection and its sockets hold when their handshakes are over and never need again: some kilobytes of hash
 * tables, spare room in lists, and listeners of what cannot happen any more.
 */
import type { EventEmitter } from "node:events";
import type { Socket } from "socket.io";
import { type Connection, propertyOf } from "./engine-internals.ts";

/** As an emitter's own object of listeners, nothing inherited; but V8 keeps this one as fields, not as a hash table. */
class Listeners {
  [event: string]: unknown;
}
Object.setPrototypeOf(Listeners.prototype, null);
Reflect.deleteProperty(Listeners.prototype, "constructor");

const NO_HANDSHAKE = Object.freeze({});
/** The server asks no client for an answer. */
const NO_ACKS: ReadonlyMap<number, unknown> = Object.freeze(new Map<number, unknown>());

/** Every listener stays, in its order. */
export function lightenEmitter(emitter: unknown): void {
  const before = propertyOf(emitter, "_events");
  if (typeof before !== "object" || before === null || before instanceof Listeners) return;
  const after = new Listeners();
  for (const [event, listeners] of Object.entries(before)) {
    // A list that grew has room for sixteen more.
    after[event] = Array.isArray(listeners) ? [...listeners] : listeners;
  }
  Reflect.set(emitter as object, "_events", after);
}

/** After a socket's listeners are there. */
export function lightenSocket(socket: Socket): void {
  // Headers, time and query: nobody asks for them again.
  Reflect.set(socket, "handshake", NO_HANDSHAKE);
  Reflect.set(socket, "acks", NO_ACKS);
  lightenEmitter(socket);
}

/** After the first of its sockets is connected. */
export function lightenConnection(connection: Connection): void {
  const transport: unknown = connection.transport;
  const webSocket = propertyOf(transport, "socket");
  const cleanups = propertyOf(connection, "cleanupFn");
  if (Array.isArray(cleanups)) Reflect.set(connection, "cleanupFn", [...cleanups]);
  // Told of the headers of answers: the upgrade was the only one.
  forget(transport, "headers", () => true);
  // engine.io's listener for the time until its transport has one of its own.
  forget(webSocket, "error", (listener) => listener.name === "onUpgradeError");
  // Asked for again where somebody wants it.
  const tcp = propertyOf(webSocket, "_socket");
  if (propertyOf(tcp, "_peername") !== undefined) Reflect.set(tcp as object, "_peername", undefined);
  for (const emitter of [connection, transport, webSocket]) lightenEmitter(emitter);
}

function forget(emitter: unknown, event: string, isOver: (listener: { readonly name: string }) => boolean): void {
  if (typeof propertyOf(emitter, "removeListener") !== "function") return;
  const { listeners, removeListener } = emitter as EventEmitter;
  for (const listener of listeners.call(emitter as EventEmitter, event)) {
    if (isOver(listener)) removeListener.call(emitter as EventEmitter, event, listener as () => void);
  }
}
