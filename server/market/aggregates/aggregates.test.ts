import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { OpenAPIHono } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import { LTP, OI, type RoomDay, type Source } from "#contract/domain/columns.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import { futuresDaily, futuresHistory } from "#contract/wire/http/futures.ts";
import { volatility } from "#contract/wire/http/market.ts";
import { marketAggregates } from "../../commands/market/aggregates.ts";
import { openSimulatedPast } from "../../feeds/simulated/past/open-past.ts";
import { aggregateWorkOf } from "../../modules/history/history.ts";
import { createHistoryWork } from "../../modules/history/history-work.ts";
import { aggregateModule } from "../../modules/market/aggregate-routes.ts";
import { AppError } from "../../platform/errors.ts";
import { createBind } from "../../platform/http/bind.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import { silentLog } from "../../platform/log.ts";
import { fakeDay } from "../../testing/market/fake-feed.ts";
import { fakeFutures } from "../../testing/market/fake-futures.ts";
import { createFileArchive } from "../../testing/market/file-archive.ts";
import { pricedRoom } from "../../testing/market/priced-room.ts";
import { createFixedIdentities } from "../../testing/sockets/fixed-identities.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createAggregateStore } from "./aggregate-store.ts";
import { createAggregates } from "./aggregates.ts";
import type { DayAggregates } from "./day-aggregates.ts";
import { observedArchive } from "./observed-archive.ts";

const EXPIRY = isoDate("2026-08-25");

/** A future whose price and OI rise by a lot a minute. */
function risingFutures(date: IsoDate): RoomDay {
  const room = fakeFutures(["NIFTY", "SBIN"], EXPIRY, date);
  const { minutes, tokens } = room;
  for (let slot = 0; slot < minutes.slots; slot++) {
    minutes.state[slot] = 1;
    for (let row = 0; row < tokens.length; row++) {
      minutes.columns[LTP][slot * minutes.stride + row] = 100_000 + slot;
      minutes.columns[OI][slot * minutes.stride + row] = 7500 + slot * 75;
    }
  }
  return room;
}

const builtUp = (points: number): number => (points - 1) * 75;

function open(past: readonly DayAggregates[] = [], today = "2026-07-29") {
  const calendar = { today };
  const folder = temporaryFolder();
  const files = createFileArchive({ folder });
  const aggregatesFolder = join(folder, "aggregates");
  const faults: string[] = [];
  const doWork = createHistoryWork(openSimulatedPast);
  const made: string[] = [];
  const work = aggregateWorkOf({
    run(name, _, request) {
      made.push(name);
      return doWork(name, request);
    },
  });
  const start = () =>
    createAggregates({
      archive: files,
      store: createAggregateStore({ store: files.store, onFault: (line) => faults.push(line) }),
      work,
      past: [{ answer: async () => ({ days: past, pending: 0 }), settled: async () => undefined }],
      endedBefore: () => isoDate(calendar.today),
      log: silentLog,
    });
  const aggregates = start();
  const archive = observedArchive(files, () => aggregates.refresh());
  const writeDay = async (date: string, vol = 0.2, source: Source = "sim"): Promise<void> => {
    const day = isoDate(date);
    const rooms = [pricedRoom("NIFTY", EXPIRY, day, vol), risingFutures(day)].map((room) => ({ ...room, source }));
    const symbols = fakeDay(day)
      .symbols.slice(0, 1)
      .map((facts) => ({ ...facts, expiries: [EXPIRY], futureExpiries: [EXPIRY] }));
    await archive.writeDay({ date: day, source, origin: "test", symbols }, rooms);
  };
  const app = new OpenAPIHono<HttpEnv>();
  app.onError((error, c) => {
    if (error instanceof AppError) return c.json(error.reply, error.httpStatus);
    throw error;
  });
  aggregateModule(aggregates)(createBind(app, createFixedIdentities()));
  const get = (path: string, headers: Record<string, string> = {}, ticket = "live") =>
    app.request(`/api/v1/dbtockendictionaries/${path}`, { headers: { cookie: `ticket=${ticket}`, ...headers } });
  const history = (day: string, path: string, ticket = "live") =>
    app.request(`/api/v1/history/${day}/dbtockendictionaries/${path}`, { headers: { cookie: `ticket=${ticket}` } });
  const hviv = async () => volatility.response.parse(await (await get("HVIV")).json());
  return { calendar, folder, files, aggregatesFolder, aggregates, start, writeDay, faults, made, get, history, hviv };
}

