import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { MarketHttpError } from "../market-http.ts";
import { memoryStore } from "../testing/memory-store.ts";
import { createVault, type VaultDeps } from "./vault.ts";

const day = (date: string, source: HistoryDay["source"] = "import"): HistoryDay => ({
  date,
  source,
  symbols: { NSE: ["NIFTY"] },
  cadence: 1,
  mayPractise: true,
});
const AUG_17 = day("2026-08-17");
const AUG_18 = day("2026-08-18");
const keyOf = ({ source, date }: HistoryDay) => ({ source, date: isoDate(date) });
const NEAR = "NIFTY-8/25/2026";
const FAR = "NIFTY-9/1/2026";
const pathOf = (room: string) => `history/08:18:2026/dbOI/${room}?source=import`;
const INIT = "history/08:18:2026/dbtockendictionaries/init?source=import";
const ROOM_BYTES = 1000;

/** A server that has every room but 'SENSEX'. Every room takes 1000 bytes, the day's list 2. */
function open(over: Partial<VaultDeps> = {}) {
  const asked: string[] = [];
  const store = memoryStore();
  let time = 0;
  const vault = createVault({
    store,
    now: () => (time += 100_000),
    checkRoomDay: () => undefined,
    alone: createLine(),
    ...over,
  });
  const load = async (path: string): Promise<Response> => {
    asked.push(path);
    if (path.includes("SENSEX")) throw new MarketHttpError(404, "No data");
    const content = path.includes("/dbOI/") ? new Uint8Array(ROOM_BYTES) : "[]";
    return new Response(content, { headers: { "Content-Type": "a/columns" } });
  };
  const kept = (path: string, status = 0) => vault.instead(`https://x/api/v1/${path}`, status);
  return { vault, kept, api: vault.api(load), store, asked };
}

/** One after the other, as a lock of the browser has it. */
function createLine(): VaultDeps["alone"] {
  let line: Promise<unknown> = Promise.resolve();
  return (write) => {
    const run = line.then(write);
    line = run.catch(() => undefined);
    return run;
  };
}

test("a kept day holds what it lists and the rooms that were wanted; what the day has not is left out", async () => {
  const { kept, api, asked } = open();
  expect(await api.keep(AUG_18, [NEAR, "SENSEX-8/20/2026"])).toEqual([]);
  expect(asked).toEqual([INIT, pathOf(NEAR), pathOf("SENSEX-8/20/2026")]);
  expect(await api.days()).toMatchObject([{ day: AUG_18, rooms: 1, bytes: ROOM_BYTES + 2 }]);
  expect((await (await kept(pathOf(NEAR)))?.arrayBuffer())?.byteLength).toBe(ROOM_BYTES);
  expect(await api.roomBytes(NEAR, keyOf(AUG_18))).toHaveLength(ROOM_BYTES);
  expect(await kept(pathOf(FAR))).toBeUndefined();
});

test("what is kept stands in for no network, a failing server and a day it lacks, not for a refusal", async () => {
  const { kept, api } = open();
  expect(await kept("history")).toBeUndefined();
  await api.keep(AUG_18, [NEAR]);
  for (const status of [0, 404, 500, 503]) expect(await kept(INIT, status)).toBeDefined();
  for (const status of [400, 401, 402, 403]) expect(await kept(INIT, status)).toBeUndefined();
  expect(await (await kept("history"))?.json()).toEqual({ data: { days: [] } }); // withKept lists them
  expect(await kept("dbtockendictionaries/init")).toBeUndefined();
});

test("keeping more of a day leaves what is kept of it", async () => {
  const { kept, api } = open();
  await api.keep(AUG_18, [NEAR]);
  const more = { ...AUG_18, symbols: { NSE: ["BANKNIFTY"], BSE: ["SENSEX"] } };
  await api.keep(more, [FAR, "BANKNIFTY-8/25/2026", "Futures-NSE-8/25/2026"]);
  const [one] = await api.days();
  expect(one).toMatchObject({ rooms: 4, day: { symbols: { NSE: ["NIFTY", "BANKNIFTY"], BSE: ["SENSEX"] } } });
  expect(await kept(pathOf(NEAR))).toBeDefined();
});

test("what is kept and imported of one day at once is all kept", async () => {
  const { kept, api, vault } = open();
  await api.keep(AUG_18, [FAR]);
  const file = await api.exportDay(keyOf(AUG_18));
  await api.forget(keyOf(AUG_18));
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const slow = vault.api(async (path) => {
    if (path.includes("/dbOI/")) await begun;
    return new Response("[]");
  });
  const bank = { ...AUG_18, symbols: { NSE: ["BANKNIFTY"] } };
  const keeps = [slow.keep(AUG_18, [NEAR]), slow.keep(bank, ["BANKNIFTY-8/25/2026"])];
  await api.importDay(file);
  begin();
  await Promise.all(keeps);
  const [one] = await api.days();
  expect(one).toMatchObject({ rooms: 3, bytes: ROOM_BYTES + 6, day: { symbols: { NSE: ["NIFTY", "BANKNIFTY"] } } });
  for (const room of [NEAR, FAR, "BANKNIFTY-8/25/2026"]) expect(await kept(pathOf(room))).toBeDefined();
});

