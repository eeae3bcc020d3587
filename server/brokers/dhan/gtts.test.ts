/** Dhan's Forever Orders: what goes out, what comes back, and what a damaged list is worth. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GttOrder } from "#contract/domain/orders/gtt.ts";
import { BUY, SELL, type Side } from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import { systemClock } from "../../platform/clocks.ts";
import { LISTED_CALL } from "../../testing/brokers/child-order.ts";
import { damages } from "../../testing/brokers/damages.ts";
import type { Exchanged } from "../asking.ts";
import { BrokerError, type BrokerSession } from "../port.ts";
import { DailyList } from "../symbol-list.ts";
import { createDhanGtts } from "./gtts.ts";
import { type DhanInstrument, dhanName } from "./symbols.ts";

const MUTATED = Number(process.env["MUTATED_REPLIES"] ?? 5000);
const SESSION: BrokerSession = {
  ...{ broker: "dhan", client: "app", userId: "1000000132", name: "Ravi", secrets: {} },
  endsAt: epochMs(1),
};
const ROW: DhanInstrument = {
  ...{ contract: LISTED_CALL, symbol: "NIFTY-Nov2026-24600-CE", token: "44001", lot: 65, tick: 0.05 },
  segment: "NSE_FNO",
};
const GTT: GttOrder = {
  ...{ contract: LISTED_CALL, lot: 65, tick: 0.05, side: SELL, productType: "MARGIN", qty: 130, lastPrice: 101.35 },
  legs: [
    { trigger: 90, limit: 88.0000000001 },
    { trigger: 120, limit: 120 },
  ],
};
const leg = (fields: object = {}): object => ({
  ...{ dhanClientId: "1000000132", orderId: "5132208051112", orderStatus: "PENDING", transactionType: "SELL" },
  ...{ exchangeSegment: "NSE_FNO", productType: "MARGIN", orderType: "OCO", tradingSymbol: "", securityId: "44001" },
  ...{ quantity: 130, price: 88, triggerPrice: 90, legName: "STOP_LOSS_LEG", createTime: "2026-11-23 11:30:01" },
  ...fields,
});
const TARGET = { price: 120, triggerPrice: 120, legName: "TARGET_LEG" };
const SINGLE = { orderId: "7", orderType: "SINGLE", legName: "ENTRY_LEG" };

function open(list: unknown, status = 200) {
  const sent: [string, string, unknown][] = [];
  const reply = (body: unknown): Exchanged => ({
    kind: "reply",
    reply: { status, body: typeof body === "string" ? body : JSON.stringify(body) },
  });
  const symbols = new DailyList<DhanInstrument>({
    ...{ broker: "Dhan", maxTag: 25, nameOf: dhanName, day: () => LISTED_CALL.expiry, clock: systemClock },
    async *read() {
      yield ROW;
    },
  });
  const gtt = createDhanGtts({
    symbols,
    ask: async () => reply(list),
    async write(_session, method, path, body) {
      sent.push([method, path, body]);
      return reply({ orderId: "7", orderStatus: "PENDING" });
    },
  });
  return { gtt, sent };
}

describe("a Forever Order", () => {
  const { gtt, sent } = open([]);
  const bodyOf = async (order: Partial<GttOrder>): Promise<unknown> => {
    expect(await gtt.place(SESSION, { ...GTT, ...order })).toEqual({ kind: "done", value: "7" });
    return sent.at(-1)?.[2];
  };
  const shared = (side: Side): object => ({
    ...{ dhanClientId: "1000000132", transactionType: side === BUY ? "BUY" : "SELL", exchangeSegment: "NSE_FNO" },
    ...{ productType: "MARGIN", orderType: "LIMIT", validity: "DAY", securityId: "44001", quantity: 130 },
    disclosedQuantity: 0,
  });

  test("of two prices has its stop first: below for a sale, above for a purchase", async () => {
    const stop = { ...shared(SELL), orderFlag: "OCO", price: 88, triggerPrice: 90, quantity1: 130 };
    expect(await bodyOf({})).toEqual({ ...stop, price1: 120, triggerPrice1: 120 });
    expect(sent.at(-1)?.slice(0, 2)).toEqual(["POST", "/forever/orders"]);
    const upper = { ...shared(BUY), orderFlag: "OCO", price: 120, triggerPrice: 120, quantity1: 130 };
    expect(await bodyOf({ side: BUY })).toEqual({ ...upper, price1: 88, triggerPrice1: 90 });
  });

  test("of one price has no second leg, and what is not in steps is not sent", async () => {
    const [legs] = [[{ trigger: 90, limit: 88 }]];
    expect(await bodyOf({ legs })).toEqual({ ...shared(SELL), orderFlag: "SINGLE", price: 88, triggerPrice: 90 });
    const count = sent.length;
    const odd = await gtt.place(SESSION, { ...GTT, legs: [{ trigger: 90.02, limit: 88 }] });
    expect(odd).toEqual({ kind: "not-sent", why: "Dhan takes prices in steps of 0.05" });
    expect(sent).toHaveLength(count);
  });
});

test("its legs are one again; of two, none is changed here, of one the leg is named as Dhan calls it", async () => {
  const single = leg({ ...SINGLE, legName: "STOP_LOSS_LEG" });
  const { gtt, sent } = open([leg(TARGET), leg(), single]);
  const [oco = expect.unreachable(), one = expect.unreachable()] = await gtt.list(SESSION);
  expect(oco).toMatchObject({
    ...{ id: "5132208051112", contract: LISTED_CALL, side: SELL, qty: 130, status: "active", isChangeable: false },
    legs: [
      { trigger: 90, limit: 88 },
      { trigger: 120, limit: 120 },
    ],
    message: expect.stringContaining("one price at a time"),
  });
  const change = { qty: 65, lastPrice: 100, legs: [{ trigger: 85, limit: 84 }] };
  expect(await gtt.modify(SESSION, oco, { ...change, legs: oco.legs })).toMatchObject({ kind: "not-sent" });
  expect(sent).toEqual([]);
  expect((await gtt.modify(SESSION, one, change)).kind).toBe("done");
  expect(sent.at(-1)).toEqual([
    "PUT",
    "/forever/orders/7",
    {
      ...{ dhanClientId: "1000000132", orderId: "7", orderFlag: "SINGLE", orderType: "LIMIT", validity: "DAY" },
      ...{ legName: "STOP_LOSS_LEG", quantity: 65, disclosedQuantity: 0, price: 84, triggerPrice: 85 },
    },
  ]);
  expect((await gtt.delete(SESSION, one)).kind).toBe("done");
  expect(sent.at(-1)?.slice(0, 2)).toEqual(["DELETE", "/forever/orders/7"]);
});

test("what one leg has come to is what the whole has", async () => {
  const statusOf = async (...statuses: readonly string[]) => {
    const rows = statuses.map((orderStatus, i) => leg({ orderStatus, ...(i > 0 && TARGET) }));
    return (await open(rows).gtt.list(SESSION))[0]?.status;
  };
  expect(await statusOf("CANCELLED", "TRADED")).toBe("triggered");
  expect(await statusOf("CONFIRM", "PENDING")).toBe("active");
  expect(await statusOf("CANCELLED", "CANCELLED")).toBe("cancelled");
  expect(await statusOf("EXPIRED")).toBe("expired");
  await expect(statusOf("SLEEPING")).rejects.toThrow(BrokerError);
  await expect(statusOf("PENDING", "PENDING", "PENDING")).rejects.toThrow(BrokerError);
});

test(`${MUTATED} damaged lists: no trigger is made up`, { timeout: 120_000 }, async () => {
  const body = JSON.stringify([leg(), leg(TARGET), leg(SINGLE)]);
  const seen = { used: 0, unused: 0 };
  await fc.assert(
    fc.asyncProperty(damages, fc.constantFrom(200, 200, 200, 401, 429, 500), async (damage, status) => {
      try {
        for (const { legs, qty } of await open(damage(body), status).gtt.list(SESSION)) {
          seen.used++;
          expect(status).toBe(200);
          expect(qty).toBeGreaterThan(0);
          expect(legs.length).toBeLessThanOrEqual(2);
          for (const { trigger } of legs) expect(damage(body)).toContain(String(trigger));
        }
      } catch (error) {
        if (!(error instanceof BrokerError)) throw error;
        seen.unused++;
      }
    }),
    { numRuns: MUTATED, seed: 6 },
  );
  expect(seen.used).toBeGreaterThan(MUTATED / 20);
  expect(seen.unused).toBeGreaterThan(MUTATED / 4);
});
