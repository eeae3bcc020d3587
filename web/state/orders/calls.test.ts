import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";
import { brokerSessionAtom } from "../account/broker.ts";
import { expiresAtom } from "../session.ts";
import { createBrokerCalls } from "./calls.ts";
import { rejectionsAtom } from "./news.ts";
import { pressDeps, SESSION_ENDED } from "./press-deps.ts";
import { RefusedSend } from "./send.ts";

const SESSION = { isBrokerLogin: true, broker: "fyers", id: "A1", name: "asha" };

beforeEach(() => void stubBrowserGlobals());
afterEach(() => vi.unstubAllGlobals());

function connected() {
  const store = createStore();
  store.set(expiresAtom, user.expires);
  store.set(brokerSessionAtom, SESSION);
  return { store, calls: createBrokerCalls(store) };
}

test("a broker that says that its session is over is dropped, and the page is told", async () => {
  const message = "Your token has expired. Please generate a token";
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ status: "fail", message }), { status: 403 }));
  const { store, calls } = connected();
  await expect(calls.place([], "a/0")).rejects.toThrow(message);
  expect(store.get(brokerSessionAtom)).toBeNull();
  expect(store.get(rejectionsAtom)).toEqual([{ message: "Your broker session has ended." }]);
});

test.each([
  ["another account", [{ ...SESSION, id: "B2" }]],
  ["the same account, connected again", [null, SESSION]],
] as const)("a press goes to the session that it was made in, and not to %s", async (_, sessions) => {
  const fetched = vi.fn(async () => new Response(JSON.stringify({ data: { data: [], orderId: [] } })));
  vi.stubGlobal("fetch", fetched);
  const { store, calls } = connected();
  const deps = pressDeps(store, calls);
  await deps.place([], "a/0");
  for (const session of sessions) store.set(brokerSessionAtom, session);
  await expect(deps.place([], "a/1")).rejects.toThrow(SESSION_ENDED);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("what is pressed is not waited for without end, and nobody knows then what became of it", async () => {
  const ended = new AbortController();
  const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(ended.signal);
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  const { calls } = connected();
  const placed = calls.place([], "a/0");
  expect(limit).toHaveBeenCalledExactlyOnceWith(45_000);
  ended.abort(new DOMException("it took too long", "TimeoutError"));
  await expect(placed).rejects.toThrow("The answer was lost.");
  await expect(placed).rejects.not.toThrow(RefusedSend);
  // The books are asked for again by themselves.
  vi.stubGlobal("fetch", async () => Response.json({ s: "ok" }));
  await calls.tab("orders");
  expect(limit).toHaveBeenCalledTimes(1);
  limit.mockRestore();
});
