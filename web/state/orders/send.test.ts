import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { OrderItem } from "#contract/domain/orders/order.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import { type KnownChild, RefusedSend, type SendDeps, sendPress } from "./send.ts";

const item: OrderItem = {
  symbol: "NSE:NIFTY26082524150CE",
  securityId: "57",
  type: 1,
  side: 1,
  productType: "INTRADAY",
  limitPrice: 14.4,
  stopPrice: 0,
  disclosedQty: 0,
  validity: "DAY",
  offlineOrder: false,
  stopLoss: 0,
  takeProfit: 0,
  qty: 65,
};
const of = (state: Outcome["state"], m = ""): Outcome => ({ s: state === "placed" ? "ok" : "error", m, state });

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

/** A server and a clock: each call of `place` takes the next answer, each of `ask` the next note. */
function world(
  answers: readonly (readonly Outcome[] | Error)[],
  notes: readonly (readonly KnownChild[] | Error)[] = [],
) {
  let time = 0;
  const keys: string[] = [];
  const sizes: number[] = [];
  const waits: number[] = [];
  const heard: string[] = [];
  let asked = 0;
  const take = <T>(all: readonly (T | Error)[], i: number): T => {
    const one = all[Math.min(i, all.length - 1)];
    if (one === undefined || one instanceof Error) throw one ?? new Error("no answer is left");
    return one;
  };
  const deps: SendDeps = {
    async place(items, key) {
      keys.push(key);
      sizes.push(items.length);
      return take(answers, keys.length - 1);
    },
    ask: async () => take(notes, asked++),
    async wait(milliseconds) {
      waits.push(milliseconds);
      time += milliseconds;
      if (waits.length > 50) throw new Error("it never ends");
    },
    now: () => time,
  };
  const send = (count: number, more: { from?: number; firstBatch?: number; isTakenBack?: () => boolean } = {}) =>
    sendPress(
      deps,
      { key: "k", items: new Array<OrderItem>(count).fill(item), from: 0, firstBatch: 0, ...more },
      {
        sending: (from, children) => heard.push(`sending ${from}+${children}`),
        answers: (from, outcomes) => heard.push(`${from}: ${outcomes.map(({ state }) => state).join(" ")}`),
        lost: (from, children) => heard.push(`lost ${from}+${children}`),
      },
    );
  return { send, keys, sizes, waits, heard };
}
const placed = (count: number): readonly Outcome[] => new Array<Outcome>(count).fill(of("placed"));

test("twenty-five children go in calls of 10, 10 and 5, each with its own key", async () => {
  const one = world([placed(10), placed(10), placed(5)]);
  await one.send(25);
  expect(one.sizes).toEqual([10, 10, 5]);
  expect(one.keys).toEqual(["k/0", "k/1", "k/2"]);
  expect(one.heard.filter((line) => line.startsWith("sending"))).toEqual([
    "sending 0+10",
    "sending 10+10",
    "sending 20+5",
  ]);
  expect(one.waits).toEqual([]);
});

test("what is taken back before its call does not go", async () => {
  const one = world([placed(10), placed(10)]);
  await one.send(25, { isTakenBack: () => one.keys.length === 2 });
  expect(one.keys).toEqual(["k/0", "k/1"]);
});

test("a later part of a press goes on counting", async () => {
  const one = world([placed(2)]);
  await one.send(2, { from: 12, firstBatch: 2 });
  expect(one.keys).toEqual(["k/2"]);
  expect(one.heard).toEqual(["sending 12+2", "12: placed placed"]);
});

test("what the server refuses is refused at once, in its words", async () => {
  const one = world([new RefusedSend("Orders are stopped.")]);
  await one.send(2);
  expect(one.heard).toEqual(["sending 0+2", "0: refused refused"]);
  expect(one.waits).toEqual([]);
});

describe("an answer that does not come", () => {
  const lost = new TypeError("Failed to fetch");
  const note = (batch: number, at: number, state: Outcome["state"]): KnownChild => ({
    batch,
    item: at,
    body: of(state),
  });

  test("is asked for by the key; nothing is sent again", async () => {
    const one = world([lost], [[note(0, 0, "placed"), note(0, 1, "refused")]]);
    await one.send(2);
    expect(one.keys).toEqual(["k/0"]);
    expect(one.heard).toEqual(["sending 0+2", "lost 0+2", "0: placed", "1: refused"]);
    expect(one.waits).toEqual([1000]);
  });

  test("holds the next call until it is known", async () => {
    const one = world(
      [placed(9).concat(of("unknown")), placed(1)],
      [
        new Error("offline"),
        [...Array.from({ length: 9 }, (_, i) => note(0, i, "placed")), note(0, 9, "unknown")],
        [...Array.from({ length: 10 }, (_, i) => note(0, i, "placed"))],
      ],
    );
    await one.send(11);
    expect(one.waits).toEqual([1000, 2000, 4000]);
    expect(one.keys).toEqual(["k/0", "k/1"]);
    expect(one.heard.at(-1)).toBe("10: placed");
    expect(one.heard.indexOf("9: placed")).toBeLessThan(one.heard.indexOf("sending 10+1"));
  });

  test("never arrived, where the server has no note of it for half a minute", async () => {
    const one = world([lost], [[]]);
    await one.send(1);
    expect(one.heard.at(-1)).toBe("0: absent");
    expect(one.waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(30_000);
    expect(one.waits.length).toBeGreaterThanOrEqual(3);
  });

  test("where no answer came for a minute it may arrive as late again", async () => {
    const offline = new Error("offline");
    const one = world([lost], [offline, offline, offline, offline, offline, offline, []]);
    await one.send(1);
    const waited = (count: number): number => one.waits.slice(0, count).reduce((sum, wait) => sum + wait, 0);
    const heardAt = waited(7);
    expect(one.heard.at(-1)).toBe("0: absent");
    expect(waited(one.waits.length)).toBeGreaterThanOrEqual(2 * heardAt);
    expect(waited(one.waits.length - 1)).toBeLessThan(2 * heardAt);
  });

  test("where no answer came for longer than connections wait it is no later than they do", async () => {
    const offline = new Error("offline");
    const one = world([lost], [...new Array<Error>(20).fill(offline), []]);
    await one.send(1);
    const waited = (count: number): number => one.waits.slice(0, count).reduce((sum, wait) => sum + wait, 0);
    expect(one.heard.at(-1)).toBe("0: absent");
    expect(waited(one.waits.length) - waited(21)).toBe(120_000);
  });

  test("arrives late: a note of it is believed over those that were missing", async () => {
    const one = world([lost], [[], [], [note(0, 0, "placed")]]);
    await one.send(1);
    expect(one.heard.at(-1)).toBe("0: placed");
  });

  test("notes of another call are none of it", async () => {
    const one = world([lost], [[note(1, 0, "placed")], [note(0, 0, "placed")]]);
    await one.send(1);
    expect(one.heard.filter((line) => line === "0: placed")).toHaveLength(1);
    expect(one.waits).toEqual([1000, 2000]);
  });

  test("short of one leaves that one in doubt", async () => {
    const one = world([placed(1)], [[note(0, 0, "placed"), note(0, 1, "placed")]]);
    await one.send(2);
    expect(one.heard.slice(0, 3)).toEqual(["sending 0+2", "0: placed", "lost 1+1"]);
    expect(one.heard.at(-1)).toBe("1: placed");
  });
});
