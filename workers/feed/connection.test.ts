/** The sockets against a real Socket.IO server. */
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server, type Socket } from "socket.io";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as parser from "#contract/wire/live-parser.ts";
import {
  LIVE_INDEX,
  LIVE_PATH,
  NAMESPACES,
  OI_PRICE_LIVE,
  OPTION_LIVE,
  SINGLE,
  SINGLE_LIVE,
} from "#contract/wire/socket-events.ts";
import { type Connection, type ConnectionListener, connectWith } from "./connection.ts";

const ROOM = "NIFTY-8/25/2026";
const OTHER = "BANKNIFTY-8/25/2026";
let http: HttpServer;
let io: Server;
let origin: string;
let connection: Connection | undefined;
/** 'joinRoom /optionLiveSocket NIFTY-8/25/2026', in the order of arrival. */
let heard: string[];
let refusal: string | undefined;
let handshake: () => Error | undefined;

async function listen(port = 0): Promise<number> {
  http = createServer();
  io = new Server(http, { path: LIVE_PATH, transports: ["websocket"], parser });
  io.engine.on("connection", (connection: { on(event: "message", heard: (message: unknown) => void): void }) => {
    connection.on("message", (message) => {
      const turn = parser.decodeAck(message);
      if (turn !== undefined) heard.push(`ack ${turn}`);
    });
  });
  for (const namespace of NAMESPACES) {
    io.of(namespace).use((socket, next) => {
      heard.push(`auth ${namespace} ${socket.handshake.auth["token"]} ${socket.handshake.auth["fingerprint"]}`);
      next(handshake());
    });
    io.of(namespace).on("connection", (socket: Socket) => {
      socket.onAny((event: string, ...args: unknown[]) => {
        heard.push(`${event} ${namespace} ${args.filter((one) => typeof one !== "function").join(" ")}`);
        const ack = args.at(-1);
        if (typeof ack === "function") ack(refusal);
      });
    });
  }
  await new Promise<void>((done) => http.listen(port, "127.0.0.1", done));
  return (http.address() as AddressInfo).port;
}

beforeEach(async () => {
  heard = [];
  refusal = undefined;
  handshake = () => undefined;
  origin = `http://127.0.0.1:${await listen()}`;
});
afterEach(async () => {
  connection?.close();
  connection = undefined;
  await io.close();
});

