/**
 * A server that speaks the protocol of the Kite ticker, on a free port of this machine: it takes subscriptions, answers
 * them with a packet of each instrument, and sends what a test tells it to, faults included. It encodes packets by
 * itself, from the published layout, and shares no code with the feed that reads them.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export type KiteMode = "ltp" | "quote" | "full";

/** What an instrument stands at, in the units of the wire. */
export interface KiteFigures {
  lastPrice: number;
  lastQty: number;
  averagePrice: number;
  volume: number;
  buyQty: number;
  sellQty: number;
  open: number;
  high: number;
  low: number;
  close: number;
  oi: number;
  /** Epoch seconds. */
  time: number;
  bid: number;
  bidQty: number;
  ask: number;
  askQty: number;
}

const isIndex = (token: number): boolean => (token & 0xff) === 9;

/** One packet of the mode's length. */
export function kitePacket(token: number, mode: KiteMode, figures: KiteFigures): Buffer {
  const { lastPrice, open, high, low, close, time } = figures;
  if (mode === "ltp") return int32s([token, lastPrice]);
  const index = [token, lastPrice, high, low, open, close, lastPrice - close];
  if (isIndex(token)) return int32s(mode === "full" ? [...index, time] : index);
  const { lastQty, averagePrice, volume, buyQty, sellQty, oi, bid, bidQty, ask, askQty } = figures;
  const quote = [token, lastPrice, lastQty, averagePrice, volume, buyQty, sellQty, open, high, low, close];
  if (mode === "quote") return int32s(quote);
  const depth = (qty: number, price: number, step: number): number[] =>
    [0, 1, 2, 3, 4].flatMap((level) => [qty, price === 0 ? 0 : price + level * step, 0x0001_0000]);
  return int32s([...quote, time, oi, oi, oi, time, ...depth(bidQty, bid, -5), ...depth(askQty, ask, 5)]);
}

/** A binary message of these packets. */
export function kiteMessage(packets: readonly Buffer[]): Buffer {
  return Buffer.concat([int16(packets.length), ...packets.flatMap((packet) => [int16(packet.length), packet])]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function int32s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value | 0, i * 4);
  return bytes;
}

export interface KiteTickerServer {
  /** 'ws://127.0.0.1:{port}' */
  readonly url: string;
  /** What each open connection has subscribed to, in the order in which they came. */
  readonly subscriptions: readonly ReadonlyMap<number, KiteMode>[];
  /** Query and headers of every handshake so far, refused ones too. */
  readonly handshakes: readonly { readonly query: URLSearchParams; readonly version: string | undefined }[];
  /** What an instrument stands at; changes are sent when told to. */
  readonly figures: Map<number, KiteFigures>;
  /** Handshakes are answered with this status from now on; undefined lets them in. */
  refuseWith(status: number | undefined): void;
  /** Whether a subscription is answered at once with a packet of each instrument, as Kite does. */
  answers: boolean;
  /** Sends these instruments as they stand, to whom subscribed to them. */
  send(tokens: readonly number[]): void;
  /** Sends a frame as it is, to every connection. */
  sendRaw(frame: Buffer | string): void;
  heartbeat(): void;
  /** Cuts the connections, or the one at this place. */
  drop(at?: number): void;
  /** Resolves when every connection has read what was sent. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** @param now epoch seconds, for instruments that nobody gave figures to. */
export async function startKiteTicker(now: () => number): Promise<KiteTickerServer> {
  const http = createServer();
  const sockets = new Map<WebSocket, Map<number, KiteMode>>();
  const figures = new Map<number, KiteFigures>();
  const handshakes: { query: URLSearchParams; version: string | undefined }[] = [];
  let refusal: number | undefined;
  const webSockets = new WebSocketServer({ noServer: true });
  const figuresOf = (token: number): KiteFigures => {
    const known = figures.get(token) ?? standard(token, now());
    figures.set(token, known);
    return known;
  };
  const sendTo = (socket: WebSocket, tokens: readonly number[]): void => {
    const modes = sockets.get(socket);
    const packets = tokens.flatMap((token) => {
      const mode = modes?.get(token);
      return mode === undefined ? [] : [kitePacket(token, mode, figuresOf(token))];
    });
    if (packets.length > 0) socket.send(kiteMessage(packets));
  };
  const server: KiteTickerServer = {
    url: "",
    get subscriptions() {
      return [...sockets.values()];
    },
    handshakes,
    figures,
    answers: true,
    refuseWith(status) {
      refusal = status;
    },
    send(tokens) {
      for (const socket of sockets.keys()) sendTo(socket, tokens);
    },
    sendRaw(frame) {
      for (const socket of sockets.keys()) socket.send(frame);
    },
    heartbeat: () => server.sendRaw(Buffer.of(0)),
    drop(at) {
      for (const [index, socket] of [...sockets.keys()].entries())
        if (at === undefined || at === index) socket.terminate();
    },
    async settled() {
      await Promise.all(Array.from(sockets.keys(), ponged));
    },
    async close() {
      server.drop();
      webSockets.close();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  http.on("upgrade", (request, stream, head) => {
    const query = new URL(request.url ?? "/", "ws://127.0.0.1").searchParams;
    handshakes.push({ query, version: String(request.headers["x-kite-version"]) });
    if (refusal !== undefined) {
      stream.end(`HTTP/1.1 ${refusal} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    webSockets.handleUpgrade(request, stream, head, (socket) => {
      const modes = new Map<number, KiteMode>();
      sockets.set(socket, modes);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => undefined);
      socket.on("message", (data) => {
        const { a: action, v: value } = JSON.parse(String(data)) as { a: string; v: unknown };
        if (action === "subscribe") for (const token of value as number[]) modes.set(token, "quote");
        if (action === "unsubscribe") for (const token of value as number[]) modes.delete(token);
        if (action !== "mode") return;
        const [mode, tokens] = value as [KiteMode, number[]];
        for (const token of tokens) modes.set(token, mode);
        if (server.answers) sendTo(socket, tokens);
      });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return Object.assign(server, { url: `ws://127.0.0.1:${port}` });
}

function ponged(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off("pong", done).off("close", done);
      resolve();
    };
    socket.on("pong", done).on("close", done);
    socket.ping();
  });
}

/** Wire units of a paisa: NSE currency is sent in rupees x 10^7. */
export const wirePaisa = (token: number): number => ((token & 0xff) === 3 ? 100_000 : 1);

const standard = (token: number, time: number): KiteFigures => ({
  lastPrice: 10_000 * wirePaisa(token),
  lastQty: 75,
  averagePrice: 10_010 * wirePaisa(token),
  volume: 75_000,
  buyQty: 1500,
  sellQty: 2250,
  open: 9900 * wirePaisa(token),
  high: 10_100 * wirePaisa(token),
  low: 9800 * wirePaisa(token),
  close: 9950 * wirePaisa(token),
  oi: 150_000,
  time,
  bid: 9995 * wirePaisa(token),
  bidQty: 150,
  ask: 10_005 * wirePaisa(token),
  askQty: 225,
});
