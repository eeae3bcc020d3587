/**
 * What we know of the handle under a TCP socket of Node beyond its types: reads into one buffer for all sockets, and
 * writes without the machinery of a stream. Nothing leans on this before fast-path-check.ts has seen it work.
 */
import type { Socket as TcpSocket } from "node:net";

/** Of one write; free for the next when the kernel took all of it at once. */
export interface WriteRequest {
  /** Keeps the bytes while the kernel has not taken them. */
  buffer?: Buffer;
  /** Told when the rest of a write is through, with 0, or why it failed. */
  oncomplete?: (status: number) => void;
}

export interface TcpHandle {
  /** @returns 0, or why nothing was written */
  writeBuffer(request: WriteRequest, bytes: Buffer): number;
  /** From now on reads go into `buffer`. */
  useUserBuffer(buffer: Buffer): void;
  /** Told of each read: how much it was, or why there is none, stands in the binding's state. */
  onread: (this: TcpHandle, bytes: ArrayBuffer | undefined) => void;
}

/** Node's `stream_wrap`. */
export interface StreamBinding {
  readonly WriteWrap: new () => WriteRequest;
  /** Results of the last call, at the places that the numbers say. */
  readonly streamBaseState: Int32Array;
  readonly kReadBytesOrError: number;
  readonly kArrayBufferOffset: number;
  readonly kLastWriteWasAsync: number;
}

const NUMBERS = ["kReadBytesOrError", "kArrayBufferOffset", "kLastWriteWasAsync"] as const;

/** Undefined where Node keeps it to itself. */
export const streamBinding: StreamBinding | undefined = findBinding();

function findBinding(): StreamBinding | undefined {
  try {
    const binding = (Reflect.get(process, "binding") as (name: string) => StreamBinding).call(process, "stream_wrap");
    const isKnown = typeof binding.WriteWrap === "function" && NUMBERS.every((name) => Number.isInteger(binding[name]));
    return isKnown && ArrayBuffer.isView(binding.streamBaseState) ? binding : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where the socket has none of this kind: it is closed, or encrypted. */
export function tcpHandleOf(socket: TcpSocket): TcpHandle | undefined {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (streamBinding === undefined || typeof handle !== "object" || handle === null) return undefined;
  const methods = ["writeBuffer", "useUserBuffer", "onread"].map((name) => typeof Reflect.get(handle, name));
  const isKnown = handle.constructor.name === "TCP" && methods.every((type) => type === "function");
  return isKnown ? (handle as TcpHandle) : undefined;
}
