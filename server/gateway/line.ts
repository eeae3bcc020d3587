/**
 * Hot (bench question: fanout). One connection's way out: a prepared frame is written straight to its TCP socket, and all
 * frames of one turn of the event loop, whatever their rooms, leave in one system call.
 *
 * Order is kept: engine.io and ws write to the same TCP socket at once (no compression), so a direct write is in order
 * whenever engine.io has nothing queued; where it has, or the fast path is not trusted, the frame goes through engine.io.
 */
import type { Socket as TcpSocket } from "node:net";
import { type DirectWriter, writeDirectly } from "./direct-write.ts";
import type { Connection, EngineInternals } from "./engine-internals.ts";
import type { TcpHandle } from "./tcp-handle.ts";

/** A packet ready for any number of connections of one path. */
export interface PreparedPacket {
  /** The message, for connections that have to frame it themselves. */
  readonly data: string | Buffer;
  /** The whole WebSocket frame. */
  readonly frame: Buffer;
}

/** Whether engine.io's insides are as we know them: false until they were tried. */
export interface Trust {
  isTrusted: boolean;
}

const NOTHING: Buffer[] = [];

/** Lines with frames of this turn. */
let waiting: Line[] = [];

function flushAll(): void {
  const lines = waiting;
  waiting = [];
  for (const line of lines) line.flush();
}

/** Frames of a turn are one piece up to here: copying is cheaper than a gathering write. */
const MAX_JOINED_BYTES = 32 * 1024;

/** The frames last joined: lines with the same rooms are sent the same piece. */
let joinedFrames: readonly Buffer[] = [];
let joinedPiece: Buffer = Buffer.alloc(0);

function join(frames: readonly Buffer[]): Buffer {
  if (frames.length !== joinedFrames.length || frames.some((frame, i) => frame !== joinedFrames[i])) {
    joinedFrames = frames;
    joinedPiece = Buffer.concat(frames);
  }
  return joinedPiece;
}

export class Line implements DirectWriter {
  readonly #connection: Connection;
  readonly #internals: EngineInternals;
  readonly #trust: Trust;
  readonly #socket: TcpSocket | undefined;
  readonly #handle: TcpHandle | undefined;
  /** Frames of this turn, mostly one, and their bytes. */
  #first: Buffer | undefined;
  #others: Buffer[] = NOTHING;
  #bytes = 0;
  /** Bytes of a direct write that the kernel has not taken yet. */
  #untaken = 0;

  constructor(connection: Connection, internals: EngineInternals, trust: Trust) {
    this.#connection = connection;
    this.#internals = internals;
    this.#trust = trust;
    this.#socket = internals.tcpOf(connection);
    this.#handle = this.#socket && internals.handleOf(this.#socket);
  }

  /** In order with everything else that the connection is sent. */
  write({ data, frame }: PreparedPacket): void {
    if (!this.#isFree()) {
      this.flush();
      this.#connection.write(data, { compress: false });
      return;
    }
    if (this.#first === undefined) {
      if (waiting.length === 0) process.nextTick(flushAll);
      waiting.push(this);
      this.#first = frame;
    } else if (this.#others.length === 0) this.#others = [frame];
    else this.#others.push(frame);
    this.#bytes += frame.length;
  }

  /** Writes what waits: at the end of the turn, and before engine.io writes. */
  flush(): void {
    const first = this.#first;
    if (first === undefined) return;
    const others = this.#others;
    const bytes = this.#bytes;
    const socket = this.#socket;
    this.#first = undefined;
    this.#others = NOTHING;
    this.#bytes = 0;
    // After a closing frame nothing may follow.
    if (socket === undefined || !socket.writable || this.#connection.readyState !== "open") return;
    if (others.length === 0) this.#send(socket, first);
    else if (bytes <= MAX_JOINED_BYTES) this.#send(socket, join([first, ...others]));
    else {
      socket.cork();
      for (const frame of [first, ...others]) socket.write(frame);
      socket.uncork();
    }
  }

  /** Bytes that wait in this process: of this turn, in engine.io, and in the TCP socket. */
  get backlog(): number {
    let bytes = this.#bytes + this.#untaken + (this.#socket?.writableLength ?? 0);
    const queue = this.#internals.queueOf(this.#connection);
    if (queue !== undefined) for (let i = 0; i < queue.length; i++) bytes += queue[i]?.data?.length ?? 0;
    return bytes;
  }

  waits(bytes: number): void {
    this.#untaken = bytes;
  }

  isThrough(status: number): void {
    this.#untaken = 0;
    if (status !== 0) this.#socket?.destroy();
  }

  #send(socket: TcpSocket, bytes: Buffer): void {
    const isIdle = this.#untaken === 0 && socket.writableLength === 0;
    const isWritten = isIdle && this.#handle !== undefined && writeDirectly(this.#handle, bytes, this);
    if (!isWritten) socket.write(bytes);
  }

  /** Whether nothing waits in front of the TCP socket, and it takes more. */
  #isFree(): boolean {
    return (
      this.#socket !== undefined &&
      this.#trust.isTrusted &&
      this.#connection.readyState === "open" &&
      this.#internals.queueOf(this.#connection)?.length === 0 &&
      this.#socket.writable
    );
  }
}
