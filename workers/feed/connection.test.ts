/** The sockets against a real Socket.IO server. Which namespaces are open when: namespaces.test.ts. */
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import {
  LIVE_INDEX,
  NAMESPACES,
  OI_PRICE_LIVE,
  OPTION_LIVE,
  SINGLE,
  SINGLE_LIVE,
} from "#contract/wire/socket-events.ts";
import { nothing, socketServer, until } from "./testing/socket-server.ts";

const ROOM = "NIFTY-8/25/2026";
const OTHER = "BANKNIFTY-8/25/2026";
const live = socketServer();

test("websocket only, one transport for the namespaces that are needed, with ticket and fingerprint", async () => {
  const { told } = live.open();
  await until(() => expect(live.heard).toHaveLength(3));
  const opened = NAMESPACES.filter((one) => one !== SINGLE && one !== SINGLE_LIVE);
  expect(live.heard.toSorted()).toEqual(opened.map((one) => `auth ${one} ticket print`).toSorted());
  expect(live.io.engine.clientsCount).toBe(1);
  await until(() => expect(told).toContain("online"));
});

test("joins ticks and minutes of a room, hands both kinds of frame over, and leaves", async () => {
  const { told, connection } = live.open();
  const frames: number[][] = [];
  connection.join(
    ROOM,
    (bytes) => frames.push([...bytes]),
    () => undefined,
  );
  await until(() => expect(live.joins()).toHaveLength(2));
  live.io.of(OPTION_LIVE).emit(ROOM, Buffer.of(1, 2));
  live.io.of(OI_PRICE_LIVE).emit(`openInterest${ROOM}`, Buffer.of(3));
  await until(() => expect(frames).toHaveLength(2));
  expect(frames).toEqual(expect.arrayContaining([[1, 2], [3]]));
  connection.resync(ROOM);
  live.io.of(OPTION_LIVE).emit("turn", 7);
  await until(() => expect(live.heard).toContain("ack 7"));
  connection.leave(ROOM);
  await until(() => expect(live.heard.filter((line) => line.startsWith("leaveRoom"))).toHaveLength(2));
  expect(live.heard).toContain(`resync ${OPTION_LIVE} ${ROOM}`);
  expect(told).not.toContain("rejoined ticks");
});

test("says at each connect what news it had last, passes each on once, and tells of news that is lost", async () => {
  const asked: unknown[] = [];
  live.io.of(OI_PRICE_LIVE).use((socket, next) => {
    asked.push(socket.handshake.auth["news"]);
    next();
  });
  const { told, connection } = live.open();
  await until(() => expect(told).toContain("online"));
  const minutes = live.io.of(OI_PRICE_LIVE);
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
  live.handshake = () => (refusals-- > 0 ? new Error("try again") : undefined);
  const { told } = live.open();
  await until(() => expect(told).toContain("online"));
  expect(told).not.toContain("refused try again");
});

test("passes the events of the session and the exchange on", async () => {
  const { told } = live.open();
  await until(() => expect(told).toContain("online"));
  const minutes = live.io.of(OI_PRICE_LIVE);
  minutes.emit("clock", { source: "sim", date: "2026-08-18", minute: 600, rate: 1, wall: 0 });
  minutes.emit("feed", [{ words: "silent", rooms: ["NIFTY-8/25/2026"] }, { words: "late" }]);
  minutes.emit("special", "update");
  minutes.emit("multiLogout");
  minutes.emit("time9am", ["09:00"]);
  minutes.emit("time330pm", ["09:15"]);
  live.io.of("/liveIndex").emit("liveIndex", { NIFTY: 24_000 });
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
  const { told, connection } = live.open();
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(live.joins()).toHaveLength(2));
  live.io.of(namespace).emit(event);
  await until(() => expect(live.joins()).toHaveLength(3));
  expect(live.joins().at(-1)).toBe(`joinRoom ${namespace} ${ROOM}`);
  expect(told).toContain(`rejoined ${which}`);
});

test("rooms that are named are joined again, and no other", async () => {
  const { told, connection } = live.open();
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(live.joins()).toHaveLength(2));
  live.io.of(OI_PRICE_LIVE).emit("OIPriceLiveSocket-init", [OTHER]);
  live.io.of(OI_PRICE_LIVE).emit("OIPriceLiveSocket-init", [ROOM]);
  await until(() => expect(told).toContain(`rejoined minutes ${ROOM}`));
  expect(told).toContain(`rejoined minutes ${OTHER}`);
  await until(() => expect(live.joins()).toHaveLength(3));
  expect(live.joins().at(-1)).toBe(`joinRoom ${OI_PRICE_LIVE} ${ROOM}`);
});

test("a server that says goodbye and comes back finds its rooms joined again", async () => {
  const { told, connection } = live.open();
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(live.joins()).toHaveLength(2));
  const { port } = live.http.address() as AddressInfo;
  live.io.disconnectSockets(true);
  for (const namespace of NAMESPACES) live.io.of(namespace).disconnectSockets(true);
  await live.io.close();
  await until(() => expect(told.some((line) => line.startsWith("offline"))).toBe(true));
  await live.listen(port);
  await until(() => expect(live.joins()).toHaveLength(4));
  await until(() => expect(told).toContain("rejoined minutes"));
  expect(told).toContain("rejoined ticks");
  expect(told.at(-1)).not.toContain("offline");
});

