import { describe, expect, it } from "vitest";
import { ByteCache } from "./byte-cache.ts";

const of = (length: number) => ({ bytes: new Uint8Array(length) });

describe("a cache of bytes", () => {
  it("drops what was used longest ago when it is full", () => {
    const sizes: number[] = [];
    const cache = new ByteCache({ maxBytes: 100, onSize: (bytes) => sizes.push(bytes) });
    cache.set("a", of(40));
    cache.set("b", of(40));
    expect(cache.get("a")).toBeDefined();
    cache.set("c", of(40));
    expect(["a", "b", "c"].map((name) => cache.get(name) !== undefined)).toEqual([true, false, true]);
    cache.set("a", of(10));
    expect(sizes).toEqual([40, 80, 80, 50]);
  });

  it("does not keep what is bigger than itself", () => {
    const cache = new ByteCache({ maxBytes: 10 });
    cache.set("a", of(11));
    expect(cache.get("a")).toBeUndefined();
  });
});
