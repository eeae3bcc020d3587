/** Kite's GTTs: what goes out, what comes back, and what a damaged list is worth. Rows are those that Kite has published, shortened. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { damages } from "../../testing/brokers/damages.ts";
import type { Exchanged } from "../asking.ts";
import { BrokerError, type InstrumentRow } from "../port.ts";
import { SymbolList } from "../symbol-list.ts";
import { dataOf, NAME, sentOf } from "./answers.ts";
import { gttOf } from "./gtts.ts";
import { GTT_LIST, GTT_WRITTEN } from "./wire.ts";

const MUTATED = Number(process.env["MUTATED_REPLIES"] ?? 5000);
const NO_NAMES = new SymbolList<InstrumentRow>([], ({ symbol }) => symbol);

const FAILED = "Your order price is lower than the current lower circuit limit of 70.65.";
const order = (tradingsymbol: string, side: string, price: number, result: object | null = null): object => ({
  ...{ exchange: "NSE", tradingsymbol, product: "CNC", order_type: "LIMIT", transaction_type: side, quantity: 1 },
  ...{ price, result },
});
const ROWS = [
  {
    ...{ id: 112127, user_id: "XX0000", parent_trigger: null, type: "single", status: "active", meta: {} },
    ...{ created_at: "2019-09-12 13:25:16", updated_at: "2019-09-12 13:25:16", expires_at: "2020-09-12 13:25:16" },
    condition: { exchange: "NSE", last_price: 798, tradingsymbol: "INFY", trigger_values: [702], instrument_token: 1 },
    orders: [order("INFY", "BUY", 702.5)],
  },
  {
    ...{ id: 105099, user_id: "XX0000", parent_trigger: null, type: "two-leg", status: "triggered", meta: null },
    ...{ created_at: "2019-09-09 15:13:22", updated_at: "2019-09-09 15:15:08", expires_at: "2020-01-01 12:00:00" },
    condition: { exchange: "NSE", last_price: 102.6, tradingsymbol: "RAIN", trigger_values: [102, 103.7] },
    orders: [
      order("RAIN", "SELL", 1),
      order("RAIN", "SELL", 1, {
        triggered_at: 103.7,
        order_result: { status: "failed", order_id: "", rejection_reason: FAILED },
      }),
    ],
  },
];
const reply = (body: unknown, status = 200): Exchanged => ({
  kind: "reply",
  reply: { status, body: typeof body === "string" ? body : JSON.stringify({ status: "success", data: body }) },
});
const read = (body: unknown) => dataOf(NAME, reply(body), GTT_LIST).map((row) => gttOf(row, NO_NAMES));

describe("Kite's list", () => {
  test("says what rests, and why a trigger fired in vain", () => {
    expect(read(ROWS)).toMatchObject([
      {
        ...{ id: "112127", symbol: "NSE:INFY", side: 1, qty: 1, lastPrice: 798, status: "active", isChangeable: true },
        ...{ legs: [{ trigger: 702, limit: 702.5 }], createdAt: "2019-09-12 13:25:16", message: "" },
      },
      { id: "105099", side: -1, status: "triggered", message: FAILED, legs: [{ trigger: 102 }, { trigger: 103.7 }] },
    ]);
  });

  test("of legs that differ in more than their prices is not plain", () => {
    const [, oco] = ROWS;
    const [stop, target] = oco?.orders ?? [];
    const [gtt] = read([{ ...oco, orders: [stop, { ...target, quantity: 2 }] }]);
    expect(gtt).toMatchObject({
      isChangeable: false,
      message: expect.stringMatching(/^Its two orders differ.*circuit limit/),
    });
  });

  test.each([
    ["an OCO of one leg", { ...ROWS[1], orders: [order("RAIN", "SELL", 1)] }],
    ["a state that nobody has heard of", { ...ROWS[0], status: "sleeping" }],
    ["no quantity", { ...ROWS[0], orders: [{ ...ROWS[0]?.orders[0], quantity: 0 }] }],
  ])("with %s is not used", (_, row) => {
    expect(() => read([row])).toThrow(BrokerError);
  });
});

test(`${MUTATED} damaged replies: no number and no trigger is made up`, { timeout: 120_000 }, () => {
  const body = JSON.stringify({ status: "success", data: ROWS });
  const written = JSON.stringify({ status: "success", data: { trigger_id: 123 } });
  const status = fc.constantFrom(200, 200, 200, 400, 403, 429, 500, 502);
  const seen = { used: 0, unused: 0 };
  fc.assert(
    fc.property(damages, status, (damage, code) => {
      const sent = sentOf(NAME, reply(damage(written), code), GTT_WRITTEN, ({ trigger_id: id }) => id);
      if (sent.kind === "done") {
        expect(code).toBe(200);
        expect(sent.value).toBe((JSON.parse(damage(written)) as { data: { trigger_id: number } }).data.trigger_id);
      }
      try {
        for (const { legs, qty } of read(damage(body))) {
          seen.used++;
          expect(qty).toBeGreaterThan(0);
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
