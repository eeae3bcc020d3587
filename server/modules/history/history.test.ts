import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LTP, type RoomDay, type Source } from "#contract/domain/columns.ts";
import { isoDate, minute, slot } from "#contract/domain/units.ts";
import { COLUMNS_MEDIA_TYPE } from "#contract/wire/http/api-path.ts";
import { history, historyInit, historyOpenInterest, historyTokenDictionary } from "#contract/wire/http/market.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { marginBases } from "#market/strategy/margin-base.ts";
import { INDICES } from "../../feeds/simulated/exchange/universe.ts";
import { openSimulatedPast } from "../../feeds/simulated/past/open-past.ts";
import { createSimulatedFeed } from "../../feeds/simulated/simulated-feed.ts";
import { storeRoomDay } from "../../market/archive/blob-codec.ts";
import { standAtLastMinute } from "../../market/open-day/last-minute.ts";
import { systemClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { silentLog } from "../../platform/log.ts";
import { cookiesOf, createTestApp, postJson, type TestApp } from "../../testing/http/test-app.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { fakeDay, fakeRoom } from "../../testing/market/fake-feed.ts";
import { createFileArchive } from "../../testing/market/file-archive.ts";
import { fillMinute } from "../../testing/market/fill-minute.ts";
import { openTestDatabase } from "../../testing/processes/databases.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createAccountRepository } from "../accounts/account-repository.ts";
import { DEMO } from "../accounts/embedded-accounts.ts";
import { createHistory, type History } from "./history.ts";

const SEED = 7;
const YESTERDAY = "11:19:2026";
/** Small: far expiries have few strikes. */
const FAR_ROOM = "FINNIFTY-1/25/2027";

const folder = join(temporaryFolder(), "archive");
/** As an import beside the server would: an archive of its own on the same folder. */
const importer = createFileArchive({ folder });
const faults: string[] = [];
let today = isoDate("2026-11-20");
let database: Database;
let app: TestApp;
let made: History;
let cookie: string;
const CHOICE = { seed: SEED, symbols: INDICES };

beforeAll(async () => {
  database = await openTestDatabase(undefined);
  await migrate(database);
  made = createHistory({
    archive: createFileArchive({ folder, onFault: (line) => faults.push(line) }),
    simulation: { ...CHOICE, past: openSimulatedPast(CHOICE) },
    endedBefore: () => today,
    practiceLagDays: 90,
    clock: systemClock,
    log: silentLog,
    registry: new Registry(),
  });
  app = createTestApp({ database, modules: [made.register] });
  await app.accounts.seed();
  const login = { email: DEMO.email, password: DEMO.password, fingerprint: "f" };
  cookie = cookiesOf(await app.fetch("/api/v1/users/login", postJson(login)));
});
afterAll(async () => {
  await made.stop();
  await database.close();
});
beforeEach(() => {
  today = isoDate("2026-11-20");
});

const get = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(`/api/v1/${path}`, { headers: { cookie, ...headers } });
const columns = { accept: COLUMNS_MEDIA_TYPE, "accept-encoding": "br" };
const list = async () => history.response.parse(await (await get("history")).json()).data;
const messageOf = async (reply: Response) => ((await reply.json()) as { message: string }).message;

/** Minutes 09:15 to 15:20: the session's last ten are holes. */
function recordedRoom(source: Source, date: string, seed = 1): RoomDay {
  const room = { ...fakeRoom("NIFTY", isoDate("2026-08-18"), 4, isoDate(date)), source, cadence: 5 };
  for (let at = 555; at <= 920; at++) fillMinute(room, at, seed + at);
  return room;
}

async function importDay(date: string, source: Source = "import", seed = 1): Promise<RoomDay> {
  const symbols = fakeDay()
    .symbols.filter(({ symbol }) => symbol === "NIFTY")
    .map((facts) => ({ ...facts, expiries: [isoDate("2026-08-18")], futureExpiries: [isoDate("2026-08-18")] }));
  const room = recordedRoom(source, date, seed);
  await importer.writeDay({ date: isoDate(date), source, origin: "test", symbols }, [room]);
  return room;
}

describe("the list of days", () => {
  it("has the twenty trading days before the exchange's present date, from the first start", async () => {
    const { data, days } = await list();
    expect(data).toHaveLength(20);
    expect([data[0], data.at(-1)]).toEqual(["10/23/2026", "11/19/2026"]);
    expect(days.at(-1)).toEqual({
      date: "2026-11-19",
      source: "sim",
      symbols: { NSE: ["NIFTY", "BANKNIFTY", "FINNIFTY", "MIDCPNIFTY", "USDINR"], BSE: ["SENSEX", "BANKEX"] },
      cadence: 1,
      mayPractise: true,
    });
    // Diwali's hour is a trading day, a Saturday is not.
    expect(data).toContain("11/08/2026");
    expect(data).not.toContain("11/14/2026");
  });

  it("has a day as soon as it is imported, each date once, real before simulated, whatever else is damaged", async () => {
    mkdirSync(join(folder, "import", "2026-08-17"), { recursive: true });
    writeFileSync(join(folder, "import", "2026-08-17", "manifest.json"), "{");
    await importDay("2026-08-18");
    await importDay("2026-11-18", "import");
    const { data, days } = await list();
    expect(data.slice(0, 2)).toEqual(["08/18/2026", "10/23/2026"]);
    expect(data.filter((date) => date === "11/18/2026")).toHaveLength(1);
    expect(days[0]).toMatchObject({ date: "2026-08-18", source: "import", symbols: { NSE: ["NIFTY"] }, cadence: 5 });
    const twice = days.filter(({ date }) => date === "2026-11-18");
    expect(twice.map(({ source }) => source)).toEqual(["import", "sim"]);
    expect(faults).toHaveLength(1);
  });

  it("has a simulated day that was archived once, and none that the exchange has not ended", async () => {
    await importDay("2026-11-17", "sim");
    const sims = async () => (await list()).days.filter(({ source }) => source === "sim");
    expect((await sims()).filter(({ date }) => date === "2026-11-17").map(({ cadence }) => cadence)).toEqual([5]);
    today = isoDate("2026-11-17");
    expect((await sims()).at(-1)?.date).toBe("2026-11-16");
    expect((await get("history/11:17:2026/dbtockendictionaries/init")).status).toBe(404);
  });
});

describe("a damaged room of a day", () => {
  it("is missing alone, and named: the day lists, its spot comes from the next expiry, other rooms are served", async () => {
    const date = isoDate("2026-08-13");
    const [near, far] = [isoDate("2026-08-18"), isoDate("2026-08-25")];
    const symbols = fakeDay()
      .symbols.filter(({ symbol }) => symbol === "NIFTY")
      .map((facts) => ({ ...facts, expiries: [near, far], futureExpiries: [near] }));
    const rooms = [near, far].map((expiry) => {
      const room = { ...fakeRoom("NIFTY", expiry, 4, date), source: "import", cadence: 5 } as RoomDay;
      for (let at = 555; at <= 920; at++) fillMinute(room, at, at);
      return room;
    });
    await importer.writeDay({ date, source: "import", origin: "test", symbols }, rooms);
    const dayFolder = join(folder, "import", date);
    const damaged = readdirSync(dayFolder).find((name) => name.startsWith(encodeURIComponent("NIFTY-8/18/2026")));
    writeFileSync(join(dayFolder, damaged ?? ""), "no brotli");

    const init = await get("history/08:13:2026/dbtockendictionaries/init");
    expect(init.status).toBe(200);
    expect(JSON.stringify(await init.json())).toContain("NIFTY");
    for (const call of ["dbOI", "dbtockendictionaries"]) {
      const bad = await get(`history/08:13:2026/${call}/NIFTY-8:18:2026`);
      expect([bad.status, await messageOf(bad)]).toEqual([
        404,
        "The archive's copy of NIFTY-8/18/2026 on 08/13/2026 is damaged; the day's other rooms are whole",
      ]);
      expect((await get(`history/08:13:2026/${call}/NIFTY-8:25:2026`)).status).toBe(200);
    }
    const plain = { accept: COLUMNS_MEDIA_TYPE, "accept-encoding": "gzip" };
    expect((await get("history/08:13:2026/dbOI/NIFTY-8:18:2026", plain)).status).toBe(404);
  });
});

describe("who may see them", () => {
  const call = `history/${YESTERDAY}/dbOI/${FAR_ROOM}`;

  it("401 without a session, 402 without a subscription, 403 without a paid plan; the list is for subscribers", async () => {
    const accounts = createAccountRepository(database.orm);
    const demo = await accounts.byEmail(DEMO.email);
    if (demo === undefined) throw new Error("no demo account");
    const { plan, planPaid, validUntil } = demo;
    const both = async () => [(await get("history")).status, (await get(call)).status];
    try {
      expect((await app.fetch("/api/v1/history")).status).toBe(401);
      expect((await app.fetch(`/api/v1/${call}`)).status).toBe(401);
      await accounts.update(demo.id, { plan, planPaid: false, validUntil });
      expect(await both()).toEqual([200, 403]);
      expect(await messageOf(await get(call))).toBe("You need subscription to access historical data");
      await accounts.update(demo.id, { plan: null, planPaid: false, validUntil: null });
      expect(await both()).toEqual([402, 402]);
    } finally {
      await accounts.update(demo.id, { plan, planPaid, validUntil });
    }
    expect(await both()).toEqual([200, 200]);
  });
});

describe("a simulated day of the past", () => {
  const path = `history/${YESTERDAY}/dbOI/${FAR_ROOM}`;

  it("is what a live feed of that day would have archived", async () => {
    const feed = createSimulatedFeed({
      clock: createManualClock(),
      seed: SEED,
      start: { date: isoDate("2026-11-19"), minute: minute(1020) },
      symbols: ["FINNIFTY"],
    });
    let live: RoomDay | undefined;
    await feed.start({
      open: (day) => {
        live = day.rooms.find(({ room }) => room === FAR_ROOM);
      },
      changed: () => undefined,
      extended: () => undefined,
      made: () => undefined,
      learned: () => undefined,
      clockChanged: () => undefined,
      health: () => undefined,
    });
    if (live === undefined) throw new Error("no such room");
    feed.backfill(live, slot(0), slot(live.minutes.slots - 1));
    await feed.stop();
    const reply = await get(`${path}?source=sim`, columns);
    expect(reply.headers.get("etag")).toBe(`"${(await storeRoomDay(live)).checksum}"`);
  });

  it("comes in columns that never change, compressed as the client likes, or not at all", async () => {
    const reply = await get(`${path}?source=sim`, columns);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, COLUMNS_MEDIA_TYPE]);
    expect(reply.headers.get("cache-control")).toContain("immutable");
    expect(reply.headers.get("content-encoding")).toBe("br");
    const bytes = brotliDecompressSync(Buffer.from(await reply.arrayBuffer()));
    const { day, hasLive } = decodeRoomDay(bytes);
    expect([day.room, day.source, day.date, hasLive]).toEqual([FAR_ROOM, "sim", "2026-11-19", false]);
    for (let round = 0; round < 2; round++) {
      const zipped = await get(path, { ...columns, "accept-encoding": "gzip" });
      expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).equals(bytes)).toBe(true);
      // Whose day this is may change: a real one may be imported.
      expect(zipped.headers.get("cache-control")).toBe("private, no-cache");
    }
    const plain = await get(path, { accept: COLUMNS_MEDIA_TYPE });
    expect(Buffer.from(await plain.arrayBuffer()).equals(bytes)).toBe(true);
    const etag = reply.headers.get("etag") ?? "";
    const again = await get(path, { ...columns, "if-none-match": etag });
    expect([again.status, again.headers.get("etag"), (await again.arrayBuffer()).byteLength]).toEqual([304, etag, 0]);
  });

  it("is found however date and expiry are written", async () => {
    for (const date of ["11:19:2026", "11%3A19%3A2026", "11%2F19%2F2026"]) {
      for (const room of [
        "FINNIFTY-1/25/2027",
        "FINNIFTY-1%2F25%2F2027",
        "FINNIFTY-1:25:2027",
        "FINNIFTY-01:25:2027",
      ]) {
        expect((await get(`history/${date}/dbOI/${room}`, columns)).status).toBe(200);
      }
    }
  });

  it("has the spots of its close, and the JSON of the live calls", async () => {
    const reply = await get(`history/${YESTERDAY}/dbtockendictionaries/init`);
    const init = historyInit.response.parse(await reply.json()).data.data;
    expect(init.every(({ date }) => date === "2026-11-19")).toBe(true);
    const room = historyOpenInterest.response.parse(await (await get(path)).json()).data.data;
    const tokens = await (await get(`history/${YESTERDAY}/dbtockendictionaries/${FAR_ROOM}`)).json();
    const { data } = historyTokenDictionary.response.parse(tokens).data;
    const spot = Object.keys(data).find((token) => data[token]?.type === "EQ") ?? "";
    expect(init[1].data.indexData["FINNIFTY"]).toBe(room.openInterestData[spot]?.ltp.at(-1));
    expect(room.live[spot]?.[0]).toBe(room.openInterestData[spot]?.ltp.at(-1));
    expect(room.openInterestData[spot]?.ltp).toHaveLength(init[0].data.length);
    expect(init[1].data.indexData["USDINR"]).toBeUndefined();
  });
});

