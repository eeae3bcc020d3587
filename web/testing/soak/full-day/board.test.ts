/** The soak's client against real sockets: it is the product's feed worker, so what is tested here is how it is put to use. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { INIT_PATH } from "#contract/wire/http/api-path.ts";
import { decodeRoomDay, encodeRoomDay } from "#contract/wire/room-day-blob.ts";
import type { FeedEvent } from "#contract/worker/feed-api.ts";
import { startGateway, type TestGateway, until } from "../../../../server/testing/sockets/test-gateway.ts";
import { type Board, openBoard, readDay } from "./board.ts";
import { ClientMinutes, MinuteFigures, sumsOf } from "./room-minutes.ts";

let gateway: TestGateway;
let board: Board;
let minutes: ClientMinutes;
let events: FeedEvent["type"][];
/** Of the loads of the day. */
let cookies: (string | undefined)[];
let room: RoomDay;

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  gateway = await startGateway();
  room = gateway.feed.room;
  cookies = [];
  events = [];
  gateway.http.on("request", ({ url = "", headers }, response) => {
    if (url.endsWith(INIT_PATH)) response.end('{"data":{"data":[]}}');
    if (!url.includes("dbOI")) return;
    cookies.push(headers.cookie);
    response.end(encodeRoomDay(room, 5, {}, true));
  });
  minutes = new ClientMinutes(new MinuteFigures());
  const login = { ticket: "live", cookie: "session=1" };
  board = openBoard(
    `http://127.0.0.1:${gateway.port}`,
    login,
    room.room,
    (update) => minutes.hear(update),
    ({ type }) => events.push(type),
  );
  await until(() => minutes.date !== undefined && events.includes("clock"), "a day");
});
afterEach(async () => {
  board.stop();
  await gateway.stop();
  vi.restoreAllMocks();
});

/** A minute of the exchange closes. */
async function closeMinute(value: number): Promise<void> {
  gateway.feed.at++;
  gateway.feed.tick(room, value);
  await new Promise((resolve) => setTimeout(resolve, 60));
}

const mine = () => Array.from(sumsOf(room), (_, slot) => minutes.days.get(room.date)?.[slot]);

test("it has each minute that closes, by frames alone", async () => {
  for (let i = 0; i < 3; i++) await closeMinute(70 + i);
  await until(() => sumsOf(room).filter((sum) => sum !== undefined).length > 1, "minutes");
  await until(() => mine().join() === sumsOf(room).join(), "all of them");
  expect(cookies).toEqual(["session=1"]);
});

test("a lost connection comes back, and what was missed is loaded", async () => {
  const isOnline = () => events.filter((type) => type === "connection").length;
  board.lose();
  await until(() => isOnline() > 2, "the loss");
  for (let i = 0; i < 3; i++) await closeMinute(80 + i);
  await until(() => cookies.length > 1, "another load");
  await until(() => mine().join() === sumsOf(room).join(), "all of them");
});

test("boards that load the same bytes have tables of their own", () => {
  const bytes = encodeRoomDay(room, 5, {}, true);
  const [one, other] = [readDay(bytes), readDay(bytes.slice())];
  one.minutes.state[0] = 1;
  one.tokens.length++;
  for (const { tokens, minutes } of [other, readDay(bytes)]) {
    expect(tokens).toEqual(decodeRoomDay(bytes, 16).day.tokens);
    expect(minutes.state).toEqual(room.minutes.state);
  }
});
