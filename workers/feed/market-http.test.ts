import { afterEach, describe, expect, test, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import type { CachedBlob } from "./day-cache.ts";
import { createMarketHttp, type KeptDays, type MarketHttp, MarketHttpError } from "./market-http.ts";

const DAY = { source: "import", date: isoDate("2026-08-18") } as const;
const ROOM = "NIFTY-8/25/2026";
const KEY = `${ROOM}@import:2026-08-18`;

afterEach(() => void vi.useRealTimers());

function open(
  reply: (headers: Headers, signal: RequestInit["signal"]) => Response | Promise<Response>,
  dataBase?: string,
  vault?: KeptDays,
) {
  const asked: { readonly url: string; readonly headers: Headers; readonly cache: RequestInit["cache"] }[] = [];
  const kept = new Map<string, CachedBlob>();
  const decoded: number[][] = [];
  const http = createMarketHttp(
    {
      fetch(url, init) {
        const headers = new Headers(init.headers);
        asked.push({ url, headers, cache: init.cache });
        return Promise.resolve().then(() => reply(headers, init.signal));
      },
      decodeRoomDay(bytes) {
        decoded.push([...bytes]);
        if (bytes.length === 0) throw new RangeError("no room-day");
        return makeRoom({ strikes: [] });
      },
      cache: {
        read: (key) => Promise.resolve(kept.get(key)),
        write: (key, blob) => Promise.resolve(void kept.set(key, blob)),
      },
      ...(vault && { vault: () => Promise.resolve(vault) }),
    },
    { origin: "https://x/", ticket: "t", fingerprint: "f", ...(dataBase === undefined ? {} : { dataBase }) },
  );
  return { http, asked, kept, decoded };
}

test("a document is asked for under the live base, or that of the day whose close it is as of", async () => {
  const body = { data: { dates: ["8/18/2026"] }, sources: {}, pending: 0 };
  const { http, asked } = open(() => Response.json(asked.length > 1 ? { ...body, data: {} } : body));
  expect((await http.document("HVIV")).dates).toEqual(["2026-08-18"]);
  await http.document("HistFutures-8:25:2026", isoDate("2026-08-18"));
  expect(asked.map(({ url }) => url)).toEqual([
    "https://x/api/v1/dbtockendictionaries/HVIV",
    "https://x/api/v1/history/08:18:2026/dbtockendictionaries/HistFutures-8:25:2026",
  ]);
});

test("what is kept or tried of a finished day is asked for again: it may have been imported anew", async () => {
  const { http, asked } = open(() => new Response());
  await http.reply("history/08:18:2026/dbOI/NIFTY-8/25/2026?source=import");
  expect(asked[0]?.cache).toBe("no-cache");
});

test("the open day is asked for under the live base, and not kept", async () => {
  const { http, asked, kept } = open(() => new Response(Uint8Array.of(1), { headers: { ETag: '"e"' } }));
  await http.roomDay(ROOM);
  await http.roomDay(ROOM, "today");
  expect(asked.map(({ url }) => url)).toEqual(Array(2).fill(`https://x/api/v1/dbOI/${ROOM}`));
  expect(kept.size).toBe(0);
});

test.each([
  ["/data/v1/", "https://x/data/v1"],
  ["/data/v1", "https://x/data/v1"],
  ["https://data.example/v1/", "https://data.example/v1"],
])("a data base of its own (%s) is asked for all data, with one slash before each path", async (dataBase, base) => {
  const { http, asked } = open(() => Response.json({ data: { data: [], days: [] } }), dataBase);
  await http.init();
  await http.roomDay(ROOM);
  await http.roomDay(ROOM, DAY);
  await http.history();
  expect(asked.map(({ url }) => url)).toEqual([
    `${base}/dbtockendictionaries/init`,
    `${base}/dbOI/${ROOM}`,
    `${base}/history/08:18:2026/dbOI/${ROOM}?source=import`,
    `${base}/history`,
  ]);
});

test("a past day is asked for under its history base, with its source, and kept", async () => {
  const { http, asked, kept } = open(() => new Response(Uint8Array.of(1, 2), { headers: { ETag: '"e1"' } }));
  await http.roomDay(ROOM, DAY);
  expect(asked[0]?.url).toBe(`https://x/api/v1/history/08:18:2026/dbOI/${ROOM}?source=import`);
  expect(asked[0]?.headers.get("If-None-Match")).toBeNull();
  expect(kept.get(KEY)).toEqual({ etag: '"e1"', bytes: Uint8Array.of(1, 2) });
});

/** As browsers give it, against the standard: with a stream that is empty. */
const notModified = (): Response =>
  Object.defineProperty(new Response(null, { status: 304 }), "body", { value: new Response("").body });

test("what is kept is asked about, and used where it still holds", async () => {
  const { http, asked, kept, decoded } = open((headers) =>
    headers.get("If-None-Match") === '"e1"'
      ? notModified()
      : new Response(Uint8Array.of(9), { headers: { ETag: '"e2"' } }),
  );
  kept.set(KEY, { etag: '"e1"', bytes: Uint8Array.of(7) });
  await http.roomDay(ROOM, DAY);
  expect(asked[0]?.headers.get("If-None-Match")).toBe('"e1"');
  expect(decoded).toEqual([[7]]);
  // Imported again meanwhile.
  kept.set(KEY, { etag: '"e0"', bytes: Uint8Array.of(6) });
  await http.roomDay(ROOM, DAY);
  expect(decoded.at(-1)).toEqual([9]);
  expect(kept.get(KEY)?.etag).toBe('"e2"');
});

test("bytes that are no room-day are not kept", async () => {
  const { http, kept } = open(() => new Response(new Uint8Array(0), { headers: { ETag: '"e"' } }));
  await expect(http.roomDay(ROOM, DAY)).rejects.toThrow("no room-day");
  expect(kept.size).toBe(0);
});

test("the days, and what one of them lists", async () => {
  const days = [{ date: "2026-08-18", source: "import", symbols: { NSE: ["NIFTY"] }, cadence: 1 }];
  const { http, asked } = open(() => new Response(JSON.stringify({ data: { data: ["08/18/2026"], days } })));
  expect(await http.history()).toEqual(days);
  await http.init(DAY);
  expect(asked.map(({ url }) => url)).toEqual([
    "https://x/api/v1/history",
    "https://x/api/v1/history/08:18:2026/dbtockendictionaries/init?source=import",
  ]);
});

test("a refusal carries its status and the server's words", async () => {
  const body = JSON.stringify({ status: "fail", message: "No data for 16 Aug 2026" });
  const { http } = open(() => new Response(body, { status: 404 }));
  const refusal = await http.init(DAY).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(MarketHttpError);
  expect(refusal).toMatchObject({ status: 404, message: "No data for 16 Aug 2026" });
});

describe("a reply that breaks off", () => {
  /** Its pieces come each so many milliseconds, for as long as the call is not given up. */
  const inPieces = (every: number, ...pieces: string[]) =>
    open((_headers, signal) => {
      const body = new ReadableStream<Uint8Array>({
        start(to) {
          signal?.addEventListener("abort", () => to.error(signal.reason));
        },
        async pull(to) {
          await new Promise((next) => setTimeout(next, every));
          if (signal?.aborted) return;
          const piece = pieces.shift();
          if (piece === undefined) to.close();
          else to.enqueue(new TextEncoder().encode(piece));
        },
      });
      return new Response(body);
    }).http;

  test.each([
    ["a day's", (http: MarketHttp) => http.roomDay(ROOM, DAY)],
    ["a document's", (http: MarketHttp) => http.document("HVIV")],
    ["the list's", (http: MarketHttp) => http.init()],
    ["the days'", (http: MarketHttp) => http.history()],
  ])("in %s body is none: it is asked for again", async (_whose, ask) => {
    const { http } = open(() => {
      const pieces = [new TextEncoder().encode('{"data":')];
      const body = new ReadableStream<Uint8Array>({
        pull(to) {
          const piece = pieces.shift();
          if (piece) to.enqueue(piece);
          else to.error(new TypeError("The server does not answer."));
        },
      });
      return new Response(body);
    });
    await expect(ask(http)).rejects.toMatchObject({
      name: "MarketHttpError",
      status: 0,
      message: "The server does not answer.",
    });
  });

  test("is given up once nothing has come for long, and not while a slow network brings pieces", async () => {
    vi.useFakeTimers();
    const slow = inPieces(15_000, '{"data":{"data":[],', '"days":[]', "}}").history();
    await vi.advanceTimersByTimeAsync(70_000);
    expect(await slow).toEqual([]);
    const stalled = inPieces(1e9).history();
    const given = expect(stalled).rejects.toMatchObject({ status: 0 });
    await vi.advanceTimersByTimeAsync(20_000);
    await given;
  });

  test("that is whole and makes no sense is an answer", async () => {
    const { http } = open(() => new Response("<html>"));
    await expect(http.history()).rejects.toBeInstanceOf(SyntaxError);
  });
});

describe("days that the user keeps", () => {
  const url = `https://x/api/v1/history/08:18:2026/dbOI/${ROOM}?source=import`;
  const vault: KeptDays = {
    instead: (asked, status) =>
      Promise.resolve(asked === url && status === 0 ? new Response(Uint8Array.of(7)) : undefined),
    withKept: (days) => Promise.resolve([...days, { date: "2026-08-18" } as HistoryDay]),
    used: async () => undefined,
    exposeVault: () => undefined,
  };
  const away = (): never => {
    throw new TypeError("Failed to fetch");
  };

  test("stand in for an answer that does not come, and are not taken for the server's own", async () => {
    const { http, kept, decoded } = open(away, undefined, vault);
    await http.roomDay(ROOM, DAY);
    expect(decoded).toEqual([[7]]);
    expect(kept.size).toBe(0);
    const why = { status: 0, message: "The server does not answer." };
    await expect(http.roomDay("NIFTY-9/1/2026", DAY)).rejects.toMatchObject(why);
    const failing = open(() => Response.json({}, { status: 403 }), undefined, vault);
    await expect(failing.http.roomDay(ROOM, DAY)).rejects.toMatchObject({ status: 403 });
  });

  test("are used when the user turns to them, though the server answers", async () => {
    const used = vi.fn(async () => undefined);
    const { http } = open(() => Response.json({ data: { data: [] } }), undefined, { ...vault, used });
    await http.init();
    expect(used).not.toHaveBeenCalled();
    await http.init(DAY);
    await vi.waitFor(() => expect(used).toHaveBeenCalledExactlyOnceWith(DAY));
  });

  test("are listed beside the server's; a browser that keeps nothing changes nothing", async () => {
    const listed = { date: "2026-08-17" };
    const answer = () => Response.json({ data: { data: [], days: [listed] } });
    expect(await open(answer, undefined, vault).http.history()).toEqual([listed, { date: "2026-08-18" }]);
    const fail = () => Promise.reject(new Error("no storage"));
    const broken: KeptDays = { ...vault, instead: fail, withKept: fail };
    expect(await open(answer, undefined, broken).http.history()).toEqual([listed]);
    await expect(open(away, undefined, broken).http.history()).rejects.toBeInstanceOf(MarketHttpError);
  });
});
