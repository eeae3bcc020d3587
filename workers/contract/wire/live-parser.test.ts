import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Packr } from "msgpackr";
import { Server } from "socket.io";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as parser from "./live-parser.ts";
import {
  ACK,
  CONNECT,
  Decoder,
  decodePackets,
  Encoder,
  EVENT,
  type LivePacket,
  MAX_MESSAGE_BYTES,
} from "./live-parser.ts";

const pack = (value: unknown): Uint8Array => Uint8Array.from(new Packr({ useRecords: false }).pack(value));

describe("packets", () => {
  it("are one binary frame each, and come back as they were", () => {
    const packets: LivePacket[] = [
      { type: CONNECT, nsp: "/", data: { token: "abc" } },
      { type: EVENT, nsp: "/optionLiveSocket", data: ["joinRoom", "NIFTY-8/18/2026"], id: 7 },
      { type: ACK, nsp: "/optionLiveSocket", data: [], id: 0 },
      { type: EVENT, nsp: "/", data: ["x", { deep: [1, -2.5, 2 ** 40, "é", null, true] }] },
    ];
    for (const packet of packets) {
      const frames = new Encoder().encode(packet);
      expect(frames).toHaveLength(1);
      const seen: LivePacket[] = [];
      new Decoder().on("decoded", (one: LivePacket) => seen.push(one)).add(frames[0]);
      expect(seen).toEqual([packet]);
    }
  });

  it("come one after another in a message, and in that order; one that is broken refuses them all", () => {
    const packets: LivePacket[] = [1, 2, 3].map((turn) => ({ type: EVENT, nsp: "/a", data: ["turn", turn] }));
    const message = Buffer.concat(packets.map((packet) => new Encoder().encode(packet)[0] as Uint8Array));
    expect(decodePackets(message)).toEqual(packets);
    expect(() => decodePackets(message.subarray(0, -1))).toThrow(/not msgpack/);
    expect(() => decodePackets(Buffer.concat([message, pack("noise")]))).toThrow(/not \[type/);
  });

  it("carry bytes as a view of the frame, and do not share the packer's buffer", () => {
    const payload = Uint8Array.from([1, 2, 3]);
    const [frame] = new Encoder().encode({ type: EVENT, nsp: "/", data: ["room", payload] });
    const kept = frame.slice();
    new Encoder().encode({ type: EVENT, nsp: "/", data: ["other", "text that would overwrite a shared buffer"] });
    expect(frame).toEqual(kept);
    const [packet] = decodePackets(frame) as [LivePacket];
    const [, view] = packet.data as [string, Uint8Array];
    expect([...view]).toEqual([1, 2, 3]);
    expect(view.buffer).toBe(frame.buffer);
    expect(frame.length).toBeLessThan(25);
  });

  it("that are malformed are refused with a reason", () => {
    const refused: [unknown, RegExp][] = [
      ['2["event"]', /stock text protocol/],
      [42, /not bytes/],
      [new Uint8Array(MAX_MESSAGE_BYTES + 1), /too long/],
      [Uint8Array.from([0x94, 1]), /not msgpack/],
      [new Uint8Array(0), /not msgpack/],
      [pack({ type: 2 }), /not \[type/],
      [pack([2]), /not \[type/],
      [pack([2, 5, ["x"]]), /namespace/],
      [pack([2, "/", ["x"], "1"]), /id/],
      [pack([2, "/", ["x"], -1]), /id/],
      [pack([2, "/", ["disconnect"]]), /type 2/],
      [pack([2, "/", [{}]]), /type 2/],
      [pack([2, "/", "x"]), /type 2/],
      [pack([0, "/", "x"]), /type 0/],
      [pack([1, "/", []]), /type 1/],
      [pack([3, "/", []]), /no id/],
      [pack([4, "/", 3]), /type 4/],
      [pack([5, "/", ["x"]]), /type 5/],
    ];
    for (const [input, reason] of refused) expect(() => decodePackets(input)).toThrow(reason);
  });
});

describe("over a real connection", () => {
  let http: HttpServer;
  let server: Server;
  let url: string;
  const sockets: Socket[] = [];

  const connect = (namespace: string, options: object = {}): Socket => {
    const socket = io(url + namespace, {
      path: "/live",
      parser,
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
      ...options,
    });
    sockets.push(socket);
    return socket;
  };
  const connected = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.on("connect", resolve);
      socket.on("connect_error", reject);
    });

  beforeAll(async () => {
    http = createServer();
    server = new Server(http, { path: "/live", parser, transports: ["websocket"], connectTimeout: 1_000 });
    for (const namespace of ["/", "/ticks"]) {
      server.of(namespace).on("connection", (socket) => {
        socket.on("echo", (value: unknown, ack: (value: unknown) => void) => ack(value));
        socket.on("send", (value: unknown) => socket.emit("sent", namespace, value));
      });
    }
    server.of("/private").use((_, next) => next(new Error("unauthorized")));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await server.close();
  });

  it("carries text, binary, acks and namespaces", async () => {
    const socket = connect("/ticks");
    await connected(socket);
    expect(await socket.emitWithAck("echo", { text: "₹ 24,650.05", list: [1, null] })).toEqual({
      text: "₹ 24,650.05",
      list: [1, null],
    });
    const bytes = await socket.emitWithAck("echo", Uint8Array.from([9, 8, 7]));
    expect([...new Uint8Array(bytes)]).toEqual([9, 8, 7]);
    expect(bytes).toBeInstanceOf(Uint8Array);
    const sent = new Promise((resolve) => socket.on("sent", (...values) => resolve(values)));
    socket.emit("send", 5);
    expect(await sent).toEqual(["/ticks", 5]);
  });

  it("broadcasts the same bytes to everyone", async () => {
    const both = [connect("/ticks"), connect("/ticks")];
    await Promise.all(both.map(connected));
    const heard = both.map((socket) => new Promise<Uint8Array>((resolve) => socket.on("NIFTY-8/18/2026", resolve)));
    server.of("/ticks").emit("NIFTY-8/18/2026", Uint8Array.from([1, 2, 250]));
    for (const bytes of await Promise.all(heard)) expect([...bytes]).toEqual([1, 2, 250]);
  });

  it("says why a namespace refuses", async () => {
    await expect(connected(connect("/private"))).rejects.toThrow("unauthorized");
  });

  it("refuses a stock client cleanly, and serves on", async () => {
    const stock = connect("/", { parser: undefined });
    const closed = new Promise<string>((resolve) => {
      stock.io.on("close", resolve);
      stock.io.on("error", (error) => resolve(error.message));
    });
    await closed;
    expect(stock.connected).toBe(false);
    const socket = connect("/");
    await connected(socket);
    expect(await socket.emitWithAck("echo", 1)).toBe(1);
  });
});
