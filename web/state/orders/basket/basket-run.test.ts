/** A basket that is sent while nobody looks: what is asked of the server, and what becomes of the legs. */
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { qty } from "#contract/domain/units.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import { user } from "../../../testing/market-data.ts";
import { brokerSessionAtom } from "../../account/broker.ts";
import { expiresAtom } from "../../session.ts";
import { CALL } from "../__fixtures__/contract.ts";
import { newDraft } from "../draft.ts";
import { createBasketAtom } from "./basket-atom.ts";
import { runBasket } from "./basket-run.ts";

const RULES = { isMarginOnly: false, isEdit: false };
const QUOTE = { ltp: 18.15, previousClose: 20, spot: 24_200, previousSpot: 24_210 };
/** One lot is the most of an order: each lot is a child. */
const CONTRACT = { ...CALL, strike: 24_700, freeze: qty(65), securityId: "1" };
const SESSION = { isBrokerLogin: true, broker: "fyers", id: "A1", name: "asha" };
const PLACED: Outcome = { s: "ok", m: "", state: "placed" };
const UNKNOWN: Outcome = { s: "error", m: "", state: "unknown" };
const REFUSED: Outcome = { s: "error", m: "no money", state: "refused" };

const leaving = new Set<unknown>();
beforeEach(() => {
  vi.useFakeTimers();
  stubBrowserGlobals();
  leaving.clear();
  vi.stubGlobal("addEventListener", (_: string, listener: unknown) => leaving.add(listener));
  vi.stubGlobal("removeEventListener", (_: string, listener: unknown) => leaving.delete(listener));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** @param answer of the broker to a call. What the server knows of the first, where it is asked, is `server.known` of each order */
function open(
  lots: { readonly buy: number; readonly sell: number },
  answer: (side: number, count: number) => readonly Outcome[],
) {
  const calls: string[] = [];
  const server = { known: UNKNOWN };
  let first = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const reply = (body: unknown): Response => new Response(JSON.stringify(body));
    if (url.includes("submission")) {
      const items = Array.from({ length: first }, (_, item) => item);
      return reply({ data: items.map((item) => ({ batch: 0, item, body: server.known })) });
    }
    if (!url.includes("place_multi_order")) return reply({ orderBook: [] });
    const items: readonly { readonly side: number }[] = JSON.parse(String(init.body)).data;
    const side = items[0]?.side ?? 0;
    first ||= items.length;
    calls.push(`${new URL(url, "http://x").pathname.split("/").at(-2)} ${side === 1 ? "B" : "S"} x${items.length}`);
    return reply({ data: { data: answer(side, items.length).map((body) => ({ body })), orderId: [] } });
  });
  const store = createStore();
  store.set(expiresAtom, user.expires);
  store.set(brokerSessionAtom, SESSION);
  const basketAtom = createBasketAtom();
  const ended = vi.fn();
  const add = (id: string, side: 1 | -1, count: number): void => {
    if (count === 0) return;
    const draft = newDraft(CONTRACT, side, QUOTE, RULES, { qty: 65 * count, product: "Margin" });
    store.set(basketAtom, { type: "add", id, rules: RULES, draft });
  };
  add("sell", -1, lots.sell);
  add("buy", 1, lots.buy);
  store.set(basketAtom, { type: "submit", press: crypto.randomUUID() });
  const run = (): Promise<void> => runBasket(store, basketAtom, { namesOrders: false, onEnded: ended });
  void run();
  const states = (): string => {
    const { stage, legs } = store.get(basketAtom);
    return [stage, ...legs.map(({ id, children }) => `${id} ${children.map(({ state }) => state)}`)].join("; ");
  };
  return { store, basketAtom, calls, server, ended, run, states };
}
const placed = (_side: number, count: number): readonly Outcome[] => new Array<Outcome>(count).fill(PLACED);

test("all buys go before the sells, whatever looks at the basket meanwhile", async () => {
  const { calls, run, states } = open({ buy: 12, sell: 1 }, placed);
  // The sheet is there again, as on another page.
  void run();
  await vi.advanceTimersByTimeAsync(900);
  expect(calls).toEqual(["fyers B x10", "fyers B x2"]);
  void run();
  await vi.advanceTimersByTimeAsync(200);
  expect(calls).toEqual(["fyers B x10", "fyers B x2", "fyers S x1"]);
  expect(states()).toBe(`done; sell placed; buy ${new Array(12).fill("placed")}`);
  await run();
  expect(calls).toHaveLength(3);
});

