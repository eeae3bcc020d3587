import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ABSENT, minute, priceScale, qty, scaledPrice } from "#contract/domain/units.ts";
import { NO_QUOTE, type Quote } from "./display.ts";
import { MatchingEngine } from "./engine.ts";
import type { Fill, OrderChange, OrderRequest, OrderWish, Refusal } from "./order.ts";
import type { ContractTerms } from "./terms.ts";

const CONTRACT = "NIFTY26112424600CE";
const TERMS: ContractTerms = {
  contract: CONTRACT,
  priceScale: priceScale(100),
  tick: 5,
  lot: qty(65),
  freeze: qty(1800),
  band: undefined,
  open: minute(555),
  close: minute(940),
  isQuoted: true,
};
const NOON = minute(720);

const quoteOf = (bid: number, bidQty: number, ask: number, askQty: number, ltp = bid): Quote => ({
  ltp: scaledPrice(ltp),
  bid: scaledPrice(bid),
  bidQty: qty(bidQty),
  ask: scaledPrice(ask),
  askQty: qty(askQty),
});

const request = (id: string, fields: Partial<OrderRequest> = {}): OrderRequest => ({
  id,
  account: "ravi",
  contract: CONTRACT,
  side: "buy",
  kind: "limit",
  quantity: qty(65),
  limit: scaledPrice(10_000),
  trigger: scaledPrice(ABSENT),
  validity: "day",
  protection: 0.03,
  ...fields,
});

function openEngine(terms: ContractTerms = TERMS, quote = quoteOf(9_990, 650, 10_000, 130)): MatchingEngine {
  const engine = new MatchingEngine();
  engine.list(terms);
  engine.show(terms.contract, quote, NOON);
  return engine;
}

const fillsOf = (changes: readonly OrderChange[]): readonly Fill[] => changes.flatMap(({ fill }) => fill ?? []);
const told = (changes: readonly OrderChange[]): readonly (readonly [string, string, number])[] =>
  changes.map(({ order }) => [order.id, order.state, order.filled] as const);
const changesOf = (answer: readonly OrderChange[] | Refusal): readonly OrderChange[] => {
  if ("code" in answer) throw new Error(answer.message);
  return answer;
};
const last = (changes: readonly OrderChange[]) => changes.at(-1)?.order;

describe("a limit order", () => {
  it("fills at the price that is shown, up to the size that is shown; the rest waits for the next one", () => {
    const engine = openEngine();
    const changes = engine.place(request("a", { quantity: qty(195), limit: scaledPrice(10_020) }), NOON);
    expect(told(changes)).toEqual([
      ["a", "open", 0],
      ["a", "open", 130],
    ]);
    expect(fillsOf(changes)).toMatchObject([{ price: 10_000, quantity: 130, basis: "quote" }]);
    // The same quote again is the same 130, which are gone.
    expect(engine.show(CONTRACT, quoteOf(9_985, 650, 10_000, 130), NOON)).toEqual([]);
    const more = engine.show(CONTRACT, quoteOf(9_985, 650, 10_005, 650), NOON);
    expect(told(more)).toEqual([["a", "filled", 195]]);
    expect(last(more)?.value).toBe(130 * 10_000 + 65 * 10_005);
  });

  it("waits until the other side comes to its price", () => {
    const engine = openEngine();
    expect(told(engine.place(request("a", { limit: scaledPrice(9_995) }), NOON))).toEqual([["a", "open", 0]]);
    expect(engine.show(CONTRACT, quoteOf(9_990, 650, 10_000, 65), NOON)).toEqual([]);
    expect(told(engine.show(CONTRACT, quoteOf(9_980, 650, 9_990, 65), NOON))).toEqual([["a", "filled", 65]]);
  });

  it("is served after those with a better price and those that came before it", () => {
    const engine = openEngine(TERMS, quoteOf(9_900, 650, 10_100, 650));
    for (const [id, limit] of [
      ["late", 10_000],
      ["best", 10_005],
      ["later", 10_000],
    ] as const) {
      engine.place(request(id, { limit: scaledPrice(limit) }), NOON);
    }
    expect(told(engine.show(CONTRACT, quoteOf(9_900, 650, 10_000, 130), NOON))).toEqual([
      ["best", "filled", 65],
      ["late", "filled", 65],
    ]);
  });

  it("that is good for this moment only, is cancelled with what is left", () => {
    const changes = openEngine().place(request("a", { quantity: qty(195), validity: "ioc" }), NOON);
    expect(last(changes)).toMatchObject({ state: "cancelled", filled: 130, reason: "unfilled" });
  });

  it("of the other side has the bid", () => {
    const changes = openEngine().place(request("a", { side: "sell", limit: scaledPrice(9_900) }), NOON);
    expect(fillsOf(changes)).toMatchObject([{ price: 9_990, quantity: 65, side: "sell" }]);
  });
});