describe("aggregates of finished days", () => {
  it("are made when a day is archived, and once", async () => {
    const { aggregates, start, writeDay, hviv, made } = open();
    await writeDay("2026-07-27");
    await aggregates.settled();
    const { data, sources } = await hviv();
    expect(data.dates).toEqual(["7/27/2026"]);
    expect(data["NIFTY"]).toEqual([[1.0101, expect.closeTo(20, 1)]]);
    expect(sources).toEqual({ NIFTY: ["sim"] });
    const jobs = made.length;
    const again = start();
    again.refresh();
    await again.settled();
    expect(await (await again.volatility()).compressed("identity")).toEqual(
      await (await aggregates.volatility()).compressed("identity"),
    );
    expect(made).toHaveLength(jobs);
  });

  it("are put together once a day, and those of the day before are let go", async () => {
    const { aggregates, calendar, writeDay } = open();
    await writeDay("2026-07-27");
    await aggregates.settled();
    const reply = await aggregates.volatility();
    expect(await aggregates.volatility()).toBe(reply);
    calendar.today = "2026-07-30";
    const next = await aggregates.volatility();
    expect(next).not.toBe(reply);
    expect(await aggregates.volatility()).toBe(next);
  });

  it("are made anew when a day is imported anew, and when their file is damaged", async () => {
    const { aggregates, aggregatesFolder, writeDay, hviv, faults, start } = open();
    const lastIv = async () => (await hviv()).data["NIFTY"]?.at(-1)?.[1];
    await writeDay("2026-07-24", 0.2, "import");
    await aggregates.settled();
    await writeDay("2026-07-24", 0.3, "import");
    await aggregates.settled();
    expect(await lastIv()).toBeCloseTo(30, 1);
    const [file = ""] = readdirSync(aggregatesFolder);
    writeFileSync(join(aggregatesFolder, file), "x");
    const again = start();
    again.refresh();
    await again.settled();
    expect(faults.some((line) => line.includes(file))).toBe(true);
    expect(await lastIv()).toBeCloseTo(30, 1);
  });

  it("of the version before are made anew, and stand where the day's rooms are gone", async () => {
    const { aggregates, aggregatesFolder, files, writeDay, hviv, start, made } = open();
    await writeDay("2026-07-24");
    await writeDay("2026-07-27");
    await aggregates.settled();
    for (const name of readdirSync(aggregatesFolder)) {
      const file = join(aggregatesFolder, name);
      const { version, ...rest } = JSON.parse(brotliDecompressSync(readFileSync(file)).toString("utf8"));
      writeFileSync(file, brotliCompressSync(JSON.stringify({ version: version - 1, ...rest })));
    }
    await files.removeDay({ date: isoDate("2026-07-24"), source: "sim" });
    made.length = 0;
    const again = start();
    again.refresh();
    await again.settled();
    expect(made).toEqual(["roomClose", "roomFutures"]);
    expect((await hviv()).data.dates).toEqual(["7/24/2026", "7/27/2026"]);
  });

  it("hold no day that has not ended, and real days before simulated ones", async () => {
    const { aggregates, writeDay, hviv } = open([], "2026-07-28");
    await writeDay("2026-07-27", 0.2, "sim");
    await writeDay("2026-07-27", 0.4, "import");
    await writeDay("2026-07-28", 0.2, "sim");
    await aggregates.settled();
    const { data, sources } = await hviv();
    expect(data.dates).toEqual(["7/27/2026"]);
    expect(data["NIFTY"]?.[0]?.[1]).toBeCloseTo(40, 1);
    expect(sources["NIFTY"]).toEqual(["import"]);
  });

  it("go on where the archive ends: archived days before the others of their kind", async () => {
    const closes = { NIFTY: { close: 1, change: 7, iv: 70 } };
    const told = (date: string): DayAggregates => ({
      date: isoDate(date),
      source: "sim",
      madeOf: "seed",
      closes,
      buildUps: {},
    });
    const { aggregates, writeDay, hviv } = open([told("2026-07-24"), told("2026-07-27"), told("2026-07-29")]);
    await writeDay("2026-07-27");
    await aggregates.settled();
    const { data } = await hviv();
    expect(data.dates).toEqual(["7/24/2026", "7/27/2026"]);
    expect(data["NIFTY"]?.map(([change]) => change)).toEqual([7, 1.0101]);
  });

  it("are remade by command, all or one day, and a date that is none is said", async () => {
    const { files, aggregatesFolder, writeDay, aggregates } = open();
    await writeDay("2026-07-24");
    await writeDay("2026-07-27");
    await aggregates.settled();
    const lines: string[] = [];
    const run = (date?: string) => marketAggregates({ archive: files, date, tell: (line) => lines.push(line) });
    for (const file of readdirSync(aggregatesFolder)) writeFileSync(join(aggregatesFolder, file), "x");
    expect(await run("2026-07-27")).toBe(0);
    expect(lines).toEqual(["2026-07-27 (sim): 1 of 1 closes, 1 changes, 1 volatilities, 2 futures"]);
    expect(await createAggregateStore({ store: files.store }).days()).toHaveLength(1);
    expect(await run()).toBe(0);
    expect(await createAggregateStore({ store: files.store }).days()).toHaveLength(2);
    expect(await run("2020-01-01")).toBe(1);
    await expect(run("tomorrow")).rejects.toThrow("YYYY-MM-DD");
  });
});