describe("a day of the archive", () => {
  const base = "history/08:18:2026/";
  const room = "NIFTY-8/18/2026";

  it("comes as it lies, and anew once it is imported anew", async () => {
    await importDay("2026-08-18");
    const reply = await get(`${base}dbOI/${room}?source=import`, columns);
    const etag = reply.headers.get("etag") ?? "";
    const stored = await importer.read({ source: "import", date: isoDate("2026-08-18"), room });
    expect(etag).toBe(`"${stored?.checksum}"`);
    expect(Buffer.from(await reply.arrayBuffer()).equals(stored?.bytes ?? Buffer.alloc(0))).toBe(true);
    const conditional = async () =>
      (await get(`${base}dbOI/${room}?source=import`, { ...columns, "if-none-match": etag })).status;
    expect(await conditional()).toBe(304);
    await importDay("2026-08-18", "import", 99);
    expect(await conditional()).toBe(200);
  });

  it("stands at its close: the last minute that is filled, the margins of the closing minute", async () => {
    const day = await importDay("2026-08-18");
    standAtLastMinute(day);
    const at = (row: number) => (day.live.columns[LTP][row] as number) / 100;
    const initReply = await get(`${base}dbtockendictionaries/init`);
    const init = historyInit.response.parse(await initReply.json()).data.data;
    expect(init[1].data.indexData).toEqual({ NIFTY: at(0) });
    const reply = await (await get(`${base}dbtockendictionaries/${room}`)).json();
    const { data, sd } = historyTokenDictionary.response.parse(reply).data;
    expect(sd).toBe(0.01);
    // Its last day, at its close: no time is left.
    const closing = { room: day, minute: minute(day.open + day.minutes.slots - 1), futureExpiry: day.expiry };
    const { base: margins, delta } = marginBases({ ...closing, sd });
    for (let row = 0; row < day.tokens.length; row++) {
      const m = data[String(day.tokens.token[row])]?.m;
      expect(m?.[0]).toBeCloseTo(margins[row] as number, 1);
      expect(m?.[1]).toBeCloseTo(delta[row] as number, 3);
    }
    const series = historyOpenInterest.response.parse(await (await get(`${base}dbOI/${room}`)).json()).data.data;
    const ltp = series.openInterestData[String(day.tokens.token[0])]?.ltp ?? [];
    expect([ltp.length, ltp.at(-1), ltp[365]]).toEqual([day.minutes.slots, null, at(0)]);
  });

  it("is the real one before the simulated, unless the source is told", async () => {
    await importDay("2026-11-18", "import");
    const symbolsOf = async (query: string) => {
      const reply = await get(`history/11:18:2026/dbtockendictionaries/init${query}`);
      return Object.keys(historyInit.response.parse(await reply.json()).data.data[2].data["NSE"] ?? {});
    };
    expect(await symbolsOf("")).toEqual(["NIFTY"]);
    expect(await symbolsOf("?source=import")).toEqual(["NIFTY"]);
    expect(await symbolsOf("?source=sim")).toHaveLength(5);
  });
});

