import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FIELD_COUNT, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { ABSENT, minute } from "#contract/domain/units.ts";
import { COLUMNS_MEDIA_TYPE } from "#contract/wire/http/api-path.ts";
import { init, openInterest, tokenDictionary } from "#contract/wire/http/market.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { marketRoom } from "#market/__fixtures__/market.ts";
import { dayMomentAt } from "#market/reference/moment.ts";
import { AppError } from "../../platform/errors.ts";
import { createBind } from "../../platform/http/bind.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import { FakeFeed, fieldValue, NIFTY_ROOM } from "../../testing/market/fake-feed.ts";
import { createFixedIdentities } from "../../testing/sockets/fixed-identities.ts";
import { startGateway, type TestGateway } from "../../testing/sockets/test-gateway.ts";
import { marketModule } from "./routes.ts";

let gateway: TestGateway;
let app: OpenAPIHono<HttpEnv>;

beforeEach(async () => {
  const feed = new FakeFeed({ at: 735 });
  gateway = await startGateway(feed);
  app = new OpenAPIHono<HttpEnv>();
  app.onError((error, c) =>
    error instanceof AppError
      ? c.json(error.reply, error.httpStatus)
      : c.json({ status: "error", message: String(error) }, 500),
  );
  marketModule(gateway.market)(createBind(app, createFixedIdentities()));
  // 12:15 whole, 12:16 unseen, 12:17 whole.
  feed.at = 735.5;
  for (const room of feed.day.rooms) feed.tick(room, 18_000);
  feed.at = 737.5;
  for (const room of feed.day.rooms) feed.tick(room, 18_010);
  feed.at = 738.1;
  for (const room of feed.day.rooms) feed.tick(room, 18_020, [2]);
});
afterEach(() => gateway.stop());

const get = (path: string, headers: Record<string, string> = {}, ticket = "live") =>
  app.request(`/api/v1/${path}`, { headers: { cookie: `ticket=${ticket}`, ...headers } });
const columns = { accept: COLUMNS_MEDIA_TYPE };

describe("init", () => {
  it("lists six entries in the contract's shape", async () => {
    const reply = await get("dbtockendictionaries/init", { "X-Device-Fingerprint": "abc" });
    expect(reply.status).toBe(200);
    const list = init.response.parse(await reply.json()).data.data;
    expect(list.map(({ name }) => name)).toEqual([
      "time",
      "indexPrev",
      "SymbolsAndExpiry",
      "StrikeDifference",
      "qtyfreeze",
      "futureExp",
    ]);
    expect(list.every(({ date }) => date === "2026-07-27")).toBe(true);
    expect([list[0].data[0], list[0].data.at(-1), list[0].data.length, list[0].time9am.length]).toEqual([
      "09:15",
      "15:30",
      376,
      15,
    ]);
    expect(list[1].data.indexData.NIFTY).toBe(fieldValue(18_010, 0, 0) / 100);
    expect(list[1].data).toMatchObject({ nifty_prev: 1000, bank_prev: null });
    expect(list[2].data).toEqual({ NSE: { NIFTY: ["7:28:2026"], USDINR: ["7:29:2026"] } });
    expect(list[3].data.NIFTY).toEqual([75, 10]);
    expect(list[3].ticks).toEqual({ NIFTY: { future: 0.1 } });
    expect(list[4].data.NIFTY).toBe(1800);
    expect(list[5].data).toEqual({ NSE: ["7:28:2026", "7:29:2026"], BSE: [] });
  });

  it("has the spots of a plan without ticks by the minute, however often it is asked", async () => {
    const spotFor = async (ticket: string) => {
      const list = init.response.parse(await (await get("dbtockendictionaries/init", {}, ticket)).json()).data.data;
      return list[1].data.indexData.NIFTY;
    };
    const told = await spotFor("1min");
    gateway.feed.tick(gateway.feed.room, 18_030, [0]);
    expect(await spotFor("live")).toBe(fieldValue(18_030, 0, 0) / 100);
    expect(await spotFor("1min")).toBe(told);
    gateway.feed.at = 739.5;
    gateway.feed.tick(gateway.feed.room, 18_040, [0]);
    await gateway.market.book.settled();
    // What the minute ended with, not what the next one began with.
    expect(await spotFor("1min")).toBe(fieldValue(18_030, 0, 0) / 100);
  });

  it("is for subscribers", async () => {
    expect((await get("dbtockendictionaries/init", {}, "nobody")).status).toBe(401);
    expect((await get("dbtockendictionaries/init", {}, "unpaid")).status).toBe(402);
  });
});