function open() {
  const told: string[] = [];
  const listener: ConnectionListener = {
    connection: (state, why) => void told.push(`${state} ${why ?? ""}`.trim()),
    rejoined: (which, why, only) => void told.push(["rejoined", which, why, ...(only ?? [])].join(" ")),
    clock: (time) => void told.push(`clock ${time.minute}`),
    feed: (troubles) => void told.push(`feed ${troubles.map(({ words }) => words).join()}`),
    index: (index) => void told.push(`index ${index.NIFTY}`),
    slots: (which, times) => void told.push(`${which} ${times.join()}`),
    special: (kind) => void told.push(`special ${kind}`),
    multiLogout: () => void told.push("multiLogout"),
    news: (event) => void told.push(`news ${event?.type}`),
    price: (name, ltp) => void told.push(`price ${name} ${ltp}`),
  };
  connection = connectWith(parser)({ origin, ticket: "ticket", fingerprint: "print" }, listener);
  return { told, connection };
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
const nothing = () => undefined;
const joins = () => heard.filter((line) => line.startsWith("joinRoom"));

test("websocket only, one transport for the namespaces that are needed, with ticket and fingerprint", async () => {
  const { told } = open();
  await until(() => expect(heard).toHaveLength(3));
  const opened = NAMESPACES.filter((one) => one !== SINGLE && one !== SINGLE_LIVE);
  expect(heard.toSorted()).toEqual(opened.map((one) => `auth ${one} ticket print`).toSorted());
  expect(io.engine.clientsCount).toBe(1);
  await until(() => expect(told).toContain("online"));
});

test("joins ticks and minutes of a room, hands both kinds of frame over, and leaves", async () => {
  const { told, connection } = open();
  const frames: number[][] = [];
  connection.join(
    ROOM,
    (bytes) => frames.push([...bytes]),
    () => undefined,
  );
  await until(() => expect(joins()).toHaveLength(2));
  io.of(OPTION_LIVE).emit(ROOM, Buffer.of(1, 2));
  io.of(OI_PRICE_LIVE).emit(`openInterest${ROOM}`, Buffer.of(3));
  await until(() => expect(frames).toHaveLength(2));
  expect(frames).toEqual(expect.arrayContaining([[1, 2], [3]]));
  connection.resync(ROOM);
  io.of(OPTION_LIVE).emit("turn", 7);
  await until(() => expect(heard).toContain("ack 7"));
  connection.leave(ROOM);
  await until(() => expect(heard.filter((line) => line.startsWith("leaveRoom"))).toHaveLength(2));
  expect(heard).toContain(`resync ${OPTION_LIVE} ${ROOM}`);
  expect(told).not.toContain("rejoined ticks reconnected");
});

test("says at each connect what news it had last, passes each on once, and tells of news that is lost", async () => {
  const asked: unknown[] = [];
  io.of(OI_PRICE_LIVE).use((socket, next) => {
    asked.push(socket.handshake.auth["news"]);
    next();
  });
  const { told, connection } = open();
  await until(() => expect(told).toContain("online"));
  const minutes = io.of(OI_PRICE_LIVE);
  const news = () => told.filter((line) => line.startsWith("news"));
  minutes.emit("newsFrom", { id: 4, isWhole: true });
  for (const id of [5, 5, 4, 7]) minutes.emit("news", id, { type: "account" });
  await until(() => expect(news()).toHaveLength(2));
  connection.restart();
  await until(() => expect(asked).toEqual([undefined, 7]));
  await until(() => expect(told.filter((line) => line === "online")).toHaveLength(2));
  // A database that was put back counts from an earlier id.
  minutes.emit("newsFrom", { id: 2, isWhole: false });
  minutes.emit("news", 3, { type: "account" });
  await until(() => expect(news().slice(2)).toEqual(["news undefined", "news account"]));
});

test("comes again where the server says so: a database that is away refuses nobody for good", async () => {
  let refusals = 2;
  handshake = () => (refusals-- > 0 ? new Error("try again") : undefined);
  const { told } = open();
  await until(() => expect(told).toContain("online"));
  expect(told).not.toContain("refused try again");
});

test("passes the events of the session and the exchange on", async () => {
  const { told } = open();
  await until(() => expect(told).toContain("online"));
  const minutes = io.of(OI_PRICE_LIVE);
  minutes.emit("clock", { source: "sim", date: "2026-08-18", minute: 600, rate: 1, wall: 0 });
  minutes.emit("feed", [{ words: "silent", rooms: ["NIFTY-8/25/2026"] }, { words: "late" }]);
  minutes.emit("special", "update");
  minutes.emit("multiLogout");
  minutes.emit("time9am", ["09:00"]);
  minutes.emit("time330pm", ["09:15"]);
  io.of("/liveIndex").emit("liveIndex", { NIFTY: 24_000 });
  await until(() => {
    expect(told).toEqual(
      expect.arrayContaining([
        "clock 600",
        "feed silent,late",
        "special update",
        "multiLogout",
        "time9am 09:00",
        "time330pm 09:15",
        "index 24000",
      ]),
    );
  });
});

test.each([
  ["OIPriceLiveSocket-init", OI_PRICE_LIVE, "minutes"],
  ["optionLiveSocket-init", OPTION_LIVE, "ticks"],
  ["optionsocket-init", OPTION_LIVE, "ticks"],
])("%s: the rooms are joined again", async (event, namespace, which) => {
  const { told, connection } = open();
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(joins()).toHaveLength(2));
  io.of(namespace).emit(event);
  await until(() => expect(joins()).toHaveLength(3));
  expect(joins().at(-1)).toBe(`joinRoom ${namespace} ${ROOM}`);
  expect(told).toContain(`rejoined ${which} asked`);
});

test("rooms that are named are joined again, and no other", async () => {
  const { told, connection } = open();
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(joins()).toHaveLength(2));
  io.of(OI_PRICE_LIVE).emit("OIPriceLiveSocket-init", [OTHER]);
  io.of(OI_PRICE_LIVE).emit("OIPriceLiveSocket-init", [ROOM]);
  await until(() => expect(told).toContain(`rejoined minutes asked ${ROOM}`));
  expect(told).toContain(`rejoined minutes asked ${OTHER}`);
  await until(() => expect(joins()).toHaveLength(3));
  expect(joins().at(-1)).toBe(`joinRoom ${OI_PRICE_LIVE} ${ROOM}`);
});

test("a server that says goodbye and comes back finds its rooms joined again", async () => {
  const { told, connection } = open();
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(joins()).toHaveLength(2));
  const { port } = http.address() as AddressInfo;
  io.disconnectSockets(true);
  for (const namespace of NAMESPACES) io.of(namespace).disconnectSockets(true);
  await io.close();
  await until(() => expect(told.some((line) => line.startsWith("offline"))).toBe(true));
  await listen(port);
  await until(() => expect(joins()).toHaveLength(4));
  await until(() => expect(told).toContain("rejoined minutes reconnected"));
  expect(told).toContain("rejoined ticks reconnected");
  expect(told.at(-1)).not.toContain("offline");
});

