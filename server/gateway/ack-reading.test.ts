/** What a client sends in pieces of any size arrives whole and once, acknowledgements and all else, on a real connection. */
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket as TcpSocket } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { Encoder, EVENT } from "#contract/wire/live-parser.ts";
import { OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { hearAckFrames } from "./ack-frames.ts";
import type { Receiver } from "./engine-internals.ts";
import { tcpHandleOf } from "./tcp-handle.ts";

const MASK = [0x5a, 0x00, 0xff, 0x13];
const OPENING =
  "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n";

function frame(payload: Uint8Array, first = 0x82): Buffer {
  const head = payload.length < 126 ? [payload.length | 0x80] : [0xfe, payload.length >> 8, payload.length & 0xff];
  return Buffer.from([first, ...head, ...MASK, ...payload.map((byte, i) => byte ^ (MASK[i & 3] ?? 0))]);
}

const pack = (...data: unknown[]): Buffer =>
  frame(new Encoder().encode({ type: EVENT, nsp: OPTION_LIVE, data })[0] as Uint8Array);

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** A connection whose acknowledgements are heard at the server; what else the server hears is listed in the same list. */
async function open(): Promise<{ client: TcpSocket; heard: string[]; server: WebSocket; acks: () => number }> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const client = connect({ port: (http.address() as AddressInfo).port, host: "127.0.0.1", noDelay: true });
  stop = () => {
    client.destroy();
    http.closeAllConnections();
    http.close();
  };
  const heard: string[] = [];
  let acks = 0;
  const connected = new Promise<WebSocket>((resolve) => sockets.once("connection", resolve));
  client.resume();
  client.write(OPENING);
  const server = await connected;
  const socket = Reflect.get(server, "_socket") as TcpSocket;
  const handle = tcpHandleOf(socket);
  if (handle === undefined) throw new Error("there is no handle");
  server.on("message", (data: Buffer) => heard.push(data.toString("latin1")));
  const acknowledged = (_reader: string, room: string, seq: number): void => {
    acks++;
    heard.push(`ack ${room} ${seq}`);
  };
  hearAckFrames(handle, socket, Reflect.get(server, "_receiver") as Receiver, "reader", {
    take: () => true,
    acknowledged,
  });
  return { client, heard, server, acks: () => acks };
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
};

/** Writes pieces of these lengths, each by itself. */
async function writeInPieces(client: TcpSocket, bytes: Buffer, lengths: readonly number[]): Promise<void> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const to = at + (lengths[i % lengths.length] ?? 1);
    client.write(bytes.subarray(at, to));
    at = to;
    if (i % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("a connection whose acknowledgements are read from its bytes", () => {
  it("hears everything once and in order, in whatever pieces it comes", async () => {
    const { client, heard, acks } = await open();
    const message = fc.oneof(
      fc.integer({ min: 0, max: 100_000 }).map((seq) => ({ text: `ack A ${seq}`, bytes: pack("ack", "A", seq) })),
      fc.string({ maxLength: 300, unit: "binary-ascii" }).map((text) => ({ text, bytes: frame(Buffer.from(text)) })),
    );
    const piece = fc.integer({ min: 1, max: 400 });
    const run = fc.record({
      messages: fc.array(message, { minLength: 1, maxLength: 20 }),
      lengths: fc.array(piece, { minLength: 1, maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(run, async ({ messages, lengths }) => {
        heard.length = 0;
        await writeInPieces(client, Buffer.concat(messages.map(({ bytes }) => bytes)), lengths);
        await until(() => heard.length >= messages.length);
        // One that came in pieces went the ordinary way.
        const plain = heard.map((text) => messages.find(({ bytes }) => unmasked(bytes) === text)?.text ?? text);
        expect(plain).toEqual(messages.map(({ text }) => text));
      }),
      { numRuns: 60 },
    );
    expect(acks()).toBeGreaterThan(0);
  });

  it("stops reading while ws does, and loses nothing", async () => {
    const { client, heard, server } = await open();
    server.pause();
    const messages = Array.from({ length: 300 }, (_, i) => `${i} ${"x".repeat(1000)}`);
    for (const text of messages) client.write(frame(Buffer.from(text)));
    client.write(pack("ack", "A", 1));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(heard.length).toBeLessThan(300);
    server.resume();
    await until(() => heard.length === 301);
    expect(heard.slice(0, 300)).toEqual(messages);
  });

  it("ends as any other, by goodbye and without", async () => {
    const polite = await open();
    const goodbye = new Promise((resolve) => polite.server.once("close", resolve));
    polite.client.write(Buffer.concat([pack("ack", "A", 1), frame(Buffer.of(3, 232), 0x88)]));
    expect(await goodbye).toBe(1000);
    expect(polite.heard).toEqual(["ack A 1"]);
    stop?.();
    const abrupt = await open();
    const gone = new Promise((resolve) => abrupt.server.once("close", resolve));
    abrupt.client.destroy();
    expect(await gone).toBe(1006);
  });

  it("is closed for what is no frame", async () => {
    const { client, server } = await open();
    const fault = new Promise<Error>((resolve) => server.once("error", resolve));
    client.write(Buffer.concat([pack("ack", "A", 1), Buffer.from("no frame at all")]));
    expect(String(await fault)).toMatch(/Invalid WebSocket frame/);
  });
});

/** A frame's payload. */
const unmasked = (bytes: Buffer): string => {
  const from = (bytes[1] ?? 0) === 0xfe ? 8 : 6;
  return Buffer.from(bytes.subarray(from).map((byte, i) => byte ^ (MASK[i & 3] ?? 0))).toString("latin1");
};