describe("a room", () => {
  it.each([NIFTY_ROOM, "NIFTY-7%2F28%2F2026", "NIFTY-7:28:2026", "NIFTY-7%3A28%3A2026", "NIFTY-07:28:2026"])(
    "is found as %s",
    async (path) => {
      expect((await get(`dbtockendictionaries/${path}`)).status).toBe(200);
      expect((await get(`dbOI/${path}`)).status).toBe(200);
    },
  );

  it.each(["NIFTY-1/1/2020", "NOTHING-7/28/2026", "NIFTY", "NIFTY-99/99/2026"])(
    "that is not there (%s) is a 404",
    async (path) => {
      for (const call of ["dbtockendictionaries", "dbOI"]) {
        const reply = await get(`${call}/${path}`);
        expect(reply.status).toBe(404);
        expect(await reply.json()).toEqual({ status: "fail", message: "No data for this symbol and expiry" });
      }
    },
  );

  it("tells its contracts, with lot size, deviation and margin base", async () => {
    const { data } = tokenDictionary.response.parse(await (await get(`dbtockendictionaries/${NIFTY_ROOM}`)).json());
    expect(data.lotSize).toBe(75);
    expect(data.sd).toBe(0.01);
    expect(
      Object.values(data.data)
        .map(({ name, type, strike }) => [name, type, strike])
        .slice(0, 4),
    ).toEqual([
      ["NIFTY", "EQ", 0],
      ["NIFTY26JULFUT", "FUT", 0],
      ["NIFTY260728910CE", "CE", 910],
      ["NIFTY260728910PE", "PE", 910],
    ]);
    expect(data.data["1002"]).toMatchObject({
      prevClose: 100,
      prev_oi: 7500,
      prev_vol: null,
      lot_size: 75,
      security_id: "1002",
    });
    expect(data.data["1000"]?.prev_oi).toBeNull();
    // The future's lot loses the 9.3 % scan range.
    expect(data.data["1001"]?.m).toEqual([Math.round((fieldValue(18_010, 1, 0) / 100) * 0.093 * 75 * 100) / 100, 1]);
    const usdinr = await get("dbtockendictionaries/USDINR-7:29:2026");
    expect(tokenDictionary.response.parse(await usdinr.json()).data.sd).toBeUndefined();
  });

  it("tells its day by minute: an entry a slot so far, null where nothing is known", async () => {
    const reply = await get(`dbOI/${NIFTY_ROOM}`);
    expect(reply.headers.get("content-type")).toBe("application/json");
    const { openInterestData, live } = openInterest.response.parse(await reply.json()).data.data;
    const ltp = openInterestData["1002"]?.ltp ?? [];
    expect(ltp).toHaveLength(738 - 555);
    expect(ltp.slice(-4)).toEqual([null, fieldValue(18_000, 2, 0) / 100, null, fieldValue(18_010, 2, 0) / 100]);
    expect(openInterestData["1002"]?.oi.at(-1)).toBe(fieldValue(18_010, 2, 2));
    expect(live["1002"]?.[0]).toBe(fieldValue(18_020, 2, 0) / 100);
    const usdinr = openInterest.response.parse(await (await get("dbOI/USDINR-7:29:2026")).json()).data.data;
    expect(Object.values(usdinr.openInterestData)[0]?.ltp).toHaveLength(738 - 540);
  });

  it("tells a plan without ticks the last closed minute", async () => {
    const reply = await get(`dbOI/${NIFTY_ROOM}`, {}, "1min");
    const { openInterestData, live } = openInterest.response.parse(await reply.json()).data.data;
    expect(live["1002"]?.[0]).toBe(fieldValue(18_010, 2, 0) / 100);
    expect(live["1002"]?.[0]).toBe(openInterestData["1002"]?.ltp.at(-1));
  });

  it("has no ticks in columns either, for that plan", async () => {
    const etags = new Set<string | null>();
    for (const call of ["dbOI", "dbtockendictionaries"]) {
      const reply = await get(`${call}/${NIFTY_ROOM}`, columns, "1min");
      const { day } = decodeRoomDay(Buffer.from(await reply.arrayBuffer()));
      expect(day.sd).toBe(0.01);
      // Its "now" is the last closed minute, and not one in progress: what changed in a minute would be 0.
      const clock = { mode: "live", date: day.date, minute: minute(738.5), speed: 1 } as const;
      expect(day.live.columns.flatMap((column) => [...column]).every((value) => value === ABSENT)).toBe(true);
      expect(dayMomentAt(marketRoom(day), clock)).toMatchObject({
        minute: 737,
        closed: 738 - 555,
        tail: -1,
      });
      expect(sameFigures(day, gateway.feed.room)).toBe(true);
      etags.add(reply.headers.get("etag"));
    }
    // Whoever upgrades does not keep what he had by its tag.
    etags.add((await get(`dbOI/${NIFTY_ROOM}`, columns)).headers.get("etag"));
    expect(etags.size).toBe(2);
  });

  it("tells the same in columns, compressed as the client likes, once", async () => {
    const json = openInterest.response.parse(await (await get(`dbOI/${NIFTY_ROOM}`)).json()).data.data.openInterestData;
    const brotli = await get(`dbOI/${NIFTY_ROOM}`, { ...columns, "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers.get("content-type")).toBe(COLUMNS_MEDIA_TYPE);
    expect(brotli.headers.get("content-encoding")).toBe("br");
    expect(brotli.headers.get("vary")).toContain("Accept");
    const gzip = await get(`dbOI/${NIFTY_ROOM}`, { ...columns, "accept-encoding": "gzip;q=1.0, br;q=0" });
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    const plain = await get(`dbOI/${NIFTY_ROOM}`, columns);
    expect(plain.headers.get("content-encoding")).toBeNull();
    const bytes = Buffer.from(await plain.arrayBuffer());
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).equals(bytes)).toBe(true);
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).equals(bytes)).toBe(true);

    const { day, hasLive } = decodeRoomDay(bytes);
    expect([day.sd, hasLive]).toEqual([0.01, true]);
    expect(sameFigures(day, gateway.feed.room)).toBe(true);
    for (let row = 0; row < day.tokens.length; row++) {
      const fromColumns = Array.from({ length: 738 - 555 }, (_, slot) =>
        day.minutes.state[slot] === MISSING_MINUTE
          ? null
          : (day.minutes.columns[0][slot * day.minutes.stride + row] as number) / 100,
      );
      expect(json[String(day.tokens.token[row])]?.ltp).toEqual(fromColumns);
    }

    const etag = plain.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const again = await get(`dbOI/${NIFTY_ROOM}`, { ...columns, "if-none-match": `W/"x", ${etag}` });
    expect([again.status, again.headers.get("etag"), (await again.arrayBuffer()).byteLength]).toEqual([304, etag, 0]);
    gateway.feed.at = 739.5;
    gateway.feed.tick(gateway.feed.room, 18_030);
    expect((await get(`dbOI/${NIFTY_ROOM}`, { ...columns, "if-none-match": etag })).status).toBe(200);
  });

  it("tells a minute as soon as it is closed, whoever asked just before", async () => {
    const { feed } = gateway;
    const lastOf = async () => {
      const json = openInterest.response.parse(await (await get(`dbOI/${NIFTY_ROOM}`)).json());
      const { day } = decodeRoomDay(Buffer.from(await (await get(`dbOI/${NIFTY_ROOM}`, columns)).arrayBuffer()));
      const ltp = json.data.data.openInterestData["1002"]?.ltp ?? [];
      return [ltp.length, ltp.at(-1), day.minutes.state[738 - 555] === MISSING_MINUTE];
    };
    // The clock is past 12:18, the feed has not said so yet.
    feed.at = 739.01;
    expect(await lastOf()).toEqual([184, null, true]);
    feed.tick(feed.room, 18_030);
    expect(await lastOf()).toEqual([184, fieldValue(18_020, 2, 0) / 100, false]);
  });
});

function sameFigures(a: RoomDay, b: RoomDay): boolean {
  for (let field = 0; field < FIELD_COUNT; field++) {
    for (let slot = 0; slot < a.minutes.slots; slot++) {
      if (a.minutes.state[slot] !== b.minutes.state[slot]) return false;
      if (a.minutes.state[slot] === MISSING_MINUTE) continue;
      for (let row = 0; row < b.tokens.length; row++) {
        if (
          a.minutes.columns[field][slot * a.minutes.stride + row] !==
          b.minutes.columns[field][slot * b.minutes.stride + row]
        )
          return false;
      }
    }
  }
  return true;
}