test("a namespace that the server closes alone is connected again", async () => {
  const { told, connection } = open();
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(joins()).toHaveLength(2));
  io.of(OPTION_LIVE).disconnectSockets();
  await until(() => expect(told).toContain("rejoined ticks reconnected"));
  expect(told).not.toContain("rejoined minutes reconnected");
});

test("a transport that is being opened is left alone", async () => {
  const { told, connection } = open();
  connection.restart();
  await until(() => expect(told).toContain("online"));
});

test("a transport that only looks alive is dropped, and everything joined again", async () => {
  const { told, connection } = open();
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(joins()).toHaveLength(2));
  connection.restart();
  await until(() => expect(joins()).toHaveLength(4));
  expect(told).toContain("rejoined ticks reconnected");
});

test("a refusal for good is told, and not tried again", async () => {
  handshake = () => new Error("unauthorized");
  const { told } = open();
  await until(() => expect(told).toContain("refused unauthorized"));
  await new Promise((done) => setTimeout(done, 1500));
  expect(heard).toHaveLength(3);
});

test("a refusal for now is tried again", async () => {
  handshake = () => new Error("rate limit");
  const { told } = open();
  await until(() => expect(told).toContain("offline rate limit"));
  handshake = () => undefined;
  await until(() => expect(told).toContain("online"));
});

test("a room that is refused is told; one that came too fast is joined again", async () => {
  refusal = "unknown room";
  const { connection } = open();
  const refused: string[] = [];
  connection.join(
    ROOM,
    () => undefined,
    (why) => refused.push(why),
  );
  await until(() => expect(refused).toEqual(["unknown room", "unknown room"]));
  refusal = "rate limit";
  connection.join(
    "SENSEX-8/27/2026",
    () => undefined,
    (why) => refused.push(why),
  );
  await until(() => expect(joins()).toHaveLength(4));
  refusal = undefined;
  await until(() => expect(joins()).toHaveLength(6));
  expect(refused).toHaveLength(2);
});

test("without ticks nothing is kept for them", async () => {
  const { told, connection } = open();
  await until(() => expect(told).toContain("online"));
  connection.setTicks(false);
  await until(() => expect(io.of(OPTION_LIVE).sockets.size).toBe(0));
  for (let i = 0; i < 5; i++) connection.resync(ROOM);
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(joins()).toEqual([`joinRoom ${OI_PRICE_LIVE} ${ROOM}`]));
  expect(heard.some((line) => line.startsWith("resync"))).toBe(false);
});

describe("while the board looks at a past day", () => {
  const inNamespace = (namespace: string) => io.of(namespace).sockets.size;

  test("the market's namespaces close, the user's channel stays; back live they are opened again", async () => {
    const { told, connection } = open();
    connection.join(ROOM, nothing, nothing);
    connection.follow(["NIFTY"]);
    await until(() => expect(joins()).toHaveLength(3));
    connection.setMarket(false);
    await until(() => expect(inNamespace(LIVE_INDEX)).toBe(0));
    expect(inNamespace(OPTION_LIVE)).toBe(1);
    connection.leave(ROOM);
    connection.unfollow(["NIFTY"]);
    await until(() => expect([OPTION_LIVE, SINGLE_LIVE].map(inNamespace)).toEqual([0, 0]));
    const minutes = io.of(OI_PRICE_LIVE);
    minutes.emit("newsFrom", { id: 4, isWhole: true });
    minutes.emit("news", 5, { type: "account" });
    minutes.emit("multiLogout");
    await until(() => expect(told.slice(-2)).toEqual(["news account", "multiLogout"]));
    expect(told.some((line) => line.startsWith("offline"))).toBe(false);

    connection.join(ROOM, nothing, nothing);
    connection.setMarket(true);
    connection.follow(["SBIN"]);
    await until(() => expect([LIVE_INDEX, OPTION_LIVE, SINGLE_LIVE].map(inNamespace)).toEqual([1, 1, 1]));
    await until(() => expect(joins()).toHaveLength(6));
    expect(io.engine.clientsCount).toBe(1);
  });

  test("a room that is read all the same, by an armed watch, goes on by tick and by minute, and after a reconnection", async () => {
    const { connection } = open();
    const frames: number[][] = [];
    connection.join(ROOM, (bytes) => frames.push([...bytes]), nothing);
    await until(() => expect(joins()).toHaveLength(2));
    connection.setMarket(false);
    await until(() => expect(inNamespace(LIVE_INDEX)).toBe(0));
    io.of(OPTION_LIVE).emit(ROOM, Buffer.of(1));
    io.of(OI_PRICE_LIVE).emit(`openInterest${ROOM}`, Buffer.of(2));
    await until(() => expect(frames.toSorted()).toEqual([[1], [2]]));
    connection.restart();
    await until(() => expect(joins()).toHaveLength(4));
    await until(() => expect([OPTION_LIVE, OI_PRICE_LIVE, LIVE_INDEX].map(inNamespace)).toEqual([1, 1, 0]));
  });

  test("a room that is joined meanwhile opens the ticks for itself, and a plan without ticks has none", async () => {
    const { told, connection } = open();
    await until(() => expect(told).toContain("online"));
    connection.setMarket(false);
    await until(() => expect(inNamespace(OPTION_LIVE)).toBe(0));
    connection.join(ROOM, nothing, nothing);
    await until(() => expect(joins()).toHaveLength(2));
    connection.setTicks(false);
    connection.leave(ROOM);
    connection.join(ROOM, nothing, nothing);
    connection.setMarket(true);
    await until(() => expect([OPTION_LIVE, LIVE_INDEX].map(inNamespace)).toEqual([0, 1]));
  });
});