test("beyond the bound the day unused for longest leaves, and is named; the newest stays", async () => {
  const { kept, api, store } = open({ mostBytes: 2 * ROOM_BYTES + 10 });
  await api.keep(AUG_18, [NEAR]);
  await api.keep(AUG_17, [NEAR]);
  await kept(pathOf(NEAR)); // the 18th is used: the 17th is not
  await expect.poll(async () => (await api.days()).at(-1)?.usedAt).toBeGreaterThan(200_000);
  const left = await api.keep(day("2026-08-14"), [NEAR]);
  expect(left.map(({ day: { date } }) => date)).toEqual(["2026-08-17"]);
  expect((await api.days()).map(({ day: { date } }) => date)).toEqual(["2026-08-14", "2026-08-18"]);
  expect([...store.values.keys()].sort()).toEqual(["days", "import:2026-08-14", "import:2026-08-18"]);
  await expect(api.keep(AUG_17, [NEAR, FAR, "NIFTY-9/8/2026"])).rejects.toThrow("The day takes");
  expect(await api.days()).toHaveLength(2);
});

test("a day that the user turns to is used, whoever answers", async () => {
  const { vault, api } = open();
  await api.keep(AUG_18, [NEAR]);
  const [before] = await api.days();
  await vault.used(keyOf(AUG_17));
  await vault.used(keyOf(AUG_18));
  expect((await api.days())[0]?.usedAt).toBeGreaterThan(before?.usedAt ?? 0);
});

test("what one tab keeps and another deletes at once is there as a whole, or gone", async () => {
  for (let steps = 0; steps < 20; steps++) {
    const shared = { store: memoryStore(), alone: createLine() };
    const [here, there] = [open(shared), open(shared)];
    await here.api.keep(AUG_18, [NEAR]);
    const keeping = here.api.keep(AUG_18, [FAR]);
    for (let step = 0; step < steps; step++) await undefined;
    await Promise.all([keeping, there.api.forget(keyOf(AUG_18))]);
    const [listed] = await here.api.days();
    expect(shared.store.values.has("import:2026-08-18")).toBe(listed !== undefined);
    if (listed) expect(await here.kept(pathOf(FAR))).toBeDefined();
  }
});

test("a disk without room is said in words", async () => {
  const store = memoryStore();
  const full = { ...store, update: () => Promise.reject(new DOMException("Encountered", "QuotaExceededError")) };
  await expect(open({ store: full }).api.keep(AUG_18, [NEAR])).rejects.toThrow("no more room");
});

test("a room that the day lacks is none", async () => {
  const { api } = open();
  expect(await api.roomBytes("SENSEX-8/20/2026", keyOf(AUG_18))).toBeUndefined();
});

test("a symbol without a room on that day is not kept", async () => {
  const { api } = open();
  await expect(api.keep(AUG_18, ["SENSEX-8/20/2026"])).rejects.toThrow("nothing of it");
  expect(await api.days()).toEqual([]);
});

test("a load that fails keeps nothing", async () => {
  const { vault, store } = open();
  const api = vault.api(() => Promise.reject(new Error("Failed to fetch")));
  await expect(api.keep(AUG_18, [NEAR])).rejects.toThrow("Failed to fetch");
  expect(store.values.size).toBe(0);
});

test("a deleted day is gone with its replies", async () => {
  const { kept, api, store } = open();
  await api.keep(AUG_18, [NEAR]);
  await api.forget(keyOf(AUG_18));
  expect(await api.days()).toEqual([]);
  expect(await kept(pathOf(NEAR))).toBeUndefined();
  expect([...store.values.keys()]).toEqual(["days"]);
});

test("the list of days names kept days that the server does not, each once, in its order", async () => {
  const { vault, api } = open();
  await api.keep(AUG_17, [NEAR]);
  expect(await vault.withKept([AUG_17])).toEqual([AUG_17]);
  const list = await vault.withKept([day("2026-08-14"), day("2026-08-17", "sim"), AUG_18]);
  expect(list.map(({ date, source }) => `${source} ${date}`)).toEqual([
    "import 2026-08-14",
    "import 2026-08-17",
    "sim 2026-08-17",
    "import 2026-08-18",
  ]);
});

test("an exported day is the same day in another browser", async () => {
  const [here, there] = [open(), open()];
  await here.api.keep(AUG_18, [NEAR, FAR]);
  const file = await here.api.exportDay(keyOf(AUG_18));
  expect(await there.api.importDay(file)).toMatchObject({ day: { date: "2026-08-18" }, left: [] });
  const [a, b] = await Promise.all([here.api.days(), there.api.days()]);
  expect(b).toEqual(a);
  expect((await there.kept(pathOf(FAR)))?.headers.get("Content-Type")).toBe("a/columns");
});

test.each([
  ["no such file", () => new TextEncoder().encode("PK"), "no file of a kept day"],
  ["another JSON", () => new TextEncoder().encode('{"format":"x"}\n'), "no file of a kept day"],
  ["a file that is cut off", (file: Uint8Array<ArrayBuffer>) => file.slice(0, -1), "not whole"],
])("%s is refused, and nothing is kept", async (_name, change, words) => {
  const { api } = open();
  await api.keep(AUG_18, [NEAR]);
  const file = await api.exportDay(keyOf(AUG_18));
  const there = open();
  await expect(there.api.importDay(change(file))).rejects.toThrow(words);
  expect(there.store.values.size).toBe(0);
});

test("a file with damaged rooms, or with another day's, is refused", async () => {
  const { api } = open();
  await api.keep(AUG_18, [NEAR]);
  const file = await api.exportDay(keyOf(AUG_18));
  const strict = open({
    checkRoomDay() {
      throw new RangeError("These bytes are no room-day");
    },
  });
  await expect(strict.api.importDay(file)).rejects.toThrow("no room-day");
  const text = new TextDecoder().decode(file);
  const other = new TextEncoder().encode(text.replace('"date":"2026-08-18"', '"date":"2026-08-17"'));
  await expect(strict.api.importDay(other)).rejects.toThrow("lacks the list");
  expect(strict.store.values.size).toBe(0);
});
