/** A line to a reader that takes its time: what the kernel does not take waits, is counted, and goes out in order. */
import { type AddressInfo, connect, createServer, type Server, type Socket as TcpSocket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Connection, engineInternals } from "./engine-internals.ts";
import { Line } from "./line.ts";

const PIECE_BYTES = 256 * 1024;

let server: Server;
afterEach(() => void server.close());

interface Ends {
  readonly line: Line;
  /** The line's own end. */
  readonly socket: TcpSocket;
  readonly reader: TcpSocket;
}

async function open(): Promise<Ends> {
  server = createServer({ noDelay: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const accepted = new Promise<TcpSocket>((resolve) => server.once("connection", resolve));
  const reader = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const socket = await accepted;
  const connection = { readyState: "open", writeBuffer: [], write: () => undefined } as unknown as Connection;
  const line = new Line(connection, { ...engineInternals, tcpOf: () => socket }, { isTrusted: true });
  return { line, socket, reader };
}

/** Writes pieces, each of another letter, until one has to wait. */
function fill(line: Line): Buffer[] {
  const pieces: Buffer[] = [];
  while (line.backlog === 0) {
    const piece = Buffer.alloc(PIECE_BYTES, 65 + (pieces.length % 26));
    pieces.push(piece);
    line.write({ data: piece, frame: piece });
    line.flush();
  }
  return pieces;
}

describe("a line to a reader that does not read", () => {
  it("counts what waits, and delivers it before what is written later", async () => {
    const { line, socket, reader } = await open();
    const pieces = fill(line);
    expect(line.backlog).toBe(PIECE_BYTES);
    expect(socket.writableLength).toBe(0);
    for (const text of ["later", "and last"]) {
      const frame = Buffer.from(text);
      pieces.push(frame);
      line.write({ data: frame, frame });
      line.flush();
    }
    expect(line.backlog).toBe(PIECE_BYTES + "laterand last".length);
    // By the stream itself, as ws writes.
    socket.end(Buffer.from("!"));
    const read: Buffer[] = [];
    for await (const chunk of reader) read.push(chunk as Buffer);
    expect(Buffer.concat(read).equals(Buffer.concat([...pieces, Buffer.from("!")]))).toBe(true);
    expect(line.backlog).toBe(0);
  });

  it("is over when the reader is gone", async () => {
    const { line, socket, reader } = await open();
    socket.on("error", () => undefined);
    fill(line);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    reader.resetAndDestroy();
    await closed;
    expect(line.backlog).toBe(0);
    line.write({ data: "late", frame: Buffer.from("late") });
    line.flush();
  });
});
