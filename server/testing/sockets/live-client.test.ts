/** The client that long runs judge the server by: what ends its namespaces must not end it, and it loads the day where ours does. */
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RoomDay } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import { createFrameEncoder } from "#contract/wire/frame.ts";
import { encodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { minuteEvent, OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { FAKE_DATE, fakeDay } from "../market/fake-feed.ts";
import { fillMinute } from "../market/fill-minute.ts";
import { LiveClient } from "./live-client.ts";
import { startGateway, type TestGateway, until } from "./test-gateway.ts";

let gateway: TestGateway;
let client: LiveClient;
/** Loads that wait for their answer. */
let loads: ServerResponse[];

beforeEach(async () => {
  gateway = await startGateway();
  const { feed, http, port } = gateway;
  loads = [];
  http.on("request", ({ url = "" }, response) => {
    if (url.includes("dbOI")) loads.push(response);
  });
  client = new LiveClient(`http://127.0.0.1:${port}`, { ticket: "live", cookie: "" }, feed.room);
  await until(() => client.position !== "" && sockets().length === 2, "a client");
});
afterEach(async () => {
  client.close();
  await gateway.stop();
});

const sockets = () =>
  [OI_PRICE_LIVE, OPTION_LIVE].flatMap((namespace) => [...gateway.live.io.of(namespace).sockets.values()]);
const has = (slot: number): boolean => client.reader.room.minutes.state[slot] !== 0;

/** The room's day with these minutes. */
function dayWith(slots: readonly number[], date = FAKE_DATE): RoomDay {
  const [day] = fakeDay(date).rooms;
  if (day === undefined) throw new Error("no room");
  for (const slot of slots) fillMinute(day, day.open + slot, slot);
  return day;
}

/** Answers the load of that number, from 0. */
async function answer(load: number, day: RoomDay): Promise<void> {
  await until(() => loads.length > load, `load ${load}`);
  loads[load]?.end(encodeRoomDay(day, 5, {}, true));
}

it("comes back when the server ends its namespaces, and loads the day: it missed minutes", async () => {
  const [ended] = sockets();
  ended?.disconnect(true);
  await until(() => sockets().length === 2 && sockets()[0] !== ended, "a second connection");
  await answer(0, dayWith([0, 1]));
  await until(() => has(1), "what it missed");
});

describe("starts over", () => {
  it("when another leader's minute comes", async () => {
    const day = dayWith([0, 1, 2]);
    const encoder = createFrameEncoder({ tokens: day.tokens, tick: 5 }, { epoch: client.reader.cursor.epoch + 1 });
    const frame = encoder.encodeMinute(day.minutes, 2, { time: 0, flags: 0 });
    const packet = gateway.live.prepare(OI_PRICE_LIVE, minuteEvent(day.room), frame);
    for (const { data } of gateway.live.io.of(OI_PRICE_LIVE).sockets.values()) data.line.write(packet);
    await answer(0, day);
    await until(() => has(2), "the leader's minutes");
  });

  it("when a day opens, whatever load is on its way", async () => {
    const tell = () => gateway.live.io.of(OI_PRICE_LIVE).emit("OIPriceLiveSocket-init");
    tell();
    await until(() => loads.length === 1, "a load");
    tell();
    await answer(1, dayWith([0], isoDate("2026-07-28")));
    await until(() => client.reader.room.date === "2026-07-28", "the day that opened");
    await answer(0, dayWith([0, 1, 2]));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(client.reader.room.date).toBe("2026-07-28");
    expect(has(2)).toBe(false);
  });
});
