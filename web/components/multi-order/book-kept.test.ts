/** What was sent by a page that is gone is waited for and booked by the dialogs that list it: each what it lists, once. */
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OrderResponses } from "#contract/domain/strategy/trading.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import { CALL } from "../../state/orders/__fixtures__/contract.ts";
import { doubtedOf, emptyBasket, reduceBasket } from "../../state/orders/basket/basket.ts";
import { draftOfOrder } from "../../state/orders/leg-orders.ts";
import { nameOfOrder } from "../../state/orders/order-name.ts";
import { keepPress, keptPresses } from "../../state/orders/under-way.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { createToastStore } from "../toasts/toast-store.ts";
import { bookKept } from "./follow-press.ts";

const rules = { isMarginOnly: false, isEdit: false };
const quote = { ltp: 26.5, previousClose: 20, spot: 24_200, previousSpot: 24_210 };

const PLACED: Outcome = { s: "ok", m: "", state: "placed" };
const UNKNOWN: Outcome = { s: "error", m: "Not confirmed", state: "unknown", reads: 2 };
const ABSENT: Outcome = { s: "error", m: "The order did not reach the broker", state: "absent" };

beforeEach(() => {
  vi.useFakeTimers();
  stubBrowserGlobals();
  vi.stubGlobal("navigator", {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A press whose page is gone, of orders by their ids. @returns their names */
function keep(orders: Readonly<Record<string, readonly [strategy: string, side: 1 | -1]>>): readonly string[] {
  let basket = emptyBasket();
  for (const [id, [strategy, side]] of Object.entries(orders)) {
    const terms = { kind: "Limit", product: "Margin" } as const;
    const order = { id, contract: { ...CALL, strategy }, side, contracts: 1, price: 25 } as const;
    basket = reduceBasket(basket, { type: "add", id, draft: draftOfOrder(order, terms, quote, rules), rules });
  }
  keepPress(reduceBasket(basket, { type: "submit", press: "key" }), true);
  return Object.entries(orders).map(([id, [strategy]]) => nameOfOrder(strategy, id));
}

test("a press of several strategies is waited for and booked by each dialog for what it lists; the others' doubt stays kept", async () => {
  keep({ a: ["S1", 1], a2: ["S1", 1], b: ["S2", 1], c: ["S2", -1] });
  let [a, b, c] = [UNKNOWN, UNKNOWN, UNKNOWN];
  const notes = (): unknown[] => [
    ...[a, PLACED, b].map((body, item) => ({ batch: 0, item, body })),
    { batch: 1, item: 0, body: c },
  ];
  vi.stubGlobal("fetch", async () => Response.json({ data: notes() }));
  const toasts = createToastStore({ after: () => () => undefined, play: () => undefined });
  const responses: OrderResponses[] = [];
  const owner = { title: "Trade", onResponses: (told: OrderResponses) => void responses.push(told) };
  const book = (pending: readonly string[], by = owner) => {
    const [kept] = keptPresses(pending);
    if (kept === undefined) throw new Error("nothing is kept");
    return bookKept(createStore(), kept, () => ({ owner: by, pending }), toasts, new AbortController().signal);
  };
  const first = book(["S1 a", "S1 a2"]);
  // In another tab, which asks for the sell alone: what it does not ask for it must not put back.
  const elsewhere = book(["S2 c"], { ...owner, onResponses: () => undefined });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(responses).toEqual([]);
  a = ABSENT; // by the trader's word
  await vi.advanceTimersByTimeAsync(60_000);
  await first;
  expect(responses).toMatchObject([{ a: { s: "error" }, a2: { s: "ok" } }]);
  expect(Object.keys(responses[0] ?? {})).toEqual(["a", "a2"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(keptPresses(["S1 a"])).toEqual([]);
  const second = book(["S1 a", "S2 b", "S2 c"]); // what was refused is listed again
  await vi.advanceTimersByTimeAsync(60_000);
  const [kept] = keptPresses(["S2 b"]);
  expect(kept && doubtedOf(kept.basket, ["S2 b", "S2 c"])).toEqual([
    { batch: 0, item: 2 },
    { batch: 1, item: 0 },
  ]);
  b = PLACED;
  await vi.advanceTimersByTimeAsync(60_000);
  const [still] = keptPresses(["S2 c"]);
  expect(still && doubtedOf(still.basket, ["S2 b", "S2 c"])).toEqual([{ batch: 1, item: 0 }]);
  expect(responses).toHaveLength(1);
  c = ABSENT;
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all([second, elsewhere]);
  expect(responses.slice(1)).toMatchObject([{ b: { s: "ok" }, c: { s: "error" } }]);
  expect(Object.keys(responses[1] ?? {})).toEqual(["b", "c"]);
  expect(keptPresses(["S2 c"])).toEqual([]);
});

test("a press is asked for anew by a dialog that lists other orders, and waited for no longer", async () => {
  const store = createStore();
  const names = keep({ b: ["S1", 1], s: ["S1", -1] });
  vi.stubGlobal("fetch", async () => Response.json({ data: [] }));
  const responses: OrderResponses[] = [];
  const owner = { title: "Trade NIFTY", onResponses: (told: OrderResponses) => void responses.push(told) };
  const toasts = createToastStore({ after: () => () => undefined, play: () => undefined });
  const book = (signal: AbortSignal) => {
    const [kept] = keptPresses(names);
    if (kept === undefined) throw new Error("nothing is kept");
    return bookKept(store, kept, () => ({ owner, pending: ["S1 b"] }), toasts, signal);
  };
  const ending = new AbortController();
  const before = book(ending.signal);
  await vi.advanceTimersByTimeAsync(20_000);
  ending.abort();
  const again = book(new AbortController().signal);
  await Promise.all([expect(before).rejects.toThrow(), vi.advanceTimersByTimeAsync(16_000)]);
  expect(responses).toMatchObject([{ b: { s: "error" } }]);
  await again;
});

test("an order that was told as absent and comes after all is booked, also while another of its press is waited for", async () => {
  const names = keep({ a: ["S1", 1], b: ["S1", 1], c: ["S1", 1] });
  let [a, b] = [ABSENT, UNKNOWN];
  vi.stubGlobal("fetch", async () =>
    Response.json({ data: [a, b, ABSENT].map((body, item) => ({ batch: 0, item, body })) }),
  );
  const responses: OrderResponses[] = [];
  const owner = { title: "Trade NIFTY", onResponses: (told: OrderResponses) => void responses.push(told) };
  const toasts = createToastStore({ after: () => () => undefined, play: () => undefined });
  const book = async (kept: ReturnType<typeof keptPresses>[number] | undefined, pending: readonly string[]) => {
    if (kept === undefined) throw new Error("nothing is kept");
    const booked = bookKept(createStore(), kept, () => ({ owner, pending }), toasts, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(60_000);
    await booked;
  };
  await book(keptPresses(names)[0], ["S1 a", "S1 c"]);
  expect(responses).toMatchObject([{ a: { s: "error" }, c: { s: "error" } }]);
  expect(keptPresses(names).map((one) => one.names)).toEqual([["S1 b"]]);
  [a, b] = [PLACED, PLACED];
  await book(keptPresses(names)[0], names);
  expect(responses.slice(1)).toMatchObject([{ a: { s: "ok" }, b: { s: "ok" } }]);
  expect(Object.keys(responses[1] ?? {})).toEqual(["a", "b"]); // the third is refused still, and was told so
});
