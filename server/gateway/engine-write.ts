/**
 * Hot (bench question: fanout). What we know of engine.io's connections beyond its types: a prepared frame is written straight
 * to the connection's TCP socket, and the frames of one turn of the event loop leave in one system call.
 *
 * Order is kept: engine.io and ws write to the same TCP socket at once (no compression), so a direct write is in order
 * whenever engine.io has nothing queued; where it has, or anything looks unfamiliar, the frame goes through engine.io.
 * Versions are pinned; the gateway's tests fail when the internals change.
 */
import { Socket as TcpSocket } from "node:net";
import type { Socket } from "socket.io";

type Connection = Socket["conn"];

const FIN_TEXT = 0x81;
const FIN_BINARY = 0x82;
/** Engine.IO's packet type 'message' as a text packet writes it; a binary packet has none. */
const MESSAGE = "4";

/** The unmasked WebSocket frame (RFC 6455, 5.2) of one Engine.IO message: header and payload in one piece. */
export function frameOnce(data: string | Uint8Array): Buffer {
  const payload = typeof data === "string" ? Buffer.from(MESSAGE + data) : data;
  const length = payload.length;
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = typeof data === "string" ? FIN_TEXT : FIN_BINARY;
  if (headerBytes === 2) frame[1] = length;
  else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(payload, headerBytes);
  return frame;
}

/** Corked in this turn. */
const corked: TcpSocket[] = [];

function uncorkAll(): void {
  for (const socket of corked) socket.uncork();
  corked.length = 0;
}

/** Writes a prepared frame; `data` is the same message for engine.io to frame by itself where it has to. */
export function writeFrame(connection: Connection, data: string | Buffer, frame: Buffer): void {
  const socket = tcpOf(connection);
  if (socket === undefined) {
    connection.write(data, { compress: false });
    return;
  }
  if (socket.writableCorked === 0) {
    if (corked.length === 0) process.nextTick(uncorkAll);
    socket.cork();
    corked.push(socket);
  }
  socket.write(frame);
}

/** Bytes that wait in this process for a connection: in engine.io, and in its TCP socket. */
export function backlogOf(connection: Connection): number {
  let bytes = 0;
  const queued: unknown = Reflect.get(connection, "writeBuffer");
  if (Array.isArray(queued)) for (const packet of queued) bytes += packet.data?.length ?? 0;
  return bytes + (socketUnder(connection)?.writableLength ?? 0);
}

function webSocketOf(connection: Connection): object | undefined {
  const socket: unknown = Reflect.get(connection.transport, "socket");
  return typeof socket === "object" && socket !== null ? socket : undefined;
}

/** The TCP socket under a connection; undefined where it is not to be seen. */
export function socketUnder(connection: Connection): TcpSocket | undefined {
  const socket: unknown = Reflect.get(webSocketOf(connection) ?? {}, "_socket");
  return socket instanceof TcpSocket ? socket : undefined;
}

/** The TCP socket, where nothing waits in front of it. */
function tcpOf(connection: Connection): TcpSocket | undefined {
  if (connection.readyState !== "open" || connection.transport.name !== "websocket") return undefined;
  const queued: unknown = Reflect.get(connection, "writeBuffer");
  if (!Array.isArray(queued) || queued.length > 0) return undefined;
  const socket = socketUnder(connection);
  return socket?.writable ? socket : undefined;
}
