/** What every archive does, wherever its bytes lie. */
import { beforeEach, describe, expect, it } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import { loadRoomDay } from "../../market/archive/blob-codec.ts";
import { blobKey, dayFolder, manifestKey } from "../../market/archive/layout.ts";
import type { ObjectStore } from "../../market/archive/object-store.ts";
import { createStoredArchive, type StoredArchive, writeManifest } from "../../market/archive/stored-archive.ts";
import { verifyArchive } from "../../market/archive/verify.ts";
import { SAMPLE_DATE, sampleHead, sampleRoom } from "../market/sample-days.ts";

const DAY = { source: "import", date: SAMPLE_DATE } as const;
const KEY = { ...DAY, room: "NIFTY-8/18/2026" } as const;
const EARLIER = isoDate("2026-08-17");
const LATER = isoDate("2026-08-19");

/** @param create a store that is empty, or one more over the same bytes. */
export function archiveSuite(title: string, create: (isNew: boolean) => ObjectStore): void {
  describe(title, () => {
    let store: ObjectStore;
    let archive: StoredArchive;
    let faults: string[];

    beforeEach(() => {
      store = create(true);
      faults = [];
      archive = createStoredArchive({ store, onFault: (line) => faults.push(line) });
    });

    const ltpOf = async (from: StoredArchive = archive): Promise<number | undefined> => {
      const stored = await from.read(KEY);
      const day = stored && (await loadRoomDay(stored));
      return day?.minutes.columns[LTP][3 * day.minutes.stride];
    };
    const checks = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const day of verifyArchive(store)) found.push(...day.faults);
      return found;
    };

    it("gives back what was written, and lists the oldest day first, real sources first", async () => {
      expect(await archive.days()).toEqual([]);
      await archive.writeDay(sampleHead(SAMPLE_DATE, "sim"), [sampleRoom(1, SAMPLE_DATE, "sim")]);
      const rooms = [SAMPLE_DATE, isoDate("2026-08-25")].map((expiry, i) =>
        sampleRoom(50 + i, SAMPLE_DATE, "import", expiry),
      );
      const written = await archive.writeDay(sampleHead(), rooms);
      await archive.writeDay(sampleHead(EARLIER), [sampleRoom(1, EARLIER)]);
      expect((await archive.days()).map(({ date, source }) => `${date} ${source}`)).toEqual([
        "2026-08-17 import",
        "2026-08-18 import",
        "2026-08-18 sim",
      ]);
      expect(await archive.day("import", SAMPLE_DATE)).toEqual(written);
      expect(await ltpOf()).toBe(50);
      expect(await archive.read({ ...KEY, room: "NIFTY-9/1/2026" })).toBeUndefined();
      expect(await archive.read({ ...KEY, source: "kite" })).toBeUndefined();
      expect(await checks()).toEqual([]);
    });

    it("changes nothing when the same day is written again, and replaces another one whole", async () => {
      await archive.writeDay(sampleHead(), [sampleRoom(50)]);
      const versions = async () => {
        const names = await store.names(dayFolder(DAY));
        return Promise.all(
          [...names].sort().map(async (name) => `${name} ${await store.version(dayFolder(DAY) + name)}`),
        );
      };
      const before = await versions();
      expect(before).toHaveLength(2);
      await archive.writeDay(sampleHead(), [sampleRoom(50)]);
      expect(await versions()).toEqual(before);
      const other = createStoredArchive({ store: create(false) });
      await other.writeDay(sampleHead(), [sampleRoom(60)]);
      expect(await ltpOf()).toBe(60);
      expect(await versions()).toHaveLength(2);
    });

    it("names what is damaged, cut or missing, and lists the other days", async () => {
      const { rooms } = await archive.writeDay(sampleHead(), [sampleRoom(50)]);
      await archive.writeDay(sampleHead(EARLIER), [sampleRoom(1, EARLIER)]);
      const key = blobKey(DAY, KEY.room, rooms[0]?.checksum ?? "");
      const good = (await store.read(key))?.bytes ?? Buffer.alloc(0);
      const bad = Buffer.from(good);
      bad[bad.length >> 1] = (bad[bad.length >> 1] as number) ^ 0x55;
      await store.write(key, bad);
      await expect(archive.read(KEY)).rejects.toThrow(`${store.nameOf(key)} is damaged: `);
      await store.write(key, good.subarray(3));
      await expect(archive.read(KEY)).rejects.toThrow(`it has ${good.length - 3} bytes, not ${good.length}`);
      expect(await checks()).toEqual([expect.stringContaining(store.nameOf(key))]);
      await store.remove(key);
      await expect(archive.read(KEY)).rejects.toThrow(`${store.nameOf(key)} is missing`);
      await store.write(manifestKey(DAY), Buffer.from("}"));
      for (let i = 0; i < 2; i++) expect((await archive.days()).map(({ date }) => date)).toEqual([EARLIER]);
      expect(faults).toEqual([expect.stringContaining(`${store.nameOf(manifestKey(DAY))} is damaged: `)]);
      await archive.writeDay(sampleHead(), [sampleRoom(50)]);
      expect(await checks()).toEqual([]);
    });

    it("does not list a day whose writer was killed before its manifest, and tidies up after it", async () => {
      await archive.writeDay(sampleHead(), [sampleRoom(50)]);
      await store.remove(manifestKey(DAY));
      expect(await archive.days()).toEqual([]);
      expect(await checks()).toEqual([expect.stringMatching(/has no manifest.json/)]);
      await archive.writeDay(sampleHead(), [sampleRoom(60)]);
      expect(await store.names(dayFolder(DAY))).toHaveLength(2);
    });

    it("lets one writer at a time write", async () => {
      const other = createStoredArchive({ store: create(false) });
      await Promise.all([
        archive.writeDay(sampleHead(), [sampleRoom(50)]),
        archive.writeDay(sampleHead(LATER), [sampleRoom(1, LATER)]),
        other.writeDay(sampleHead(EARLIER), [sampleRoom(1, EARLIER)]),
      ]);
      expect(await archive.days()).toHaveLength(3);
      expect(await checks()).toEqual([]);
    });

    it("writes the manifest of a day that another writer changed only where a lock kept him out", async () => {
      const first = await archive.writeDay(sampleHead(), [sampleRoom(50)]);
      const seen = await store.version(manifestKey(DAY));
      const second = await archive.writeDay(sampleHead(), [sampleRoom(60)]);
      if (store.place.startsWith("/")) return;
      await expect(writeManifest(store, { ...first, origin: "late" }, seen)).rejects.toThrow(
        "by another process meanwhile",
      );
      expect(await archive.day("import", SAMPLE_DATE)).toEqual(second);
    });

    it("removes a day", async () => {
      await archive.writeDay(sampleHead(), [sampleRoom(50)]);
      await archive.writeDay(sampleHead(EARLIER), [sampleRoom(1, EARLIER)]);
      expect(await archive.removeDay(DAY)).toBe(true);
      expect(await archive.removeDay(DAY)).toBe(false);
      expect((await archive.days()).map(({ date }) => date)).toEqual([EARLIER]);
      expect(await store.folders("import")).toEqual([EARLIER]);
      expect(await checks()).toEqual([]);
    });
  });
}
