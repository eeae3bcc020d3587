import { OpenAPIHono } from "@hono/zod-openapi";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rowSymbol } from "#contract/domain/instruments.ts";
import { COLUMNS_MEDIA_TYPE } from "#contract/wire/http/api-path.ts";
import { futuresOpenInterest, futuresTokenDictionary } from "#contract/wire/http/futures.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { liveTicks, slotTicks } from "../../market/publish/ticks-json.ts";
import { AppError } from "../../platform/errors.ts";
import { createBind } from "../../platform/http/bind.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import { FakeFeed, fieldValue } from "../../testing/market/fake-feed.ts";
import { FUTURES_ROOM, FUTURES_SYMBOLS, fakeDayWithFutures } from "../../testing/market/fake-futures.ts";
import { createFixedIdentities } from "../../testing/sockets/fixed-identities.ts";
import { startGateway, type TestGateway } from "../../testing/sockets/test-gateway.ts";
import { marketModule } from "./routes.ts";

let gateway: TestGateway;
let app: OpenAPIHono<HttpEnv>;

beforeEach(async () => {
  const feed = new FakeFeed({ day: fakeDayWithFutures(), at: 735.5 });
  gateway = await startGateway(feed);
  app = new OpenAPIHono<HttpEnv>();
  app.onError((error, c) =>
    error instanceof AppError
      ? c.json(error.reply, error.httpStatus)
      : c.json({ status: "error", message: String(error) }, 500),
  );
  marketModule(gateway.market)(createBind(app, createFixedIdentities()));
  for (const room of feed.day.rooms) feed.tick(room, 18_000);
  feed.at = 736.5;
  for (const room of feed.day.rooms) feed.tick(room, 18_010);
});
afterEach(() => gateway.stop());

const get = (path: string, headers: Record<string, string> = {}, ticket = "live") =>
  app.request(`/api/v1/${path}`, { headers: { cookie: `ticket=${ticket}`, ...headers } });
const futuresRoom = () => {
  const room = gateway.feed.day.rooms.find(({ room }) => room === FUTURES_ROOM);
  if (room === undefined) throw new Error("no futures room");
  return room;
};

describe("a futures room", () => {
  it.each([FUTURES_ROOM, "Futures-NSE-7%2F28%2F2026", "Futures-NSE-7:28:2026", "Futures-NSE-07%3A28%3A2026"])(
    "is found as %s",
    async (path) => {
      expect((await get(`dbtockendictionaries/${path}`)).status).toBe(200);
      expect((await get(`dbOI/${path}`)).status).toBe(200);
    },
  );

  it.each(["Futures-NSE-1/1/2020", "Futures-BSE-7/28/2026", "Futures-NYSE-7/28/2026", "Futures-NSE-", "Futures-NSE-x"])(
    "that is not there (%s) is a 404",
    async (path) => {
      for (const call of ["dbtockendictionaries", "dbOI"]) {
        const reply = await get(`${call}/${path}`);
        expect([reply.status, await reply.json()]).toEqual([
          404,
          { status: "fail", message: "No data for this symbol and expiry" },
        ]);
      }
    },
  );

  it("is for subscribers", async () => {
    for (const call of ["dbtockendictionaries", "dbOI"]) {
      expect((await get(`${call}/${FUTURES_ROOM}`, {}, "nobody")).status).toBe(401);
      expect((await get(`${call}/${FUTURES_ROOM}`, {}, "unpaid")).status).toBe(402);
    }
  });

  it("tells its futures by token, named as the screens list them", async () => {
    const reply = await get(`dbtockendictionaries/${FUTURES_ROOM}`);
    const { data } = futuresTokenDictionary.response.parse(await reply.json());
    expect(Object.values(data).map(({ name }) => name)).toEqual(FUTURES_SYMBOLS);
    const price = fieldValue(18_010, 2, 0) / 100;
    expect(data["9002"]).toEqual({
      name: "M&M",
      symbol: "M&M",
      instrument: "M&M26JULFUT",
      type: "FUT",
      strike: 0,
      expiry: "7:28:2026",
      prevClose: 1000.02,
      prev_oi: 7500,
      prev_vol: 150,
      lot_size: 225,
      security_id: "9002",
      // A stock's scan range is 14.2 %, an index's 9.3 %.
      m: [Math.round(price * 0.142 * 225 * 100) / 100, 1],
    });
    expect(data["9000"]?.m[0]).toBeCloseTo((fieldValue(18_010, 0, 0) / 100) * 0.093 * 75, 1);
  });

  it("tells its day by minute with one level less, and ticks that carry the previous close", async () => {
    const reply = await get(`dbOI/${FUTURES_ROOM}`);
    const { openInterestData, live } = futuresOpenInterest.response.parse(await reply.json()).data;
    expect(openInterestData["9001"]?.oi.at(-1)).toBe(fieldValue(18_000, 1, 2));
    expect(openInterestData["9001"]?.ltp).toHaveLength(736 - 555);
    const figure = (field: number) => fieldValue(18_010, 1, field);
    const [ltp, vwap, high, low] = [0, 1, 5, 6].map((field) => figure(field) / 100);
    expect(live["9001"]).toEqual([ltp, vwap, figure(2), figure(3), 1000.01, high, low]);
    expect(slotTicks(futuresRoom(), 735 - 555)["9001"]?.[4]).toBe(1000.01);
  });

  it("has no previous close, high or low where the source has none", () => {
    const room = futuresRoom();
    room.tokens.prevClose[0] = -1;
    for (const field of [5, 6]) room.live.columns[field]?.fill(-1);
    expect(liveTicks(room)["9000"]?.slice(4)).toEqual([null, null, null]);
  });

  it("comes in columns from both calls, once", async () => {
    for (const call of ["dbOI", "dbtockendictionaries"]) {
      const reply = await get(`${call}/${FUTURES_ROOM}`, { accept: COLUMNS_MEDIA_TYPE });
      const { day } = decodeRoomDay(new Uint8Array(await reply.arrayBuffer()));
      expect(FUTURES_SYMBOLS.map((_, row) => rowSymbol(day, row))).toEqual(FUTURES_SYMBOLS);
      const etag = reply.headers.get("etag") ?? "";
      const again = await get(`${call}/${FUTURES_ROOM}`, { accept: COLUMNS_MEDIA_TYPE, "if-none-match": etag });
      expect(again.status).toBe(304);
    }
  });
});
