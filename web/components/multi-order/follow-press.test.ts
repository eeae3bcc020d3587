/** What is sent is booked with its answers, also where nobody looks at the dialog any more. */
import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { OrderResponses } from "#contract/domain/strategy/trading.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { CALL } from "../../state/orders/__fixtures__/contract.ts";
import { doubtedOf, isInDoubt, reduceBasket } from "../../state/orders/basket/basket.ts";
import { type BasketAtom, createBasketAtom } from "../../state/orders/basket/basket-atom.ts";
import { runBasket } from "../../state/orders/basket/basket-run.ts";
import { draftOfOrder } from "../../state/orders/leg-orders.ts";
import { keepPress, keptPresses, underWayAtom } from "../../state/orders/under-way.ts";
import { expiresAtom } from "../../state/session.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { createToastStore } from "../toasts/toast-store.ts";
import { bookKept, followPress, tellMissed } from "./follow-press.ts";

const rules = { isMarginOnly: false, isEdit: false };
const quote = { ltp: 26.5, previousClose: 20, spot: 24_200, previousSpot: 24_210 };

const PLACED: Outcome = { s: "ok", m: "", state: "placed" };
const REFUSED: Outcome = { s: "error", m: "No margin", state: "refused" };
const UNKNOWN: Outcome = { s: "error", m: "Not confirmed", state: "unknown", reads: 2 };
const ABSENT: Outcome = { s: "error", m: "The order did not reach the broker", state: "absent" };

