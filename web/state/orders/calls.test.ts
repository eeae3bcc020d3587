import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";
import { brokerSessionAtom } from "../account/broker.ts";
import { expiresAtom } from "../session.ts";
import { createBrokerCalls } from "./calls.ts";
import { rejectionsAtom } from "./news.ts";
import { pressDeps, SESSION_ENDED } from "./press-deps.ts";

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
  expect(store.get(rejectionsAtom)).toEqual(["Your broker session has ended."]);
});

test("a press goes to the account that it was made for, and to no other", async () => {
  const fetched = vi.fn(async () => new Response(JSON.stringify({ data: { data: [], orderId: [] } })));
  vi.stubGlobal("fetch", fetched);
  const { store, calls } = connected();
  const deps = pressDeps(store, calls);
  await deps.place([], "a/0");
  store.set(brokerSessionAtom, { ...SESSION, id: "B2" });
  await expect(deps.place([], "a/1")).rejects.toThrow(SESSION_ENDED);
  expect(fetched).toHaveBeenCalledTimes(1);
});