test("a namespace that the server closes alone is connected again", async () => {
  const { told, connection } = live.open();
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(live.joins()).toHaveLength(2));
  live.io.of(OPTION_LIVE).disconnectSockets();
  await until(() => expect(told).toContain("rejoined ticks"));
  expect(told).not.toContain("rejoined minutes");
});

test("a transport that is being opened is left alone", async () => {
  const { told, connection } = live.open();
  connection.restart();
  await until(() => expect(told).toContain("online"));
});

test("a transport that only looks alive is dropped, and everything joined again", async () => {
  const { told, connection } = live.open();
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(live.joins()).toHaveLength(2));
  connection.restart();
  await until(() => expect(live.joins()).toHaveLength(4));
  expect(told).toContain("rejoined ticks");
});

test.each(["unauthorized", "multiLogout", "a word of a later server"])(
  "a refusal for good (%s) is told, and not tried again",
  async (why) => {
    live.handshake = () => new Error(why);
    const { told } = live.open();
    await until(() => expect(told).toContain(`refused ${why}`));
    await new Promise((done) => setTimeout(done, 1500));
    expect(live.heard).toHaveLength(3);
  },
);

test("what a later server refuses beside the user's own channel is said, and asked for once more with the next transport", async () => {
  live.handshake = (namespace) => (namespace === OPTION_LIVE ? new Error("a later word") : undefined);
  const asked = () => live.heard.filter((line) => line.startsWith(`auth ${OPTION_LIVE} `)).length;
  const { told, connection } = live.open();
  await until(() => expect(told).toContain("feed ticks refused: a later word"));
  await until(() => expect(told).toContain("online"));
  live.io.of(OI_PRICE_LIVE).emit("feed", [{ words: "late" }]);
  await until(() => expect(told).toContain("feed late,ticks refused: a later word"));
  await new Promise((done) => setTimeout(done, 1500));
  expect(asked()).toBe(1);
  live.handshake = nothing;
  connection.restart();
  await until(() => expect(told).toContain("feed late"));
  expect(asked()).toBe(2);
});

test("ticks that the plan lacked when they were asked for last come with the next transport, as after another plan", async () => {
  live.handshake = (namespace) => (namespace === OPTION_LIVE ? new Error("no subscription") : undefined);
  const { told, connection } = live.open();
  await until(() => expect(told).toContain("online"));
  await until(() => expect(live.heard).toHaveLength(3));
  connection.setTicks(true); // news of the account
  live.handshake = nothing;
  connection.restart();
  await until(() => expect(live.io.of(OPTION_LIVE).sockets.size).toBe(1));
});

test("prices that are refused are said to be while somebody reads them; a plan without ticks is no such refusal", async () => {
  live.handshake = (namespace) =>
    namespace === SINGLE_LIVE || namespace === LIVE_INDEX ? new Error("no subscription") : undefined;
  const { told, connection } = live.open();
  connection.follow(["NIFTY"]);
  await until(() => expect(live.joins()).toEqual([`joinRoom ${SINGLE} NIFTY`]));
  expect(told.filter((line) => line.startsWith("feed"))).toEqual([]);
  live.handshake = (namespace) => (namespace === SINGLE ? new Error("a later word") : undefined);
  connection.restart();
  await until(() => expect(told).toContain("feed prices refused: a later word"));
  connection.unfollow(["NIFTY"]);
  expect(told.at(-1)).toBe("feed ");
});

test("a refusal for now is tried again", async () => {
  live.handshake = () => new Error("rate limit");
  const { told } = live.open();
  await until(() => expect(told).toContain("offline rate limit"));
  live.handshake = () => undefined;
  await until(() => expect(told).toContain("online"));
});

test("a room that is refused is told; one that came too fast is joined again", async () => {
  live.refusal = "unknown room";
  const { connection } = live.open();
  const refused: string[] = [];
  connection.join(
    ROOM,
    () => undefined,
    (why) => refused.push(why),
  );
  await until(() => expect(refused).toEqual(["unknown room", "unknown room"]));
  live.refusal = "rate limit";
  connection.join(
    "SENSEX-8/27/2026",
    () => undefined,
    (why) => refused.push(why),
  );
  await until(() => expect(live.joins()).toHaveLength(4));
  live.refusal = undefined;
  await until(() => expect(live.joins()).toHaveLength(6));
  expect(refused).toHaveLength(2);
});

test("without ticks nothing is kept for them", async () => {
  const { told, connection } = live.open();
  await until(() => expect(told).toContain("online"));
  connection.setTicks(false);
  await until(() => expect(live.io.of(OPTION_LIVE).sockets.size).toBe(0));
  for (let i = 0; i < 5; i++) connection.resync(ROOM);
  connection.join(ROOM, nothing, nothing);
  await until(() => expect(live.joins()).toEqual([`joinRoom ${OI_PRICE_LIVE} ${ROOM}`]));
  expect(live.heard.some((line) => line.startsWith("resync"))).toBe(false);
});
