import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";

const SCRIPT = readFileSync(new URL("../../public/shell-worker.js", import.meta.url), "utf8");
const APP = '<div id="root"></div>';

/** The worker with a server that answers with these, one after the other; undefined: there is no network. @returns its pages */
function start(...replies: readonly (Response | undefined)[]) {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string | { readonly url: string }, reply: Response) => {
      if (typeof key !== "string") throw new DOMException("no room", "QuotaExceededError"); // an asset's
      kept.set(key, reply);
    },
    keys: async () => [...kept.keys()],
    delete: async (key: string) => kept.delete(key),
  };
  const answers = [...replies];
  const fetch = vi.fn(async () => answers.shift() ?? Promise.reject(new TypeError("Failed to fetch")));
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    location: { origin: "https://board.example" },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  };
  new Function("self", "caches", "fetch", SCRIPT)(self, { open: async () => cache }, fetch);
  return async (pathname = "/option-chain"): Promise<string> => {
    const done: Promise<unknown>[] = [];
    let reply: Promise<Response> | undefined;
    listeners.get("fetch")?.({
      request: { url: `https://board.example${pathname}`, method: "GET", mode: "navigate" },
      waitUntil: (work: Promise<unknown>) => done.push(work),
      respondWith: (response: Promise<Response>) => {
        reply = response;
      },
    });
    const words = await (await reply)?.text();
    await Promise.all(done);
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

test("without a network and a kept page the browser says so", async () => {
  await expect(start()()).rejects.toThrow("Failed to fetch");
});

test("a file that cannot be kept is shown all the same", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(await start(new Response("sound"))("/assets/default-sound.wav")).toBe("sound");
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
