/**
 * The recorded days, where they are at hand (MARKET_DATA names the folder of options_intraday): every file is imported
 * into one archive, and what the history calls tell of each day equals what a plain script recomputes from the raw file.
 */
import { join } from "node:path";
import { OpenAPIHono } from "@hono/zod-openapi";
import { Registry } from "prom-client";
import { afterAll, expect, it } from "vitest";
import { COMPLETE, HIGH, LOW, LTP, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import {
  COLUMNS_MEDIA_TYPE,
  historyBase,
  joinPath,
  OPEN_INTEREST_PATH,
  roomPath,
  TOKENS_PATH,
} from "#contract/wire/http/api-path.ts";
import { history, openInterest, tokenDictionary } from "#contract/wire/http/market.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { createHistory } from "./modules/history/history.ts";
import { systemClock } from "./platform/clocks.ts";
import { createBind } from "./platform/http/bind.ts";
import type { HttpEnv } from "./platform/http/http-env.ts";
import { silentLog } from "./platform/log.ts";
import { createFileArchive } from "./testing/market/file-archive.ts";
import { importInto } from "./testing/market/recorded-archive.ts";
import { EXPIRY_DAY, RECORDED_DAYS, recordingsFolder, SITE_CHAIN } from "./testing/market/recordings.ts";
import { type ChainFigures, minuteAt, productFigures, recomputedFigures } from "./testing/recompute/chain-figures.ts";
import { unlessMissing } from "./testing/skips.ts";
import { createFixedIdentities } from "./testing/sockets/fixed-identities.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const archived = join(temporaryFolder(), "archive");
const archive = createFileArchive({ folder: archived });
const past = createHistory({
  archive,
  simulation: undefined,
  endedBefore: () => isoDate("9999-12-31"),
  practiceLagDays: 90,
  clock: systemClock,
  log: silentLog,
  registry: new Registry(),
});
const app = new OpenAPIHono<HttpEnv>();
past.register(createBind(app, createFixedIdentities()));
afterAll(() => past.stop());

const get = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> => {
  const reply = await app.request(path, { headers: { cookie: "ticket=live", ...headers } });
  expect(reply.status, path).toBe(200);
  return reply;
};
const base = (date: string): string => historyBase("/api/v1/", isoDate(date));

/** A room of a past day as our own client loads it. */
async function loadColumns(date: string, room: string): Promise<RoomDay> {
  const path = joinPath(base(date), roomPath(OPEN_INTEREST_PATH, room));
  const reply = await get(path, { accept: COLUMNS_MEDIA_TYPE, "accept-encoding": "identity" });
  return decodeRoomDay(new Uint8Array(await reply.arrayBuffer())).day;
}

interface Contract {
  readonly type: string;
  readonly strike: number;
  readonly ltp: readonly (number | null)[];
  readonly oi: readonly (number | null)[];
  readonly vol: readonly (number | null)[];
}

/** The same as any other client does, in JSON. */
async function loadJson(date: string, room: string): Promise<Contract[]> {
  const [tokens, series] = await Promise.all([
    get(joinPath(base(date), roomPath(TOKENS_PATH, room))),
    get(joinPath(base(date), roomPath(OPEN_INTEREST_PATH, room))),
  ]);
  const entries = tokenDictionary.response.parse(await tokens.json()).data.data;
  const { openInterestData } = openInterest.response.parse(await series.json()).data.data;
  return Object.entries(entries).map(([token, { type, strike }]) => ({ type, strike, ...openInterestData[token] }));
}

const total = (contracts: readonly Contract[], type: string, field: "oi" | "vol", slot: number): number =>
  contracts.reduce((sum, contract) => sum + (contract.type === type ? (contract[field][slot] ?? 0) : 0), 0);

/** What needs no product to read out of the JSON: sums, their ratio, and the straddle at a known strike. */
function jsonFigures(contracts: readonly Contract[], slot: number, atm: number | null): Partial<ChainFigures> {
  const ltp = (type: string): number | null =>
    contracts.find((contract) => contract.type === type && contract.strike === atm)?.ltp[slot] ?? null;
  const [call, put] = [ltp("CE"), ltp("PE")];
  const [ceOi, peOi] = [total(contracts, "CE", "oi", slot), total(contracts, "PE", "oi", slot)];
  return {
    ceOi,
    peOi,
    ceVolume: total(contracts, "CE", "vol", slot),
    peVolume: total(contracts, "PE", "vol", slot),
    pcr: ceOi === 0 ? null : peOi / ceOi,
    straddle: call === null || put === null ? null : Math.round((call + put) * 100) / 100,
  };
}

const imports = new Map<string, ReturnType<typeof importOne>>();

/** Each file once for all tests. */
function imported(path: string): ReturnType<typeof importOne> {
  const known = imports.get(path) ?? importOne(path);
  imports.set(path, known);
  return known;
}

async function importOne(path: string) {
  const { file, day } = await importInto(archived, path);
  const manifest = await archive.day("import", day.date);
  if (manifest === undefined) throw new Error(`${path} is not archived`);
  const rooms = await Promise.all(manifest.rooms.map(({ room }) => loadColumns(manifest.date, room)));
  return { file, day, manifest, rooms };
}

const scripted = new Map<string, ReturnType<typeof recomputedFigures>>();

/** The script reads a file once for both tests of it. */
function rawFigures(path: string, minutes: readonly string[]): ReturnType<typeof recomputedFigures> {
  const known = scripted.get(path) ?? recomputedFigures(path, minutes);
  scripted.set(path, known);
  return known;
}

const stateAt = ({ minutes, open }: RoomDay, label: string): number => minutes.state[minuteAt(label) - open];

const filledMinutes = ({ minutes, open }: RoomDay): string[] =>
  Array.from(minutes.state, (state, slot) => (state === MISSING_MINUTE ? "" : minuteLabel(minute(open + slot)))).filter(
    Boolean,
  );

/** The script's figures by room, each with its minute. */
function byRoom(raw: Readonly<Record<string, readonly ChainFigures[]>>) {
  const rooms = new Map<string, { at: string; truth: ChainFigures }[]>();
  for (const [at, truths] of Object.entries(raw)) {
    for (const truth of truths) {
      const name = roomName(truth.symbol, isoDate(truth.expiry));
      const known = rooms.get(name) ?? [];
      rooms.set(name, known);
      known.push({ at, truth });
    }
  }
  return rooms;
}

/** Rows in the file, rows imported, minutes that any room has, rooms and contracts. */
const COUNTS: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  "2025-08-29": [233_762, 233_762, 305, 18, 1528],
  "2026-01-21": [75_628, 75_628, 74, 20, 2064],
  "2026-01-22": [14_166, 14_166, 51, 3, 694],
  "2026-01-27": [17_600, 17_600, 49, 3, 706],
  "2026-01-28": [11_286, 11_286, 32, 3, 686],
  "2026-01-30": [24_966, 24_966, 72, 3, 686],
  "2026-02-03": [23_732, 23_732, 67, 3, 700],
  "2026-02-05": [5190, 5190, 15, 3, 694],
  "2026-08-18": [153_990, 153_990, 288, 4, 557],
};

