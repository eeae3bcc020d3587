import { beforeEach, describe, expect, it } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import { createMemoryStore } from "../../testing/market/memory-store.ts";
import { SAMPLE_DATE, sampleHead, sampleRoom } from "../../testing/market/sample-days.ts";
import { loadRoomDay } from "./blob-codec.ts";
import { blobKey, dayFolder, manifestKey } from "./layout.ts";
import type { ObjectStore } from "./object-store.ts";
import { type DayRepair, type RepairSources, repairArchive } from "./repair.ts";
import { createStoredArchive, type StoredArchive } from "./stored-archive.ts";
import { verifyArchive } from "./verify.ts";

const DAY = { source: "import", date: SAMPLE_DATE } as const;
const ROOMS = ["NIFTY-8/18/2026", "NIFTY-8/25/2026"] as const;
const rooms = () =>
  [SAMPLE_DATE, isoDate("2026-08-25")].map((expiry, i) => sampleRoom(50 + i, SAMPLE_DATE, "import", expiry));

let store: ObjectStore;
let archive: StoredArchive;
let copy: StoredArchive;
let keys: string[];

beforeEach(async () => {
  store = createMemoryStore();
  archive = createStoredArchive({ store });
  const manifest = await archive.writeDay(sampleHead(), rooms());
  keys = manifest.rooms.map(({ room, checksum }) => blobKey(DAY, room, checksum));
  copy = createStoredArchive({ store: createMemoryStore() });
  await copy.writeDay(sampleHead(), rooms());
});

async function repair(sources: Partial<RepairSources> = {}): Promise<DayRepair> {
  const told: DayRepair[] = [];
  await repairArchive(store, { copies: [], journal: () => undefined, origin: "j", ...sources }, (day) =>
    told.push(day),
  );
  expect(told).toHaveLength(1);
  return told[0] as DayRepair;
}
const damage = (key: string | undefined) => store.write(key ?? "", Buffer.from("?"));
const journal = () => ({ ...sampleHead(), rooms: rooms() });
async function whole(): Promise<boolean> {
  for await (const { faults } of verifyArchive(store)) if (faults.length > 0) return false;
  return true;
}
async function ltpOf(room: string): Promise<number | undefined> {
  const stored = await archive.read({ ...DAY, room });
  const day = stored && (await loadRoomDay(stored));
  return day?.minutes.columns[LTP][3 * day.minutes.stride];
}

describe("repair", () => {
  it("leaves a whole day alone", async () => {
    expect(await repair()).toEqual({ ...DAY, rebuilt: [], lost: [], quarantined: [] });
  });

  it("brings a damaged and a missing room back from another copy", async () => {
    await damage(keys[0]);
    await store.remove(keys[1] ?? "");
    const { rebuilt, lost } = await repair({ copies: [createMemoryStore(), copy.store] });
    expect(lost).toEqual([]);
    expect(rebuilt).toEqual([
      "NIFTY-8/18/2026: from memory (it has 1 bytes, not 122)".replace(
        "122",
        String((await store.read(keys[0] ?? ""))?.bytes.length),
      ),
      "NIFTY-8/25/2026: from memory (it is missing)",
    ]);
    expect(await whole()).toBe(true);
    expect([await ltpOf(ROOMS[0]), await ltpOf(ROOMS[1])]).toEqual([50, 51]);
  });

  it("does not believe a copy that is damaged as well, and makes the room from the journal", async () => {
    await damage(keys[0]);
    await copy.store.write(keys[0] ?? "", Buffer.from("?"));
    const { rebuilt, lost } = await repair({ copies: [copy.store], journal });
    expect([rebuilt.length, lost]).toEqual([1, []]);
    expect(rebuilt[0]).toMatch(/^NIFTY-8\/18\/2026: from the journal/);
    expect(await whole()).toBe(true);
    expect(await ltpOf(ROOMS[0])).toBe(50);
  });

  it("takes what nothing can rebuild out of the day, and deletes nothing", async () => {
    await damage(keys[0]);
    await store.write(`${dayFolder(DAY)}stray`, Buffer.from("stray"));
    const { rebuilt, lost, quarantined } = await repair();
    expect(rebuilt).toEqual([]);
    expect(lost).toEqual([expect.stringMatching(/^NIFTY-8\/18\/2026: it has 1 bytes/)]);
    expect(quarantined).toEqual([
      expect.stringMatching(/^memory\/quarantine\/import\/2026-08-18\/NIFTY.*\.br$/),
      "memory/quarantine/import/2026-08-18/stray",
    ]);
    expect(await whole()).toBe(true);
    expect(await archive.read({ ...DAY, room: ROOMS[0] })).toBeUndefined();
    expect(await ltpOf(ROOMS[1])).toBe(51);
    expect((await store.read(`quarantine/${keys[0]}`))?.bytes.toString()).toBe("?");
    expect(await repair()).toEqual({ ...DAY, rebuilt: [], lost: [], quarantined: [] });
  });

  it("makes a damaged or missing manifest anew from a copy or the journal, else puts the day away", async () => {
    await damage(manifestKey(DAY));
    expect((await repair({ copies: [copy.store] })).lost).toEqual([]);
    expect(await archive.day("import", SAMPLE_DATE)).toEqual(await copy.day("import", SAMPLE_DATE));
    await store.remove(manifestKey(DAY));
    expect((await repair({ journal })).lost).toEqual([]);
    expect(await archive.day("import", SAMPLE_DATE)).toMatchObject({
      origin: "j",
      rooms: [{ room: ROOMS[0] }, { room: ROOMS[1] }],
    });
    expect(await whole()).toBe(true);
    await damage(manifestKey(DAY));
    expect(await repair()).toMatchObject({ lost: [expect.stringMatching(/^the day: /)], quarantined: { length: 3 } });
    expect(await archive.days()).toEqual([]);
    expect(await store.names(`quarantine/${dayFolder(DAY)}`)).toHaveLength(3);
  });
});