describe("prices", () => {
  const about = (event: string) => heard.filter((line) => line.startsWith(event) && line.includes("/single"));

  test("names are joined in lists, heard under their own events, and left", async () => {
    const { told, connection } = open();
    const names = Array.from({ length: 700 }, (_, i) => `NIFTY260825${20_000 + i * 50}CE`);
    connection.follow(names);
    await until(() => expect(about("joinRoom")).toHaveLength(3));
    expect(about("joinRoom").flatMap((line) => line.split(" ")[2]?.split(","))).toEqual(names);
    io.of(SINGLE_LIVE).emit("NIFTY26082520000CE", 12.5);
    io.of(SINGLE_LIVE).emit("SBIN", 800); // nobody asked
    io.of(SINGLE_LIVE).emit("NIFTY26082520050CE", 0.05);
    await until(() => expect(told).toContain("price NIFTY26082520050CE 0.05"));
    expect(told.filter((line) => line.startsWith("price"))).toHaveLength(2);
    connection.unfollow(["NIFTY26082520000CE"]);
    await until(() => expect(about("leaveRoom")).toEqual([`leaveRoom ${SINGLE_LIVE} NIFTY26082520000CE`]));
  });

  test("are joined again by those who are left, after a reconnection and when the server asks", async () => {
    const { connection } = open();
    connection.follow(["NIFTY", "SBIN"]);
    await until(() => expect(about("joinRoom")).toHaveLength(1));
    connection.unfollow(["NIFTY"]);
    connection.restart();
    await until(() => expect(about("joinRoom")).toHaveLength(2));
    io.of(SINGLE_LIVE).emit("singleSymbol-init");
    await until(() => expect(about("joinRoom").slice(1)).toEqual(Array(2).fill(`joinRoom ${SINGLE_LIVE} SBIN`)));
  });

  test("others than before are heard at once, answered or not, over the connection that there is", async () => {
    const { told, connection } = open();
    await until(() => expect(told).toContain("online"));
    connection.follow(["NIFTY"]);
    connection.unfollow(["NIFTY"]);
    connection.follow(["SBIN"]);
    await until(() => expect(about("joinRoom")).toEqual([`joinRoom ${SINGLE_LIVE} SBIN`]));
    connection.unfollow(["SBIN"]);
    connection.follow(["TCS"]);
    await until(() => expect(about("joinRoom").at(-1)).toBe(`joinRoom ${SINGLE_LIVE} TCS`));
    // Longer than a namespace that nobody needs stays open.
    await new Promise((done) => setTimeout(done, 1300));
    expect(io.of(SINGLE_LIVE).sockets.size).toBe(1);
    expect(about("auth")).toHaveLength(1);
    expect(told.some((line) => line.startsWith("offline"))).toBe(false);
  });

  test("of a plan without ticks are those of the minutes, until it has ticks", async () => {
    const { told, connection } = open();
    connection.follow(["NIFTY"]);
    await until(() => expect(about("joinRoom")).toHaveLength(1));
    connection.setTicks(false);
    await until(() => expect(about("joinRoom").at(-1)).toBe(`joinRoom ${SINGLE} NIFTY`));
    connection.setTicks(true);
    await until(() => expect(about("joinRoom").at(-1)).toBe(`joinRoom ${SINGLE_LIVE} NIFTY`));
    io.of(SINGLE_LIVE).emit("NIFTY", 24_000);
    await until(() => expect(told).toContain("price NIFTY 24000"));
    const before = about("joinRoom").length;
    connection.setTicks(false);
    connection.setTicks(true);
    await until(() => expect(about("joinRoom").length).toBeGreaterThan(before));
    io.of(SINGLE_LIVE).emit("NIFTY", 24_002);
    await until(() => expect(told.filter((line) => line === "price NIFTY 24002")).toHaveLength(1));
  });
});