const listeners = new Set<unknown>();
beforeEach(() => {
  listeners.clear();
  stubBrowserGlobals();
  vi.stubGlobal("navigator", {});
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

test("it is known since when the last of it is under way: what is taken back is not sent", () => {
  vi.useFakeTimers();
  const { store, basketAtom, sent, answer } = press();
  const pressedAt = sent.at;
  vi.advanceTimersByTime(1000);
  store.set(basketAtom, { type: "sending", from: 0, count: 1 });
  expect(sent.at - pressedAt).toBe(1000);
  vi.advanceTimersByTime(1000);
  store.set(basketAtom, { type: "drop" });
  answer(PLACED);
  expect([store.get(basketAtom).stage, sent.at - pressedAt]).toEqual(["done", 1000]);
  sent.leave();
  vi.useRealTimers();
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

describe("what another page, or the one before a reload, has of a press", () => {
  const names = [" b", " s"];
  const sentOf = () => keptPresses(names).flatMap((press) => press.names);

  test("each order stays sent until it is refused; what was placed stays, since saving it may fail", () => {
    const { answer, sent } = press();
    expect(sentOf()).toEqual(names);
    expect(keptPresses([" x"])).toEqual([]);
    answer(PLACED);
    expect(sentOf()).toEqual(names);
    answer(REFUSED);
    expect(sentOf()).toEqual([" b"]);
    sent.leave();
  });

  test("a press of yesterday, or one that is damaged, is none", () => {
    press();
    localStorage.setItem("press odd", '[1, " b"');
    expect(keptPresses(names)).toHaveLength(1);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 17 * 3_600_000);
    const { basketAtom, store } = press();
    expect(localStorage.length).toBe(1);
    expect(keptPresses(names)).toHaveLength(1);
    keepPress({ ...store.get(basketAtom), legs: [] });
    expect(localStorage.length).toBe(0);
    vi.restoreAllMocks();
  });

  test("is asked for by its key once no page sends it, and booked where it is not yet", async () => {
    vi.useFakeTimers();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { store } = press(); // whose page is gone
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const request = (_: string, more: LockOptions, run: (lock: null) => void) =>
      more.ifAvailable ? run(null) : held.then(() => run(null));
    vi.stubGlobal("navigator", { locks: { request } });
    const asked: string[] = [];
    const note = (batch: number, body: Outcome) => ({ batch, item: 0, body });
    let notes = [note(0, { ...PLACED, ordExcDetails: { id: "7", price: null, qty: 65, at: "" } })];
    vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
      asked.push(`${method} ${url}`);
      return Response.json({ data: notes });
    });
    const responses: OrderResponses[] = [];
    const onOver = vi.fn();
    const owner = { title: "Trade NIFTY", onResponses: (told: OrderResponses) => void responses.push(told), onOver };
    const toasts = createToastStore({ after: () => () => undefined, play: () => undefined });
    const [kept] = keptPresses(names);
    if (kept === undefined) throw new Error("nothing is kept");
    const { signal } = new AbortController();
    let pending = names;
    const booked = bookKept(store, kept, () => ({ owner, pending }), toasts, signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
    release();
    await vi.advanceTimersByTimeAsync(9000);
    expect(asked).toEqual([]); // the page that sent it saves what it was told
    await vi.advanceTimersByTimeAsync(11_000);
    expect(new Set(asked)).toEqual(new Set(["GET /api/v1/orders/submissions/key"]));
    expect(responses).toEqual([]); // the sell may still arrive
    await vi.advanceTimersByTimeAsync(60_000);
    expect(responses).toEqual([]); // no answer came for 70 seconds before: it may be as late again
    await vi.advanceTimersByTimeAsync(30_000);
    await booked;
    expect(responses).toMatchObject([{ b: { s: "ok", ordExcDetails: { id: "7" } }, s: { s: "error" } }]);
    expect(onOver).toHaveBeenCalledTimes(1);
    expect(toasts.list().map(({ message }) => message)).toEqual([
      "Trade NIFTY: Order Placed x 1, Order Rejected x 1, It never reached the server: nothing was sent.",
    ]);
    expect(sentOf()).toEqual([" b"]);

    // Another page has booked it meanwhile.
    notes = [...notes, note(1, REFUSED)];
    pending = [];
    const again = bookKept(store, kept, () => ({ owner, pending }), toasts, signal);
    await vi.advanceTimersByTimeAsync(20_000);
    await again;
    expect(responses).toHaveLength(1);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("where the server does not know either, it is kept as it stands, and by whom it was ended it stays ended", async () => {
    vi.useFakeTimers();
    press(); // whose page is gone
    const pressedAt = keptPresses(names)[0]?.at;
    let notes = [0, 1].map((batch) => ({ batch, item: 0, body: UNKNOWN }));
    vi.stubGlobal("fetch", async () => Response.json({ data: notes }));
    const responses: OrderResponses[] = [];
    const owner = { title: "Trade NIFTY", onResponses: (told: OrderResponses) => void responses.push(told) };
    const book = (signal: AbortSignal) => {
      const [kept] = keptPresses(names);
      if (kept === undefined) throw new Error("nothing is kept");
      const toasts = createToastStore({ after: () => () => undefined, play: () => undefined });
      return bookKept(createStore(), kept, () => ({ owner, pending: names }), toasts, signal);
    };
    const ending = new AbortController();
    const asking = book(ending.signal);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(responses).toEqual([]);
    const [kept] = keptPresses(names);
    if (kept === undefined) throw new Error("nothing is kept");
    expect(kept.at).toBe(pressedAt);
    expect(isInDoubt(kept.basket)).toBe(true);
    expect(doubtedOf(kept.basket, names)).toEqual([{ batch: 0, item: 0 }]); // the sell is asked for when the buy is known
    const other = book(new AbortController().signal);
    ending.abort();
    await Promise.all([expect(asking).rejects.toThrow(), vi.advanceTimersByTimeAsync(20_000)]);
    // Another page was told so first.
    localStorage.setItem("press key", "{}");
    await vi.advanceTimersByTimeAsync(40_000);
    expect(sentOf()).toEqual([]);
    notes = [{ batch: 0, item: 0, body: PLACED }, ...notes.slice(1)].map(({ body, ...note }) => ({
      ...note,
      body: body === UNKNOWN ? ABSENT : body,
    }));
    await vi.advanceTimersByTimeAsync(60_000);
    await other;
    expect(responses).toMatchObject([{ b: { s: "ok" }, s: { s: "error" } }]);
    expect(sentOf()).toEqual([" b"]);
    vi.useRealTimers();
  });

  test("the trader's word goes for what is in doubt of the orders that are listed; one that came too early, or not at all, is said", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    press();
    const [kept] = keptPresses(names);
    if (kept === undefined) throw new Error("nothing is kept");
    const doubt = { type: "answers", from: 0, outcomes: [UNKNOWN] } as const;
    const bought = reduceBasket({ ...kept.basket, stage: "buys" }, doubt);
    const basket = reduceBasket({ ...bought, stage: "sells" }, doubt);
    const posted: unknown[] = [];
    let reply = Response.json({ data: [0, 1].map((batch) => ({ batch, item: 0, kind: "place", body: UNKNOWN })) });
    vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
      posted.push(JSON.parse(String(body)));
      return reply;
    });
    const toasts = createToastStore({ after: () => () => undefined, play: () => undefined });
    const tell = (listed: readonly string[]) => tellMissed(createStore(), basket, listed, toasts);
    await tell([" x"]); // nothing of it is in doubt any more
    expect(posted).toEqual([]);
    await tell([" s"]);
    expect(posted).toEqual([{ data: [{ batch: 1, item: 0 }] }]);
    expect(toasts.list().map(({ message }) => message)).toEqual(["Sent less than a minute ago: it may still come"]);
    reply = Response.json({
      data: [UNKNOWN, ABSENT].map((body, batch) => ({ batch, item: 0, kind: "place", body })),
    });
    await tell([" s"]);
    expect(toasts.list()).toHaveLength(1);
    reply = new Response("", { status: 502 });
    await tell([" s"]);
    expect(toasts.list()[0]?.message).toBe("The server could not be told: try again");
    vi.restoreAllMocks();
  });

  test("is asked for no more once its dialog is gone", async () => {
    vi.useFakeTimers();
    const { store } = press();
    const fetched = vi.fn();
    vi.stubGlobal("fetch", fetched);
    const [kept] = keptPresses(names);
    if (kept === undefined) throw new Error("nothing is kept");
    const ending = new AbortController();
    const never = (): never => {
      throw new Error("it is gone");
    };
    const now = () => ({ owner: { title: "Trade NIFTY", onResponses: never }, pending: names });
    const booked = bookKept(store, kept, now, createToastStore({ after: never, play: never }), ending.signal);
    ending.abort();
    await Promise.all([expect(booked).rejects.toThrow(), vi.advanceTimersByTimeAsync(5000)]);
    expect(fetched).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});