describe("a market order", () => {
  it("rests where its protection ends", () => {
    const engine = openEngine();
    const changes = engine.place(request("a", { kind: "market", quantity: qty(195) }), NOON);
    expect(last(changes)).toMatchObject({ state: "open", filled: 130, bound: 10_300 });
    expect(engine.show(CONTRACT, quoteOf(10_290, 65, 10_305, 650), NOON)).toEqual([]);
    expect(told(engine.show(CONTRACT, quoteOf(10_290, 65, 10_300, 650), NOON))).toEqual([["a", "filled", 195]]);
  });

  it("has no price where nobody quotes", () => {
    const engine = openEngine(TERMS, NO_QUOTE);
    expect(last(engine.place(request("a", { kind: "market" }), NOON))).toMatchObject({
      state: "rejected",
      reason: "no-quote",
    });
  });
});

describe("a stop", () => {
  it("waits for its trigger, and is a market order then", () => {
    const engine = openEngine();
    const stop = { kind: "stop", side: "sell", trigger: scaledPrice(9_900), quantity: qty(130) } as const;
    expect(last(engine.place(request("a", stop), NOON))?.state).toBe("waiting");
    expect(engine.show(CONTRACT, quoteOf(9_890, 65, 9_910, 65, 9_905), NOON)).toEqual([]);
    expect(told(engine.show(CONTRACT, quoteOf(9_880, 65, 9_910, 65, 9_900), NOON))).toEqual([
      ["a", "open", 0],
      ["a", "open", 65],
    ]);
    // 3 % below the bid of that moment.
    expect(engine.order("a")?.bound).toBe(9_585);
  });

  it("with a limit rests at its limit", () => {
    const engine = openEngine();
    const limits = { kind: "stop-limit", trigger: scaledPrice(10_100), limit: scaledPrice(10_110) } as const;
    engine.place(request("a", limits), NOON);
    const changes = engine.show(CONTRACT, quoteOf(10_100, 65, 10_120, 65, 10_105), NOON);
    expect(told(changes)).toEqual([["a", "open", 0]]);
    expect(told(engine.show(CONTRACT, quoteOf(10_100, 65, 10_110, 65, 10_105), NOON))).toEqual([["a", "filled", 65]]);
  });
});

describe("what the exchange refuses", () => {
  const FUTURE = { ...TERMS, band: { low: scaledPrice(9_000), high: scaledPrice(11_000) } };
  it.each<[string, Partial<OrderRequest>, number]>([
    ["session", {}, 554],
    ["session", {}, 940],
    ["quantity", { quantity: qty(0) }, 720],
    ["lot", { quantity: qty(66) }, 720],
    ["freeze", { quantity: qty(1820) }, 720],
    ["price", { limit: scaledPrice(0) }, 720],
    ["tick", { limit: scaledPrice(10_003) }, 720],
    ["band", { limit: scaledPrice(11_005) }, 720],
    ["trigger", { kind: "stop", trigger: scaledPrice(9_000) }, 720],
    ["trigger", { kind: "stop-limit", trigger: scaledPrice(10_100), limit: scaledPrice(10_050) }, 720],
    ["trigger", { kind: "stop", side: "sell", trigger: scaledPrice(10_500) }, 720],
    ["contract", { contract: "NIFTY26112499900CE" }, 720],
  ])("%s", (reason, fields, at) => {
    const changes = openEngine(FUTURE).place(request("a", fields), minute(at));
    expect(changes).toHaveLength(1);
    expect(last(changes)).toMatchObject({ state: "rejected", reason, filled: 0 });
  });
});