test("a sell waits as long as a buy is unknown", async () => {
  const { calls, server, states, store, basketAtom } = open({ buy: 1, sell: 1 }, (side, count) =>
    side === 1 ? [UNKNOWN] : placed(side, count),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(["fyers B x1"]);
  expect(states()).toBe("buys; sell waiting; buy unknown");
  // The sell would be lost with the page.
  expect(leaving.size).toBe(1);
  server.known = PLACED;
  await vi.advanceTimersByTimeAsync(35_000);
  expect(leaving.size).toBe(0);
  expect(states()).toBe("done; sell placed; buy placed");
  store.set(basketAtom, { type: "clear" });
  expect(store.get(basketAtom).stage).toBe("fill");
});

test("sells that are taken back while a buy is unknown do not go when it is known", async () => {
  const { calls, server, states, store, basketAtom } = open({ buy: 1, sell: 1 }, () => [UNKNOWN]);
  await vi.advanceTimersByTimeAsync(5000);
  store.set(basketAtom, { type: "drop" });
  expect(states()).toBe("buys; sell dropped; buy unknown");
  server.known = PLACED;
  await vi.advanceTimersByTimeAsync(35_000);
  expect(calls).toEqual(["fyers B x1"]);
  expect(states()).toBe("done; sell dropped; buy placed");
});

test("a refused buy asks, and the answer is heard", async () => {
  const { calls, states, store, basketAtom } = open({ buy: 1, sell: 1 }, (side, count) =>
    side === 1 ? [REFUSED] : placed(side, count),
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(states()).toBe("asks; sell waiting; buy rejected");
  store.set(basketAtom, { type: "sell anyway" });
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual(["fyers B x1", "fyers S x1"]);
  expect(states()).toBe("done; sell placed; buy rejected");
});

test("the end of the broker session ends the run: no sell goes to whoever is connected next", async () => {
  const { calls, states, store, ended } = open({ buy: 1, sell: 2 }, placed);
  await vi.advanceTimersByTimeAsync(500);
  expect(states()).toBe("pause; sell waiting,waiting; buy placed");
  store.set(brokerSessionAtom, null);
  store.set(brokerSessionAtom, { ...SESSION, broker: "upstox" });
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toEqual(["fyers B x1"]);
  expect(states()).toBe("done; sell dropped,dropped; buy placed");
  expect(ended).toHaveBeenCalledExactlyOnceWith(2);
});

test("a session that ends between the calls of one side sends the rest nowhere", async () => {
  const { calls, states, store, ended } = open({ buy: 11, sell: 1 }, placed);
  store.set(brokerSessionAtom, { ...SESSION, id: "B2" });
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toEqual(["fyers B x10"]);
  expect(states()).toBe(`done; sell dropped; buy ${new Array(10).fill("placed")},rejected`);
  expect(ended).toHaveBeenCalledExactlyOnceWith(2);
});

test("what waits for a buy in doubt is told and taken back when the session ends, and goes to no later one", async () => {
  const { calls, server, states, store, ended } = open({ buy: 11, sell: 2 }, (_, count) => [
    UNKNOWN,
    ...placed(1, count - 1),
  ]);
  await vi.advanceTimersByTimeAsync(500);
  store.set(brokerSessionAtom, null);
  expect(ended).toHaveBeenCalledExactlyOnceWith(3);
  const buys = `unknown${",placed".repeat(9)}`;
  expect(states()).toBe(`buys; sell dropped,dropped; buy ${buys},waiting`);
  store.set(brokerSessionAtom, SESSION); // the same account
  server.known = PLACED;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(["fyers B x10"]);
  expect(states()).toBe(`done; sell dropped,dropped; buy placed${",placed".repeat(9)},rejected`);
  expect(ended).toHaveBeenCalledTimes(1);
});

test("sells that the trader took back himself are not told as unsent", async () => {
  const { states, store, basketAtom, ended } = open({ buy: 1, sell: 2 }, () => [UNKNOWN]);
  await vi.advanceTimersByTimeAsync(500);
  store.set(basketAtom, { type: "drop" });
  store.set(brokerSessionAtom, null);
  expect(states()).toBe("buys; sell dropped,dropped; buy unknown");
  expect(ended).toHaveBeenCalledExactlyOnceWith(0);
});

test("a basket that is filled anew within the pause of the one before is sent once, each side in its turn", async () => {
  const { calls, states, store, basketAtom } = open({ buy: 1, sell: 1 }, placed);
  await vi.advanceTimersByTimeAsync(500);
  store.set(basketAtom, { type: "drop" });
  expect(states()).toBe("done; sell dropped; buy placed");
  await vi.advanceTimersByTimeAsync(100);
  store.set(basketAtom, { type: "clear" });
  for (const [id, side] of [["s", -1] as const, ["b", 1] as const]) {
    const draft = newDraft(CONTRACT, side, QUOTE, RULES, { qty: 65, product: "Margin" });
    store.set(basketAtom, { type: "add", id, rules: RULES, draft });
  }
  store.set(basketAtom, { type: "submit", press: crypto.randomUUID() });
  void runBasket(store, basketAtom, { namesOrders: false, onEnded: () => undefined });
  await vi.advanceTimersByTimeAsync(900); // the pause before would be over
  expect(calls).toEqual(["fyers B x1", "fyers B x1"]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toEqual(["fyers B x1", "fyers B x1", "fyers S x1"]);
});

test("a session that goes on after its last order says nothing", async () => {
  const { store, ended } = open({ buy: 1, sell: 0 }, placed);
  await vi.advanceTimersByTimeAsync(5000);
  store.set(brokerSessionAtom, null);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ended).not.toHaveBeenCalled();
});