describe("what is not there", () => {
  it.each([
    ["history/2026-11-19/dbOI/NIFTY-1/1/2027", 400, "'2026-11-19' is not a date"],
    ["history/02:30:2026/dbtockendictionaries/init", 400, "MM:DD:YYYY"],
    [`history/${YESTERDAY}/dbtockendictionaries/init?source=x`, 400, "'x' is not a source: kite, import, sim"],
    ["history/11:15:2026/dbtockendictionaries/init", 404, "No data for 11/15/2026"],
    ["history/11:20:2026/dbtockendictionaries/init", 404, "No data for 11/20/2026"],
    [`history/${YESTERDAY}/dbOI/NIFTY-11/23/2026?source=kite`, 404, "No data of the source 'kite' for 11/19/2026"],
    [`history/${YESTERDAY}/dbOI/RELIANCE-11/24/2026`, 404, "No data for RELIANCE on 11/19/2026. That day has NIFTY, "],
    [`history/${YESTERDAY}/dbOI/NIFTY`, 404, "That day has NIFTY, BANKNIFTY"],
    [
      `history/${YESTERDAY}/dbtockendictionaries/FINNIFTY-1/1/2027`,
      404,
      "No data for FINNIFTY expiring 1/1/2027 on 11/19/2026. That day has FINNIFTY expiring 11/23/2026, ",
    ],
  ])("%s", async (path, status, message) => {
    const reply = await get(path);
    expect(reply.status).toBe(status);
    expect(await messageOf(reply)).toContain(message);
  });
});