describe("the calls", () => {
  it("HVIV is for subscribers, and is sent once", async () => {
    const { get, writeDay, aggregates } = open();
    expect((await get("HVIV", {}, "nobody")).status).toBe(401);
    expect((await get("HVIV", {}, "unpaid")).status).toBe(402);
    expect(await (await get("HVIV")).json()).toEqual({ data: { dates: [] }, sources: {}, pending: 0 });
    await writeDay("2026-07-27");
    await aggregates.settled();
    const reply = await get("HVIV");
    expect(reply.headers.get("content-type")).toBe("application/json");
    const etag = reply.headers.get("etag") ?? "";
    expect((await get("HVIV", { "if-none-match": etag })).status).toBe(304);
    expect((await get("HVIV", { "accept-encoding": "br" })).headers.get("content-encoding")).toBe("br");
    await writeDay("2026-07-28");
    await aggregates.settled();
    expect((await get("HVIV", { "if-none-match": etag })).status).toBe(200);
  });

  it("HistFutures is by symbol and day, however the expiry is written", async () => {
    const { get, writeDay, aggregates } = open();
    await writeDay("2026-07-24");
    await writeDay("2026-07-27");
    await aggregates.settled();
    for (const expiry of ["8:25:2026", "8/25/2026", "8%2F25%2F2026", "08%3A25%3A2026"]) {
      const reply = await get(`HistFutures-${expiry}`);
      expect(reply.status).toBe(200);
      const day = [builtUp(376), 0, 0, 0];
      expect(futuresHistory.response.parse(await reply.json())).toEqual({
        data: {
          NIFTY: { "7/24/2026": day, "7/27/2026": day },
          SBIN: { "7/24/2026": day, "7/27/2026": day },
        },
        sources: { NIFTY: ["sim"], SBIN: ["sim"] },
        pending: 0,
      });
    }
    const etag = (await get("HistFutures-8:25:2026")).headers.get("etag") ?? "";
    expect((await get("HistFutures-8:25:2026", { "if-none-match": etag })).status).toBe(304);
  });

  it("FuturesDaily is what they traded at, with its history twin; a day that lacks minutes is marked", async () => {
    const { get, history, writeDay, aggregates, files } = open();
    await writeDay("2026-07-24");
    const day = isoDate("2026-07-27");
    const short = risingFutures(day);
    short.minutes.state.fill(0, 100);
    const symbols = fakeDay(day).symbols.slice(0, 1);
    await files.writeDay({ date: day, source: "sim", origin: "test", symbols }, [short]);
    aggregates.refresh();
    await aggregates.settled();
    const { data, sources } = futuresDaily.response.parse(await (await get("FuturesDaily-8/25/2026")).json());
    expect(sources).toEqual({ NIFTY: ["sim"], SBIN: ["sim"] });
    // A rupee is a hundred paise: a price of 1,000 rises by a paisa a minute. Open, high and low are not recorded.
    expect(data["NIFTY"]).toEqual({
      "7/24/2026": [null, null, null, 1003.75, null, 7500 + 375 * 75, 0],
      "7/27/2026": [null, null, null, 1000.99, null, 7500 + 99 * 75, 1],
    });
    const past = futuresDaily.response.parse(await (await history("07:24:2026", "FuturesDaily-8:25:2026")).json());
    expect(Object.keys(past.data["SBIN"] ?? {})).toEqual(["7/24/2026"]);
    expect((await get("FuturesDaily-9/29/2026")).status).toBe(404);
    expect((await history("07:24:2026", "FuturesDaily-8:25:2026", "unpaid")).status).toBe(402);
  });

  it("of a recorded day look back on recorded days alone; of a simulated one on all", async () => {
    const bare = { madeOf: "seed", buildUps: {} } as const;
    const closes = { NIFTY: { close: 1, change: 7, iv: 70 } };
    const { history, writeDay, aggregates } = open([{ date: isoDate("2026-07-23"), source: "sim", closes, ...bare }]);
    await writeDay("2026-07-22", 0.2, "import");
    await writeDay("2026-07-24", 0.2, "sim");
    await writeDay("2026-07-27", 0.2, "import");
    await writeDay("2026-07-28", 0.2, "sim");
    await aggregates.settled();
    const datesOf = async (day: string) => {
      const { data, sources } = futuresDaily.response.parse(
        await (await history(day, "FuturesDaily-8:25:2026")).json(),
      );
      const { data: closed } = volatility.response.parse(await (await history(day, "HVIV")).json());
      return [Object.keys(data["NIFTY"] ?? {}), sources["NIFTY"], closed.dates];
    };
    const recorded = ["7/22/2026", "7/27/2026"];
    expect(await datesOf("07:27:2026")).toEqual([recorded, ["import"], recorded]);
    const [all] = await datesOf("07:28:2026");
    expect(all).toEqual(["7/22/2026", "7/24/2026", "7/27/2026", "7/28/2026"]);
  });

  it("of a past day tell what was known at its close, to premium plans", async () => {
    const { history, writeDay, aggregates } = open();
    for (const day of ["2026-07-24", "2026-07-27", "2026-07-28"]) await writeDay(day);
    await aggregates.settled();
    const volatilities = volatility.response.parse(await (await history("07:27:2026", "HVIV")).json());
    expect(volatilities.data.dates).toEqual(["7/24/2026", "7/27/2026"]);
    expect(volatilities.data["NIFTY"]).toHaveLength(2);
    const builtUp = futuresHistory.response.parse(await (await history("7:27:2026", "HistFutures-8:25:2026")).json());
    expect(Object.keys(builtUp.data["SBIN"] ?? {})).toEqual(["7/24/2026", "7/27/2026"]);
    expect((await history("07:23:2026", "HistFutures-8:25:2026")).status).toBe(404);
    expect((await history("yesterday", "HVIV")).status).toBe(400);
    expect((await history("07:27:2026", "HVIV", "unpaid")).status).toBe(402);
    const later = await aggregates.volatility(isoDate("2027-01-01"));
    expect(later.checksum).toBe((await aggregates.volatility()).checksum);
  });

  it.each(["HistFutures-9/29/2026", "HistFutures-tomorrow", "HistFutures-2/30/2026"])("%s is a 404", async (path) => {
    const { get } = open();
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ status: "fail", message: expect.stringContaining("No finished day") });
    expect((await get(path, {}, "unpaid")).status).toBe(402);
  });
});
