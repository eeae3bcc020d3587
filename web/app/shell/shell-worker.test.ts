import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";

const SCRIPT = readFileSync(new URL("../../public/shell-worker.js", import.meta.url), "utf8");
const APP = '<div id="root"></div>';

const ASSET = "https://board.example/assets/board.js";

function memoryCache() {
  const kept = new Map<string, Response>();
  const nameOf = (key: string | { readonly url: string }): string => (typeof key === "string" ? key : key.url);
  return {
    match: async (key: string | { readonly url: string }) => kept.get(nameOf(key))?.clone(),
    put: async (key: string | { readonly url: string }, reply: Response): Promise<void> =>
      void kept.set(nameOf(key), reply),
    keys: async () => [...kept.keys()],
    delete: async (key: string) => kept.delete(key),
  };
}

/** The worker with a server that answers with these, one after the other; undefined: there is no network. @returns its pages */
const start = (...replies: readonly (Response | undefined)[]) => {
  const cache = memoryCache();
  return startWith(async () => cache, replies);
};

function startWith(open: () => Promise<unknown>, replies: readonly (Response | undefined)[]) {
  const answers = [...replies];
  const fetch = vi.fn(async () => answers.shift() ?? Promise.reject(new TypeError("Failed to fetch")));
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    location: { origin: "https://board.example" },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  };
  new Function("self", "caches", "fetch", SCRIPT)(self, { open }, fetch);
  /** @param done what goes on when the reply is there; awaited where it is not given */
  return async (url = "https://board.example/option-chain", done?: Promise<unknown>[]): Promise<string> => {
    const later: Promise<unknown>[] = done ?? [];
    let reply: Promise<Response> | undefined;
    listeners.get("fetch")?.({
      request: { url, method: "GET", mode: url === ASSET ? "cors" : "navigate" },
      waitUntil: (work: Promise<unknown>) => later.push(work),
      respondWith: (response: Promise<Response>) => {
        reply = response;
      },
    });
    const words = await (await reply)?.text();
    if (!done) await Promise.all(later);
    return words ?? "not answered";
  };
}

test.each([
  ["there is no network", undefined],
  ["a proxy says that the server is away", new Response("Bad Gateway", { status: 502 })],
  ["the server starts", new Response("Starting", { status: 503 })],
  ["a proxy has waited for the server in vain", new Response("Gateway Timeout", { status: 504 })],
])("the kept page opens where %s", async (_case, reply) => {
  const page = start(new Response(APP), reply);
  expect(await page()).toBe(APP);
  expect(await page()).toBe(APP);
});

test("the server's own pages are shown, an error's too, and a stand-in's where nothing is kept", async () => {
  const page = start(new Response("Starting", { status: 503 }), new Response(APP), new Response("no", { status: 404 }));
  expect(await page()).toBe("Starting");
  expect(await page()).toBe(APP);
  expect(await page()).toBe("no");
});

test("an asset comes from the server once", async () => {
  const get = start(new Response("code"));
  expect([await get(ASSET), await get(ASSET)]).toEqual(["code", "code"]);
});

test.each([
  ["is full", async () => ({ ...memoryCache(), put: () => Promise.reject(new Error("QuotaExceededError")) })],
  ["cannot be read", async () => ({ ...memoryCache(), match: () => Promise.reject(new Error("UnknownError")) })],
  ["cannot be had", () => Promise.reject(new Error("SecurityError"))],
])("where the browser's storage %s, the server's reply comes all the same", async (_case, open) => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const get = startWith(open, [new Response(APP), new Response("code"), new Response("no", { status: 502 })]);
  expect([await get(), await get(ASSET), await get()]).toEqual([APP, "code", "no"]);
});

test("no reply waits for its copy", async () => {
  const never = new Promise<void>(() => undefined);
  const get = startWith(
    async () => ({ ...memoryCache(), put: () => never }),
    [new Response(APP), new Response("code")],
  );
  const going: Promise<unknown>[] = [];
  expect([await get(undefined, going), await get(ASSET, going)]).toEqual([APP, "code"]);
  expect(going).toHaveLength(2);
});

test("without a network and a kept page the browser says so", async () => {
  await expect(start()()).rejects.toThrow("Failed to fetch");
});
