import { join } from "node:path";
import { OpenAPIHono } from "@hono/zod-openapi";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { rowSymbol } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { COLUMNS_MEDIA_TYPE } from "#contract/wire/http/api-path.ts";
import { historyFuturesOpenInterest, historyFuturesTokenDictionary } from "#contract/wire/http/futures.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { systemClock } from "../../platform/clocks.ts";
import { AppError } from "../../platform/errors.ts";
import { createBind } from "../../platform/http/bind.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import { silentLog } from "../../platform/log.ts";
import { FUTURES_ROOM, FUTURES_SYMBOLS, fakeDayWithFutures } from "../../testing/market/fake-futures.ts";
import { createFileArchive } from "../../testing/market/file-archive.ts";
import { fillMinute } from "../../testing/market/fill-minute.ts";
import { createFixedIdentities } from "../../testing/sockets/fixed-identities.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createHistory, type History } from "./history.ts";

const BASE = "history/07:24:2026";
const day = fakeDayWithFutures(isoDate("2026-07-24"));
const futures = day.rooms.find(({ room }) => room === FUTURES_ROOM);
let history: History;
const app = new OpenAPIHono<HttpEnv>();

beforeAll(async () => {
  const archive = createFileArchive({ folder: join(temporaryFolder(), "archive") });
  for (const room of day.rooms) for (let at = 555; at <= 930; at++) fillMinute(room, at, at);
  await archive.writeDay({ date: day.date, source: day.source, origin: "test", symbols: day.symbols }, day.rooms);
  history = createHistory({
    archive,
    simulation: undefined,
    endedBefore: () => isoDate("2026-07-25"),
    practiceLagDays: 90,
    clock: systemClock,
    log: silentLog,
    registry: new Registry(),
  });
  app.onError((error, c) => {
    if (error instanceof AppError) return c.json(error.reply, error.httpStatus);
    throw error;
  });
  history.register(createBind(app, createFixedIdentities()));
});
afterAll(() => history.stop());

const get = (path: string, headers: Record<string, string> = {}, ticket = "live") =>
  app.request(`/api/v1/${path}`, { headers: { cookie: `ticket=${ticket}`, ...headers } });

describe("a futures room of a past day", () => {
  it("has the dictionary and the day of the live calls, as of the close", async () => {
    if (futures === undefined) throw new Error("no futures room");
    const tokens = await (await get(`${BASE}/dbtockendictionaries/${FUTURES_ROOM}`)).json();
    const { data } = historyFuturesTokenDictionary.response.parse(tokens);
    expect(Object.values(data).map(({ name }) => name)).toEqual(FUTURES_SYMBOLS);
    const reply = await (await get(`${BASE}/dbOI/${FUTURES_ROOM}`)).json();
    const { openInterestData, live } = historyFuturesOpenInterest.response.parse(reply).data;
    const { slots, stride, columns } = futures.minutes;
    const last = columns[LTP][(slots - 1) * stride + 1];
    expect(openInterestData["9001"]?.ltp).toHaveLength(slots);
    expect(live["9001"]?.[0]).toBe(last === -1 ? null : (last as number) / 100);
    expect(live["9001"]?.[4]).toBe(1000.01);
  });

  it.each(["Futures-NSE-7%2F28%2F2026", "Futures-NSE-7:28:2026"])("is found as %s", async (room) => {
    expect((await get(`${BASE}/dbOI/${room}`)).status).toBe(200);
    expect((await get(`${BASE}/dbtockendictionaries/${room}`)).status).toBe(200);
  });

  it("comes in columns, from both calls, that never change where the source is told", async () => {
    for (const call of ["dbOI", "dbtockendictionaries"]) {
      const path = `${BASE}/${call}/${FUTURES_ROOM}?source=sim`;
      const reply = await get(path, { accept: COLUMNS_MEDIA_TYPE });
      expect(reply.headers.get("cache-control")).toContain("immutable");
      const loaded = decodeRoomDay(new Uint8Array(await reply.arrayBuffer())).day;
      expect(FUTURES_SYMBOLS.map((_, row) => rowSymbol(loaded, row))).toEqual(FUTURES_SYMBOLS);
      const etag = reply.headers.get("etag") ?? "";
      expect((await get(path, { accept: COLUMNS_MEDIA_TYPE, "if-none-match": etag })).status).toBe(304);
    }
  });

  it("that the day does not have is a 404 that says what it has", async () => {
    const messageOf = async (room: string) => {
      const reply = await get(`${BASE}/dbOI/${room}`);
      expect(reply.status).toBe(404);
      return ((await reply.json()) as { message: string }).message;
    };
    expect(await messageOf("Futures-NSE-8/25/2026")).toBe(
      "No data for Futures-NSE expiring 8/25/2026 on 07/24/2026. That day has Futures-NSE expiring 7/28/2026",
    );
    expect(await messageOf("Futures-BSE-7/28/2026")).toContain("That day has Futures-BSE expiring nothing");
    expect((await get(`${BASE}/dbOI/${FUTURES_ROOM}`, {}, "unpaid")).status).toBe(402);
  });
});
