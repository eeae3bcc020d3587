/** What is sent is booked with its answers, also where nobody looks at the dialog any more. */
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OrderResponses } from "#contract/domain/strategy/trading.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { CALL } from "../../state/orders/__fixtures__/contract.ts";
import { type BasketAtom, createBasketAtom } from "../../state/orders/basket-atom.ts";
import { runBasket } from "../../state/orders/basket-run.ts";
import { draftOfOrder } from "../../state/orders/leg-orders.ts";
import { expiresAtom } from "../../state/session.ts";
import { createToastStore } from "../toasts/toast-store.ts";
import { followPress, underWayAtom } from "./follow-press.ts";

const rules = { isMarginOnly: false, isEdit: false };
const quote = { ltp: 26.5, previousClose: 20, spot: 24_200, previousSpot: 24_210 };

const PLACED: Outcome = { s: "ok", m: "", state: "placed" };
const REFUSED: Outcome = { s: "error", m: "No margin", state: "refused" };

const listeners = new Set<unknown>();
beforeEach(() => {
  listeners.clear();
  vi.stubGlobal("addEventListener", (_: string, listener: unknown) => listeners.add(listener));
  vi.stubGlobal("removeEventListener", (_: string, listener: unknown) => listeners.delete(listener));
});
afterEach(() => void vi.unstubAllGlobals());

/** A buy 'b' and a sell 's', submitted. */
function press() {
  const store = createStore();
  const basketAtom: BasketAtom = createBasketAtom();
  for (const [id, side] of [
    ["b", 1],
    ["s", -1],
  ] as const) {
    const terms = { kind: "Limit", product: "Margin" } as const;
    const draft = draftOfOrder({ id, contract: CALL, side, contracts: 1, price: 25 }, terms, quote, rules);
    store.set(basketAtom, { type: "add", id, draft, rules });
  }
  store.set(basketAtom, { type: "submit", press: "key" });
  const told: Record<string, string>[] = [];
  const onResponses = (responses: OrderResponses): void =>
    void told.push(Object.fromEntries(Object.entries(responses).map(([id, { s }]) => [id, s])));
  const onOver = vi.fn();
  const toasts = createToastStore({ after: () => () => undefined, play: () => undefined });
  const sent = followPress(store, basketAtom, { title: "Trade NIFTY", onResponses, onOver }, toasts);
  const answer = (outcome: Outcome): void => {
    const { stage } = store.get(basketAtom);
    if (stage !== "buys" && stage !== "sells") throw new Error(`nothing is sent while ${stage}`);
    store.set(basketAtom, { type: "answers", from: 0, outcomes: [outcome] });
    store.set(basketAtom, { type: "over", stage });
    if (stage === "buys") store.set(basketAtom, { type: "over", stage: "pause" });
  };
  const words = (): string[] => toasts.list().map(({ type, message }) => `${type}: ${message}`);
  const underWay = (): number => store.get(underWayAtom);
  return { store, basketAtom, told, onOver, sent, answer, words, underWay };
}

test("each order is booked with its own answer; the browser asks until the results are closed", () => {
  const { told, onOver, sent, answer, words, underWay } = press();
  answer(PLACED);
  expect(told).toEqual([{ b: "ok" }]);
  expect(underWay()).toBe(1);
  expect(onOver).not.toHaveBeenCalled();
  answer(PLACED);
  expect(told.slice(1)).toEqual([{ b: "ok", s: "ok" }]);
  expect(onOver).toHaveBeenCalledTimes(1);
  expect(underWay()).toBe(0);
  expect(listeners.size).toBe(1);
  sent.leave();
  expect(listeners.size).toBe(0);
  expect(onOver).toHaveBeenCalledTimes(2);
  expect(words()).toEqual([]); // the dialog has said it
});

test("what comes after the dialog was left is booked, and said", () => {
  const { told, onOver, sent, answer, words, underWay } = press();
  sent.leave();
  answer(PLACED);
  expect(underWay()).toBe(1);
  answer(REFUSED);
  expect(told).toEqual([{ b: "ok" }, { b: "ok", s: "error" }]);
  expect(onOver).toHaveBeenCalledTimes(1);
  expect(underWay()).toBe(0);
  expect(listeners.size).toBe(0);
  expect(words()).toEqual(["error: Trade NIFTY: Order Placed x 1, Order Rejected x 1, No margin"]);
});

test("a refused buy asks; when nobody is there to be asked, the sells are not sent", () => {
  for (const leavesFirst of [true, false]) {
    const { store, basketAtom, told, sent, answer, words } = press();
    if (leavesFirst) sent.leave();
    answer(REFUSED);
    if (!leavesFirst) {
      expect(store.get(basketAtom).stage).toBe("asks");
      sent.leave();
    }
    expect(store.get(basketAtom).stage).toBe("done");
    expect(told.at(-1)).toEqual({ b: "error", s: "error" });
    expect(words()).toEqual(["error: Trade NIFTY: Order Rejected x 1, Not sent x 1, No margin"]);
  }
});

test("what the broker takes and rejects afterwards is told again", () => {
  const { store, basketAtom, told, sent, answer } = press();
  const details = { id: "1", price: 25, qty: 65, at: "2026-08-18T06:45:00Z" };
  answer({ ...PLACED, ordExcDetails: details });
  answer(PLACED);
  const rejected = { id: "1", status: 5, message: "RMS: no margin" } as never;
  store.set(basketAtom, { type: "book", orders: [rejected] });
  expect(told.at(-1)).toEqual({ b: "error", s: "ok" });
  sent.leave();
});

test("a dialog that is left between the buys and the sells: the sells go, and are booked", async () => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const placed: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    const { orderId } = JSON.parse(String(body));
    placed.push(orderId);
    return new Response(JSON.stringify({ data: { data: [{ body: PLACED }], orderId } }));
  });
  const { store, basketAtom, told, onOver, sent, words } = press();
  store.set(expiresAtom, Number.MAX_SAFE_INTEGER);
  store.set(brokerSessionAtom, { isBrokerLogin: true, broker: "fyers", id: "A1", name: "asha" });
  void runBasket(store, basketAtom, { namesOrders: true, onEnded: () => undefined });
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toEqual([{ b: "ok" }]);
  sent.leave();
  await vi.advanceTimersByTimeAsync(1000);
  expect(placed).toEqual([["b"], ["s"]]);
  expect(told.at(-1)).toEqual({ b: "ok", s: "ok" });
  expect(onOver).toHaveBeenCalledTimes(1);
  expect(words()).toEqual(["success: Trade NIFTY: Order Placed x 2"]);
  vi.useRealTimers();
});
