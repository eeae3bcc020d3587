import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock, type WallClock } from "../../platform/clocks.ts";
import { type FakeS3, startFakeS3 } from "../../testing/market/fake-s3.ts";
import { createMemoryStore } from "../../testing/market/memory-store.ts";
import { sampleHead, sampleRoom } from "../../testing/market/sample-days.ts";
import { archiveSuite } from "../../testing/suites/archive-suite.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createFileStore } from "./file-store.ts";
import type { ObjectStore, StoredObject } from "./object-store.ts";
import { listingOf } from "./s3/s3-listing.ts";
import { createS3Store } from "./s3/s3-store.ts";
import { createStoredArchive } from "./stored-archive.ts";

/** Waits take no time. */
const hasty: WallClock = { ...systemClock, after: (_, task) => systemClock.after(1, task) };

let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.stop());

let objects: Map<string, StoredObject>;
let memory: ObjectStore;
archiveSuite("an archive in memory", (isNew) => {
  if (isNew) {
    objects = new Map();
    memory = createMemoryStore(objects);
  }
  return memory;
});

let folder = "";
archiveSuite("an archive in a folder", (isNew) => {
  if (isNew) folder = join(temporaryFolder(), "archive");
  return createFileStore(folder);
});

let prefix = 0;
archiveSuite("an archive in a bucket", (isNew) => {
  if (isNew) prefix++;
  return createS3Store({ ...s3.options, prefix: `suite/${prefix}` }, hasty);
});

describe("a bucket", () => {
  const store = (options: Partial<FakeS3["options"]> = {}) =>
    createS3Store({ ...s3.options, prefix: "bucket", ...options }, hasty);
  const write = (to: ObjectStore) => createStoredArchive({ store: to }).writeDay(sampleHead(), [sampleRoom(50)]);

  it("is asked again while the service has no time", async () => {
    s3.failing = 2;
    await write(store());
    expect(await createStoredArchive({ store: store() }).days()).toHaveLength(1);
    expect([...s3.objects.keys()].filter((key) => key.startsWith("bucket/import/"))).toEqual([
      expect.stringMatching(/^bucket\/import\/2026-08-18\/NIFTY-8%2F18%2F2026\.[0-9a-f]{12}\.br$/),
      "bucket/import/2026-08-18/manifest.json",
    ]);
  });

  it("needs no prefix", async () => {
    await write(store({ prefix: "" }));
    expect(s3.objects.has("import/2026-08-18/manifest.json")).toBe(true);
  });

  it("says in one line what it refuses", async () => {
    const wrong = store({ secretAccessKey: "wrong" });
    await expect(write(wrong)).rejects.toThrow(
      /^Cannot write s3:\/\/days\/bucket\/writer.lock: the service answered 403 SignatureDoesNotMatch$/,
    );
    await expect(createStoredArchive({ store: store({ bucket: "nights" }) }).days()).rejects.toThrow(
      /^Cannot read s3:\/\/nights\/bucket: there is no such bucket$/,
    );
    await expect(write(store({ bucket: "nights" }))).rejects.toThrow(/there is no such bucket/);
  });

  it("gives the lock of a process that was killed to the next, after a while and not before", async () => {
    const options = { ...s3.options, prefix: "killed" };
    await createS3Store(options, systemClock).lock();
    const waits: number[] = [];
    let now = 0;
    const clock: WallClock = {
      ...systemClock,
      monotonic: () => now,
      after(ms, task) {
        waits.push(ms);
        now += ms;
        // The service's clock goes on meanwhile.
        s3.ahead += ms / 1000;
        return systemClock.after(0, task);
      },
      every: () => () => undefined,
    };
    const release = await createS3Store(options, clock).lock();
    expect(now).toBeGreaterThan(60_000);
    expect(now).toBeLessThan(120_000);
    await release();
    expect(s3.objects.has("killed/writer.lock")).toBe(false);
  });

  it("lists what its names hold", () => {
    expect(listingOf("<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>")).toEqual({
      objects: [],
      prefixes: [],
      next: undefined,
    });
    expect(
      listingOf(
        "<A><IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;lt;</NextContinuationToken><Contents><Key>a%2525+b</Key><ETag>&#34;1&quot;</ETag></Contents><CommonPrefixes><Prefix>c%2F</Prefix></CommonPrefixes></A>",
      ),
    ).toEqual({ objects: [{ key: "a%25 b", version: '"1"' }], prefixes: ["c/"], next: "a&lt;" });
  });
});
