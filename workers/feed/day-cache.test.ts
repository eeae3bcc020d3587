import { afterEach, expect, test, vi } from "vitest";
import { createDayCache } from "./day-cache.ts";
import { memoryStore } from "./testing/memory-store.ts";

afterEach(() => void vi.restoreAllMocks());

const blob = (byte: number) => ({ etag: `"${byte}"`, bytes: Uint8Array.of(byte) });

test("what was written is read back, and what was not is not there", async () => {
  const cache = createDayCache(memoryStore());
  await cache.write("a", blob(1));
  expect(await cache.read("a")).toEqual(blob(1));
  expect(await cache.read("b")).toBeUndefined();
});

test("the room-days least recently used go first", async () => {
  const store = memoryStore();
  const cache = createDayCache(store, 2);
  await cache.write("a", blob(1));
  await cache.write("b", blob(2));
  await cache.read("a");
  await cache.write("c", blob(3));
  expect([...store.values.keys()].sort()).toEqual(["a", "c", "order"]);
});

test("a store that fails costs nothing but the cache", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const broken = () => Promise.reject(new Error("QuotaExceededError"));
  const cache = createDayCache({ get: broken, set: broken, update: broken, delMany: broken });
  await expect(cache.write("a", blob(1))).resolves.toBeUndefined();
  await expect(cache.read("a")).resolves.toBeUndefined();
});