describe("a resting order", () => {
  const resting = (): MatchingEngine => {
    const engine = openEngine();
    engine.place(request("a", { quantity: qty(195) }), NOON);
    return engine;
  };
  const wish = (fields: Partial<OrderWish>): OrderWish => ({ ...request("a", { quantity: qty(195) }), ...fields });

  it("is modified: it may fill at once, and not below what is filled", () => {
    const engine = resting();
    expect(engine.modify("a", wish({ quantity: qty(130) }), NOON)).toMatchObject({ code: "quantity" });
    expect(engine.modify("a", wish({ limit: scaledPrice(10_001) }), NOON)).toMatchObject({ code: "tick" });
    engine.show(CONTRACT, quoteOf(9_990, 650, 10_010, 650), NOON);
    const changes = changesOf(engine.modify("a", wish({ limit: scaledPrice(10_010) }), NOON));
    expect(last(changes)).toMatchObject({ state: "filled", filled: 195 });
    expect(engine.modify("a", wish({}), NOON)).toMatchObject({ code: "state" });
  });

  it("is cancelled with what is left, once", () => {
    const engine = resting();
    expect(last(changesOf(engine.cancel("a")))).toMatchObject({ state: "cancelled", filled: 130, reason: undefined });
    expect(engine.cancel("a")).toMatchObject({ code: "state" });
    expect(engine.show(CONTRACT, quoteOf(9_990, 650, 9_995, 650), NOON)).toEqual([]);
  });

  it("ends with the session", () => {
    const engine = resting();
    expect(engine.expire(minute(939))).toEqual([]);
    expect(last(engine.expire(minute(940)))).toMatchObject({ state: "cancelled", filled: 130, reason: "expired" });
    expect([...engine.resting()]).toEqual([]);
  });

  it("takes its old place after a restart", () => {
    const before = openEngine(TERMS, quoteOf(9_900, 65, 10_100, 65));
    const orders = ["a", "b"].flatMap((id) => last(before.place(request(id), NOON)) ?? []);
    const engine = openEngine(TERMS, NO_QUOTE);
    for (const order of orders.toReversed()) engine.restore(order);
    engine.place(request("c"), NOON);
    expect(told(engine.show(CONTRACT, quoteOf(9_900, 65, 10_000, 130), NOON)).map(([id]) => id)).toEqual(["a", "b"]);
  });
});

describe("a source without quotes", () => {
  const UNQUOTED = { ...TERMS, isQuoted: false };
  const lastPrice = (ltp: number): Quote => ({ ...NO_QUOTE, ltp: scaledPrice(ltp) });

  it("has its last price and one tick, and says so", () => {
    const engine = openEngine(UNQUOTED, lastPrice(10_000));
    expect(fillsOf(engine.place(request("a", { kind: "market", quantity: qty(1755) }), NOON))).toMatchObject([
      { price: 10_005, quantity: 1755, basis: "modelled" },
    ]);
    expect(fillsOf(engine.place(request("b", { side: "sell", kind: "market" }), NOON))).toMatchObject([
      { price: 9_995, basis: "modelled" },
    ]);
    expect(fillsOf(engine.place(request("c", { limit: scaledPrice(10_000) }), NOON))).toEqual([]);
  });

  it("is none where quotes are shown otherwise", () => {
    expect(fillsOf(openEngine(TERMS, lastPrice(10_000)).place(request("a"), NOON))).toEqual([]);
  });
});

/**
 * The same market once more, by other means: no queues and no engine, but at each step a look at all orders for the best one
 * that the quote can serve.
 */
interface Mirrored {
  readonly id: string;
  readonly side: "buy" | "sell";
  readonly limit: number;
  readonly turn: number;
  left: number;
}

