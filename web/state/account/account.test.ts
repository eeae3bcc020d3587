import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

async function start(reply: () => Promise<Response>) {
  const { storage } = stubBrowserGlobals({ isLoggedIn: String(user.expires), user: JSON.stringify(user), tk: "mine" });
  vi.stubGlobal("fetch", reply);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { refreshAccountAtom } = await import("./account.ts");
  const store = createStore();
  await store.set(refreshAccountAtom);
  return { storage, user: JSON.parse(storage.getItem("user") ?? "null") };
}

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("keeps the user as the server knows him", async () => {
  const fresh = { ...user, plan: "1min", pendingSubs: { live: 7, oneMin: 0 } };
  expect((await start(async () => Response.json({ user: fresh }))).user).toEqual(fresh);
});

it.each([
  ["the network fails", () => Promise.reject(new TypeError("offline"))],
  ["the server fails", async () => Response.json({ status: "error", message: "no" }, { status: 500 })],
  ["something else answers", async () => new Response("<html>")],
])("keeps the user as he was where %s, and logs it", async (_name, reply) => {
  expect((await start(reply)).user).toEqual(user);
  expect(console.warn).toHaveBeenCalledOnce();
});

it("ends the session where the server knows none", async () => {
  const { storage } = await start(async () => Response.json({ status: "fail", message: "Log in" }, { status: 401 }));
  expect(storage.getItem("isLoggedIn")).toBeNull();
});