unlessMissing("the recorded days", recordingsFolder(), "the recorded market data (MARKET_DATA)", (folder) => {
  it.each(RECORDED_DAYS)(
    "$date: imported whole, its figures those of the raw file",
    async ({ date, file: name, minutes, hole }) => {
      const path = join(folder, name);
      const { file, day, rooms } = await imported(path);
      const [rows, importedRows, filled, roomCount, contracts] = COUNTS[date];
      expect(file).toMatchObject({ error: undefined, lines: rows, imported: importedRows });
      expect(day).toMatchObject({ date, status: "new", minutes: filled });
      expect(rooms).toHaveLength(roomCount);
      expect(rooms.reduce((sum, room) => sum + room.tokens.length, 0)).toBe(contracts);
      const raw = rawFigures(path, minutes);
      for (const at of minutes) {
        const captured = rooms.filter((room) => stateAt(room, at) === COMPLETE);
        expect(
          captured.map((room) => productFigures(room, at)),
          at,
        ).toEqual(raw[at]);
      }
      for (const room of rooms) expect(stateAt(room, hole), `${room.room} ${hole}`).toBe(MISSING_MINUTE);
    },
    240_000,
  );

  it.each(RECORDED_DAYS)(
    "$date: the JSON of the history calls has the same figures",
    async ({ date, file, minutes, hole }) => {
      const path = join(folder, file);
      const { rooms } = await imported(path);
      const raw = rawFigures(path, minutes);
      for (const [name, truths] of byRoom(raw)) {
        const contracts = await loadJson(date, name);
        const open = rooms.find(({ room }) => room === name)?.open ?? 0;
        for (const { at, truth } of truths) {
          const slot = minuteAt(at) - open;
          expect(truth, `${name} ${at}`).toMatchObject(jsonFigures(contracts, slot, truth.atm));
        }
        const inHole = contracts.flatMap(({ ltp, oi, vol }) => [ltp, oi, vol].map((of) => of[minuteAt(hole) - open]));
        expect(new Set(inHole), `${name} ${hole}`).toEqual(new Set([null]));
      }
    },
    240_000,
  );

  it("are all listed, with what they hold", async () => {
    for (const { file } of RECORDED_DAYS) await imported(join(folder, file));
    const { data, days } = history.response.parse(await (await get("/api/v1/history")).json()).data;
    expect(data).toEqual(RECORDED_DAYS.map(({ date }) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`));
    expect(days.map(({ source, cadence, symbols }) => [source, cadence, symbols["NSE"]?.length])).toEqual([
      ["import", 1, 1],
      ["import", 5, 20],
      ...new Array<unknown>(6).fill(["import", 5, 3]),
      ["import", 1, 1],
    ]);
  }, 240_000);

  it("leave the hole of 29-Aug-2025 open, and the last ten minutes of 18-Aug-2026", async () => {
    const first = await imported(join(folder, SITE_CHAIN));
    expect(first.day.gaps).toContainEqual({ from: 617, to: 634 });
    const [near] = first.rooms;
    expect([...near.minutes.state.subarray(617 - 555, 635 - 555)].every((state) => state === MISSING_MINUTE)).toBe(
      true,
    );
    const second = await imported(join(folder, EXPIRY_DAY));
    expect(second.day.gaps).toEqual([]);
    expect(second.rooms[0].minutes.slots).toBe(386);
    expect([...second.rooms[0].minutes.state.subarray(375)]).toEqual([
      COMPLETE,
      ...new Array<number>(10).fill(MISSING_MINUTE),
    ]);
  }, 240_000);

  it("name the broken snapshots of 22 and 27 January 2026, which become holes", async () => {
    const first = await imported(join(folder, "index_chain_5min_2026-01-22.csv.gz"));
    const leftOut = (notes: readonly string[]) => notes.filter((note) => note.startsWith("snapshot left out"));
    expect(leftOut(first.day.notes)).toEqual([
      "snapshot left out, a part of the chain only: 09:39 BANKNIFTY-1/27/2026 (235 of 245 contracts are empty)",
      "snapshot left out, a part of the chain only: 09:39 MIDCPNIFTY-1/27/2026 (116 of 189 contracts are empty)",
      "snapshot left out, a part of the chain only: 09:46 NIFTY-1/27/2026 (100 of 186 contracts are empty)",
      "snapshot left out, all zeros: 09:57 NIFTY-1/27/2026 (190 contracts)",
    ]);
    const [nifty, bank] = first.rooms;
    expect(["09:39", "09:46", "09:57", "09:58"].map((at) => stateAt(nifty, at))).toEqual([
      COMPLETE,
      MISSING_MINUTE,
      MISSING_MINUTE,
      COMPLETE,
    ]);
    expect(["09:39", "11:17"].map((at) => stateAt(bank, at))).toEqual([MISSING_MINUTE, COMPLETE]);
    const second = await imported(join(folder, "index_chain_5min_2026-01-27.csv.gz"));
    expect(leftOut(second.day.notes)).toHaveLength(3);
    expect(filledMinutes(second.rooms[0])[0]).toBe("10:11");
    expect(filledMinutes(second.rooms[0]).slice(-2)).toEqual(["15:29", "15:30"]);
  }, 240_000);

  it.each([
    ["2026-01-27", "15:35"],
    ["2026-01-30", "15:36"],
    ["2026-02-03", "15:38"],
  ])(
    "%s ends with the figures of its last rows, of %s",
    async (date, last) => {
      const path = join(folder, `index_chain_5min_${date}.csv.gz`);
      const { rooms } = await imported(path);
      const closing = recomputedFigures(path, [last])[last];
      expect(closing).toHaveLength(3);
      for (const room of rooms) {
        // Time value is that of its minute, so IV is not compared.
        const { symbol, ceOi, peOi, ceVolume, peVolume, pcr, maxPain, atm, straddle } = productFigures(room, "15:30");
        const truth = closing.find((figures) => figures.symbol === room.symbol);
        expect(truth).toMatchObject({ symbol, ceOi, peOi, ceVolume, peVolume, pcr, maxPain, atm, straddle });
      }
    },
    240_000,
  );

  it("have the OI of the day before from the snapshot before the open, and no slot for it", async () => {
    const { day, rooms } = await imported(join(folder, "index_chain_5min_2026-01-28.csv.gz"));
    expect(day.notes).toContain("before the open, so only as the previous day's OI: 09:13");
    const total = (room: RoomDay): number =>
      room.tokens.prevOi.subarray(0, room.tokens.length).reduce((sum, oi) => sum + Math.max(oi, 0), 0);
    expect(rooms.map(total)).toEqual([58_223_425 + 48_581_455, 5_875_320 + 6_305_370, 1_902_480 + 2_024_640]);
    expect(filledMinutes(rooms[0])[0]).toBe("09:20");
  }, 240_000);

  it("have the exact previous close of the spot where the rounded changes leave one price", async () => {
    const closes = async (file: string) =>
      (await imported(join(folder, file))).manifest.symbols.map(({ symbol, prevClose }) => [symbol, prevClose]);
    expect(await closes("index_chain_5min_2026-01-30.csv.gz")).toEqual([
      ["NIFTY", 25_418.9],
      ["BANKNIFTY", 59_957.85],
      ["MIDCPNIFTY", undefined],
    ]);
    // Fifteen snapshots leave two prices for BANKNIFTY.
    expect(await closes("index_chain_5min_2026-02-05.csv.gz")).toEqual([
      ["NIFTY", 25_776],
      ["BANKNIFTY", undefined],
      ["MIDCPNIFTY", undefined],
    ]);
    const stocks = Object.fromEntries(await closes("stock_chain_20names_2026-01-21.csv.gz"));
    // The closes of 20-Jan-2026 in the exchange's daily file.
    expect(stocks).toMatchObject({ ADANIENT: 2055.1, KOTAKBANK: 423.8, "M&M": 3557.5, RELIANCE: 1394, VEDL: 671.8 });
  }, 240_000);

  it("have stocks as underlyings with lots and steps of their own, and their day's range", async () => {
    const { manifest, rooms } = await imported(join(folder, "stock_chain_20names_2026-01-21.csv.gz"));
    const facts = Object.fromEntries(manifest.symbols.map((symbol) => [symbol.symbol, symbol]));
    expect(manifest.cadence).toBe(5);
    expect(facts["RELIANCE"]).toMatchObject({ exchange: "NSE", lotSize: 500, strikeStep: 10, freezeQty: 15_000 });
    expect(facts["M&M"]).toMatchObject({ lotSize: 200, expiries: ["2026-01-27"] });
    const [first] = rooms;
    const slot = minuteAt("09:16") - first.open;
    expect([LTP, HIGH, LOW].map((field) => first.minutes.columns[field][slot * first.minutes.stride])).toEqual([
      206_100, 206_700, 204_710,
    ]);
  }, 240_000);
});