describe("10,000 practice orders", () => {
  const COUNT = Number(process.env["PRACTICE_ORDERS"] ?? 10_000);

  it("fill as an independent recomputation says, never outside the quote and never beyond its size", {
    timeout: 60_000,
  }, () => {
    const random = fc.sample(fc.infiniteStream(fc.nat({ max: 1_000_000 })), { numRuns: 1, seed: 20 })[0];
    const draw = (below: number): number => ((random?.next().value as number | undefined) ?? 0) % below;
    const engine = openEngine(TERMS, NO_QUOTE);
    const mirror = new Map<string, Mirrored>();
    const engineFills: Fill[] = [];
    let [quote, bidUsed, askUsed, turn, placed, filledUnits] = [quoteOf(9_990, 650, 10_000, 650), 0, 0, 0, 0, 0];

    const expected: Pick<Fill, "order" | "price" | "quantity">[] = [];
    const serve = (): void => {
      for (const side of ["buy", "sell"] as const) {
        for (;;) {
          let best: Mirrored | undefined;
          for (const order of mirror.values()) {
            if (order.side !== side) continue;
            const isBetter =
              best === undefined ||
              (side === "buy" ? order.limit > best.limit : order.limit < best.limit) ||
              (order.limit === best.limit && order.turn < best.turn);
            if (isBetter) best = order;
          }
          const price = side === "buy" ? quote.ask : quote.bid;
          const left = side === "buy" ? quote.askQty - askUsed : quote.bidQty - bidUsed;
          if (best === undefined || left <= 0) break;
          if (side === "buy" ? price > best.limit : price < best.limit) break;
          const quantity = Math.min(best.left, left);
          if (side === "buy") askUsed += quantity;
          else bidUsed += quantity;
          best.left -= quantity;
          if (best.left === 0) mirror.delete(best.id);
          expected.push({ order: best.id, price, quantity: qty(quantity) });
        }
      }
    };
    const note = (changes: readonly OrderChange[]): void => {
      const shown = new Map<string, number>();
      for (const fill of fillsOf(changes)) {
        engineFills.push(fill);
        expect(fill.price).toBe(fill.side === "buy" ? quote.ask : quote.bid);
        shown.set(fill.side, (shown.get(fill.side) ?? 0) + fill.quantity);
        filledUnits += fill.quantity;
      }
      expect(shown.get("buy") ?? 0).toBeLessThanOrEqual(quote.askQty);
      expect(shown.get("sell") ?? 0).toBeLessThanOrEqual(quote.bidQty);
    };

    note(engine.show(CONTRACT, quote, NOON));
    while (placed < COUNT) {
      const action = draw(10);
      if (action < 4) {
        const middle = quote.bid + (draw(9) - 4) * 5;
        const next = quoteOf(middle, draw(20) * 65, middle + 5 + draw(4) * 5, draw(20) * 65);
        if (next.bid !== quote.bid || next.bidQty !== quote.bidQty) bidUsed = 0;
        if (next.ask !== quote.ask || next.askQty !== quote.askQty) askUsed = 0;
        quote = next;
        note(engine.show(CONTRACT, quote, NOON));
      } else if (action < 5 && mirror.size > 0) {
        const id = [...mirror.keys()][draw(mirror.size)] ?? "";
        mirror.delete(id);
        changesOf(engine.cancel(id));
      } else {
        const side = draw(2) === 0 ? ("buy" as const) : ("sell" as const);
        const limit = quote.bid + (draw(13) - 6) * 5;
        const quantity = (1 + draw(27)) * 65;
        const id = `o${placed++}`;
        mirror.set(id, { id, side, limit, turn: turn++, left: quantity });
        note(engine.place(request(id, { side, limit: scaledPrice(limit), quantity: qty(quantity) }), NOON));
      }
      serve();
      expect(engineFills.length).toBe(expected.length);
      const latest = engineFills.at(-1);
      expect(latest && { order: latest.order, price: latest.price, quantity: latest.quantity }).toEqual(
        expected.at(-1),
      );
    }
    expect(engineFills.map(({ order, price, quantity }) => ({ order, price, quantity }))).toEqual(expected);
    expect(filledUnits).toBeGreaterThan(COUNT * 65);
  });
});
