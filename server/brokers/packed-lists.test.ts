/** Lists of instruments as they are packed: read in pieces of any size, never half, never without bounds. */
import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { OutboundError } from "../platform/outbound.ts";
import { readCsv } from "./csv.ts";
import { downloaded, gunzipped, listOf, readJsonArray, unzipped } from "./packed-lists.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const found: Value[] = [];
  for await (const value of values) found.push(value);
  return found;
}

/** One file, as writers of streams pack it: its lengths and its checksum stand behind it. */
function zip(text: string, { name = "NFO_symbols.txt", method = 8, flags = 8, extra = 0 } = {}): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra, 28);
  const behind = Buffer.from("504b0708000000000000000000000000504b0102", "hex");
  return Buffer.concat([header, Buffer.from(name), Buffer.alloc(extra), deflateRawSync(text), behind]);
}

const ROWS = Array.from({ length: 500 }, (_, i) => ({ name: `NIFTY "₹" ] } \\ ${i}`, strike: i, legs: [{ a: [1] }] }));

describe.each([1, 7, 4096, 1 << 20])("in pieces of %i bytes", (size) => {
  test("a gzip of a JSON array gives its objects", async () => {
    const bytes = gzipSync(JSON.stringify(ROWS, undefined, 1));
    expect(await all(readJsonArray(gunzipped(inPieces(bytes, size))))).toEqual(ROWS);
  });

  test("a zip gives the lines of its file, whatever stands behind it", async () => {
    const lines = Array.from({ length: 300 }, (_, i) => `NFO,${i},NIFTY24NOV26C${i},`);
    const packed = zip(["Exchange,Token,TradingSymbol,", ...lines].join("\n"), { extra: 9 });
    const rows = await all(readCsv(unzipped(inPieces(packed, size)), { columns: true }));
    expect(rows).toHaveLength(300);
    expect(rows[299]).toMatchObject({ Exchange: "NFO", Token: "299", TradingSymbol: "NIFTY24NOV26C299" });
  });
});

test("what breaks off anywhere is no list", async () => {
  const gzip = gzipSync(JSON.stringify(ROWS));
  const packed = zip(JSON.stringify(ROWS));
  for (const share of [0.1, 0.5, 0.9]) {
    await expect(all(gunzipped(inPieces(gzip.subarray(0, gzip.length * share), 512)))).rejects.toThrow();
    await expect(all(unzipped(inPieces(packed.subarray(0, packed.length * share), 16)))).rejects.toThrow();
  }
  const json = (text: string) => all(readJsonArray(inPieces(Buffer.from(text), 3)));
  for (const text of ['[{"a":1},{"b"', '[{"a":1},', '[{"a":1}', '{"status":"error"}', "", "<html>"]) {
    await expect(json(text)).rejects.toThrow();
  }
  expect(await json("[]")).toEqual([]);
});

test("what is packed in a way that nobody reads here says so", async () => {
  const unpack = (bytes: Buffer) => all(unzipped(inPieces(bytes, 64)));
  await expect(unpack(Buffer.from("<html>We are down for maintenance</html>"))).rejects.toThrow("no zip archive");
  await expect(unpack(zip("a", { method: 12 }))).rejects.toThrow("in another way");
  await expect(unpack(zip("a", { flags: 1 }))).rejects.toThrow("in another way");
  await expect(all(gunzipped(inPieces(Buffer.from("<html>"), 64)))).rejects.toThrow();
});

test("what unpacks without end is given up, and its source is let go", async () => {
  let wasLetGo = false;
  async function* endless() {
    try {
      const zeros = gzipSync(Buffer.alloc(8 << 20));
      for (;;) yield zeros;
    } finally {
      wasLetGo = true;
    }
  }
  const read = async () => {
    for await (const _ of gunzipped(endless()));
  };
  await expect(read()).rejects.toThrow("larger than");
  await expect.poll(() => wasLetGo).toBe(true);
});

test("a failure is the broker's, and says which", async () => {
  const outbound = {
    async *download(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("half");
      throw new OutboundError("https://lists.example answered 503");
    },
  };
  await expect(all(downloaded("Upstox", outbound, "https://lists.example/a"))).rejects.toMatchObject({
    kind: "away",
    message: "Upstox's list of instruments cannot be had: https://lists.example answered 503",
  });
  await expect(all(listOf("Upstox", gunzipped(inPieces(Buffer.from("<html>"), 9))))).rejects.toMatchObject({
    kind: "away",
    message: "Upstox's list of instruments cannot be read",
  });
  const cut = readCsv(downloaded("Upstox", outbound, "https://lists.example/a"), {});
  await expect(all(listOf("Upstox", cut))).rejects.toThrow("answered 503");
});
