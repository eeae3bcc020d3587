/**
 * Tries, in this process and on a connection of its own, what the fast path leans on: that frames written under ws and
 * engine.io arrive whole and in order with what these write themselves, and that acknowledgements are read. What does not
 * work here leaves the gateway on the stock path.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as stockParser from "socket.io-parser";
import { WebSocket } from "ws";
import * as liveParser from "#contract/wire/live-parser.ts";
import { OPTION_LIVE } from "#contract/wire/socket-events.ts";
import type { WallClock } from "../platform/clocks.ts";
import type { EngineInternals } from "./engine-internals.ts";
import type { PreparedPacket } from "./line.ts";
import { type GatewaySocket, type Parser, SocketPath } from "./socket-path.ts";

const PATH = "/check";
const PATIENCE_MS = 3000;
/** Around the lengths at which the header of a frame grows. */
const SIZES = [0, 90, 126, 65_500, 65_536];
/** Of these, more than a kernel keeps for a reader that has not begun to read. */
const PILE = { size: 128 * 1024, most: 128 };
const ACKED = { room: "a room", seq: 70_000 };

/** @returns why the fast path is not to be trusted; undefined where it is. */
export async function checkFastPath(internals: EngineInternals, clock: WallClock): Promise<string | undefined> {
  try {
    await tryPath(liveParser, true, internals, clock);
    await tryPath(stockParser, false, internals, clock);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function tryPath(parser: Parser, isBinary: boolean, internals: EngineInternals, clock: WallClock): Promise<void> {
  const http = createServer();
  const trust = { isTrusted: true };
  const path = new SocketPath(http, { path: PATH, parser, allowRequest: () => true, clock, trust, internals });
  let client: WebSocket | undefined;
  let stopWaiting: (() => void) | undefined;
  try {
    const port = await listen(http);
    await new Promise<void>((resolve, reject) => {
      stopWaiting = clock.after(PATIENCE_MS, () => reject(new Error("frames or acknowledgements did not arrive")));
      client = new WebSocket(`ws://127.0.0.1:${port}${PATH}/?EIO=4&transport=websocket`, { perMessageDeflate: false });
      client.once("error", reject);
      const acked = isBinary ? awaitAck(path, client, parser) : Promise.resolve();
      Promise.all([awaitFrames(path, client, parser, isBinary), acked]).then(() => resolve(), reject);
    });
  } finally {
    stopWaiting?.();
    client?.terminate();
    path.io.engine.close();
    http.closeAllConnections();
    http.close();
  }
}

const listen = (http: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(0, "127.0.0.1", () => resolve((http.address() as AddressInfo).port));
  });

/** What the client is to hear, in order: every size, by each way, several in a turn. */
function awaitFrames(path: SocketPath, client: WebSocket, parser: Parser, isPiled: boolean): Promise<void> {
  const expected: Buffer[] = [];
  let heard = 0;
  let isOver = false;
  return new Promise((resolve, reject) => {
    const done = (): void => {
      if (isOver && heard === expected.length) resolve();
    };
    // Before them: engine.io's opening, which is answered, and the answer to the connection.
    let preludes = 2;
    client.on("message", (data: Buffer) => {
      if (preludes-- > 0) {
        if (preludes === 1) client.send(packetOf(parser, liveParser.CONNECT, {}));
        return;
      }
      if (!data.equals(expected[heard] ?? Buffer.alloc(0))) reject(new Error(`frame ${heard} is not what was sent`));
      heard++;
      done();
    });
    path.io.of(OPTION_LIVE).on("connection", (socket) => {
      // After the answer to the connection, which goes out in this turn.
      setImmediate(() => {
        path.lighten(socket);
        writeAll(path, socket, expected, isPiled).then(() => {
          isOver = true;
          done();
        }, reject);
      });
    });
  });
}

/** @param isPiled once is enough: it takes some megabytes for a moment */
async function writeAll(path: SocketPath, socket: GatewaySocket, expected: Buffer[], isPiled: boolean): Promise<void> {
  const line = path.lineOf(socket.conn);
  const expect = ({ data }: PreparedPacket): void => {
    expected.push(typeof data === "string" ? Buffer.from(`4${data}`) : data);
  };
  const writeEachWay = (name: number, size: number): void => {
    // Two by engine.io in a row: the second has to wait in its queue, and what follows behind it.
    for (const [i, isDirect] of [true, true, false, false, true].entries()) {
      const text = `${name} ${i} ${"x".repeat(size)}`;
      const packet = path.prepare(OPTION_LIVE, "special", "banner", text);
      expect(packet);
      if (isDirect) line.write(packet);
      else socket.emit("special", "banner", text);
    }
  };
  for (const [i, size] of SIZES.entries()) {
    writeEachWay(i, size);
    if (i % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  // A write that the kernel takes in part: the rest of it goes before what follows, by whichever way.
  const piled = path.prepare(OPTION_LIVE, "special", "banner", "x".repeat(PILE.size));
  for (let i = 0; isPiled && i < PILE.most && line.backlog === 0; i++) {
    expect(piled);
    line.write(piled);
    line.flush();
  }
  writeEachWay(SIZES.length, 0);
}

function packetOf(parser: Parser, type: number, data: unknown): string | Uint8Array {
  const [packet] = new parser.Encoder().encode({ type, nsp: OPTION_LIVE, data }) as (string | Uint8Array)[];
  return typeof packet === "string" ? `4${packet}` : (packet as Uint8Array);
}

/** One that is read by its bytes, and one that has to take the ordinary way. */
function awaitAck(path: SocketPath, client: WebSocket, parser: Parser): Promise<void> {
  return new Promise((resolve, reject) => {
    let isHeard = false;
    path.io.of(OPTION_LIVE).on("connection", (socket) => {
      path.hearAcks(socket, {
        take: () => true,
        acknowledged: (_socket, room, seq) => {
          isHeard = room === ACKED.room && seq === ACKED.seq;
        },
      });
      socket.on("resync", (room) => {
        if (isHeard && room === ACKED.room) resolve();
        else reject(new Error("an acknowledgement was not read"));
      });
      client.send(packetOf(parser, liveParser.EVENT, ["ack", ACKED.room, ACKED.seq]));
      client.send(packetOf(parser, liveParser.EVENT, ["resync", ACKED.room]));
    });
  });
}
