/**
 * What a connection and its sockets hold when their handshakes are over and never need again: some kilobytes of hash
 * tables, spare room in lists, and listeners of what cannot happen any more.
 */
import type { EventEmitter } from "node:events";
import type { Socket } from "socket.io";
import { type Connection, isBetweenMessages, propertyOf, type Receiver } from "./engine-internals.ts";
import { FewEntries } from "./few-entries.ts";

/** As an emitter's own object of listeners, nothing inherited; but V8 keeps this one as fields, not as a hash table. */
class Listeners {
  [event: string]: unknown;
}
/** Of sockets: they have as many as they have, and V8 leaves room for the most that it saw. */
class SocketListeners extends Listeners {}
for (const { prototype } of [Listeners, SocketListeners]) Reflect.deleteProperty(prototype, "constructor");
Object.setPrototypeOf(Listeners.prototype, null);

const NO_HANDSHAKE = Object.freeze({});
/** The server asks no client for an answer. */
const NO_ACKS: ReadonlyMap<number, unknown> = new Map<number, unknown>();
/** Nor has a socket middleware of its own. */
const NO_MIDDLEWARE = Object.freeze([]);

/**
 * Every listener stays, in its order.
 * @param once events that happen once at most: what was to hear them once needs no wrapper for that
 * @param Kind emitters of a kind have listeners of about the same events
 */
export function lightenEmitter(emitter: unknown, once: readonly string[] = [], Kind = Listeners): void {
  const before = propertyOf(emitter, "_events");
  if (typeof before !== "object" || before === null || before instanceof Listeners) return;
  const after = new Kind();
  for (const [event, listeners] of Object.entries(before)) {
    // A list that grew has room for sixteen more.
    const plain = once.includes(event) ? unwrapped : same;
    after[event] = Array.isArray(listeners) ? listeners.map(plain) : plain(listeners);
  }
  Reflect.set(emitter as object, "_events", after);
}

const same = (listener: unknown): unknown => listener;

/** What `once` was given. */
function unwrapped(listener: unknown): unknown {
  const inner: unknown = typeof listener === "function" ? Reflect.get(listener, "listener") : undefined;
  return typeof inner === "function" ? inner : listener;
}

/** After a socket's listeners are there. */
export function lightenSocket(socket: Socket): void {
  // Headers, time and query: nobody asks for them again.
  Reflect.set(socket, "handshake", NO_HANDSHAKE);
  Reflect.set(socket, "acks", NO_ACKS);
  Reflect.set(socket, "fns", NO_MIDDLEWARE);
  for (const name of ["sockets", "nsps"]) {
    const entries = propertyOf(socket.client, name);
    if (entries instanceof Map) Reflect.set(socket.client, name, new FewEntries(entries));
  }
  lightenEmitter(socket, [], SocketListeners);
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
  // engine.io hears the first of these, and nothing after it.
  for (const emitter of [connection, transport, webSocket]) lightenEmitter(emitter, ["close", "error"]);
}

/** After a message: ws keeps its mask, and a list of the pieces that it came in. */
export function lightenReceiver(receiver: Receiver): void {
  if (!isBetweenMessages(receiver)) return;
  Reflect.set(receiver, "_mask", undefined);
  Reflect.set(receiver, "_buffers", []);
}

function forget(emitter: unknown, event: string, isOver: (listener: { readonly name: string }) => boolean): void {
  if (typeof propertyOf(emitter, "removeListener") !== "function") return;
  const { listeners, removeListener } = emitter as EventEmitter;
  for (const listener of listeners.call(emitter as EventEmitter, event)) {
    if (isOver(listener)) removeListener.call(emitter as EventEmitter, event, listener as () => void);
  }
}
