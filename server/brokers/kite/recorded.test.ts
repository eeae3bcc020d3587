/** Replies that Kite has published, and what becomes of them when they come back damaged. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import { isOpen } from "#contract/domain/orders/order.ts";
import { damages } from "../../testing/brokers/damages.ts";
import { unlessMissing } from "../../testing/skips.ts";
import type { Exchanged } from "../asking.ts";
import type { InstrumentRow } from "../port.ts";
import { SymbolList } from "../symbol-list.ts";
import { dataOf, NAME, sentOf } from "./answers.ts";
import { fundsOf, holdingsOf, orderOf, positionOf, tradeOf } from "./map.ts";
import { readInstruments } from "./symbols.ts";
import {
  GTT_LIST,
  GTT_WRITTEN,
  HOLDINGS,
  KiteGtt,
  KiteOrder,
  KiteSegmentMargin,
  KiteSession,
  ORDER_BOOK,
  PLACED,
  POSITIONS,
  readReply,
  TRADE_BOOK,
  YES,
} from "./wire.ts";

const MARKET_DATA = process.env["MARKET_DATA"];
const MUTATED = Number(process.env["MUTATED_REPLIES"] ?? 20_000);
const NO_NAMES = new SymbolList<InstrumentRow>([], ({ symbol }) => symbol);

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  "orders.json": ORDER_BOOK,
  "trades.json": TRADE_BOOK,
  "positions.json": POSITIONS,
  "holdings.json": HOLDINGS,
  "margins_equity.json": KiteSegmentMargin,
  "margin_commodity.json": KiteSegmentMargin,
  "order_response.json": PLACED,
  "order_modify.json": PLACED,
  "order_cancel.json": PLACED,
  "convert_position.json": YES,
  "session_logout.json": YES,
  "generate_session.json": KiteSession,
};

/** What becomes of these when they are damaged: gtts.test.ts. */
const GTT_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  "gtt_get_orders.json": GTT_LIST,
  "gtt_get_order.json": KiteGtt,
  "gtt_place_order.json": GTT_WRITTEN,
  "gtt_modify_order.json": GTT_WRITTEN,
  "gtt_delete_order.json": GTT_WRITTEN,
};

const reply = (body: string, status = 200): Exchanged => ({ kind: "reply", reply: { status, body } });

unlessMissing("Kite's recorded replies", MARKET_DATA, "recorded data (MARKET_DATA)", (folder) => {
  const read = (name: string): string => readFileSync(join(folder, "brokers/kite", name), "utf8");

  test.each(Object.entries({ ...SCHEMAS, ...GTT_SCHEMAS }))("%s is read", (name, schema) => {
    expect(readReply(read(name), schema)).toHaveProperty("data");
  });

  test("a postback is an order of the book", () => {
    expect(KiteOrder.parse(JSON.parse(read("postback.json"))).order_id).toBe("220303000308932");
  });

  test("books mean what they say", async () => {
    const orders = dataOf(NAME, reply(read("orders.json")), ORDER_BOOK).map((order) => orderOf(order, NO_NAMES));
    expect(orders.map(({ status }) => status)).toEqual([1, 2, 2, 5, 2, 2, 1, 1, 2, 2]);
    expect(orders.filter(({ status }) => isOpen(status))).toEqual([]);
    expect(orders[3]).toMatchObject({ message: expect.stringMatching(/^Insufficient funds/), tag: "icebergord" });
    expect(orders.at(-1)).toMatchObject({
      type: 2,
      productType: "MARGIN",
      qty: 150,
      remainingQuantity: 0,
      tradedPrice: 12.3,
    });
    const trades = dataOf(NAME, reply(read("trades.json")), TRADE_BOOK).map((trade) => tradeOf(trade, NO_NAMES));
    expect(trades[0]).toMatchObject({ side: 1, qty: 1, price: 420.65, at: "2021-05-31 09:16:39" });
    const { net } = dataOf(NAME, reply(read("positions.json")), POSITIONS);
    expect(net.flatMap((row) => positionOf(row, NO_NAMES) ?? [])).toEqual([]); // metals and shares are not traded here
    expect(holdingsOf(dataOf(NAME, reply(read("holdings.json")), HOLDINGS)).totalPl).toBeCloseTo(-437.35, 2);
    const funds = fundsOf(dataOf(NAME, reply(read("margins_equity.json")), KiteSegmentMargin));
    expect(funds.find(({ title }) => title === "Available Balance")?.amount).toBeCloseTo(99_725.05, 2);
    const listed = [];
    for await (const row of readInstruments(read("instruments_all.csv"))) listed.push(row);
    expect(listed.find(({ symbol }) => symbol === "BANKNIFTY18JAN23500CE")).toMatchObject({
      contract: { exchange: "NSE", underlying: "BANKNIFTY", expiry: "2018-01-25", strike: 23_500, type: "CE" },
      lot: 40,
      tick: 0.05,
    });
  });

  test(`${MUTATED} damaged replies: nothing breaks, and no order, fill or yes is made up`, { timeout: 120_000 }, () => {
    const originals = Object.entries(SCHEMAS).map(([name, schema]) => ({ name, schema, body: read(name) }));
    const damaged = fc.record({
      original: fc.constantFrom(...originals),
      damage: damages,
      status: fc.constantFrom(200, 200, 200, 200, 400, 403, 429, 500, 502, 503, 504),
    });
    const seen = { used: 0, unused: 0 };
    fc.assert(
      fc.property(damaged, ({ original: { name, schema, body }, damage, status }) => {
        const text = damage(body);
        const sent = sentOf(NAME, reply(text, status), schema, (data) => data);
        if (sent.kind !== "done") {
          seen.unused++;
          return;
        }
        seen.used++;
        // What is used was said: well-formed, by a success, under the names that are read.
        expect(status).toBe(200);
        const said = JSON.parse(text) as { status: string; data: unknown };
        expect(said.status).toBe("success");
        if (name.startsWith("order_")) {
          expect(sent.value).toEqual({ order_id: (said.data as { order_id: string }).order_id });
        }
        if (name !== "orders.json") return;
        const rows = said.data as readonly Record<string, unknown>[];
        for (const [i, order] of ORDER_BOOK.parse(rows).entries()) {
          const { qty, remainingQuantity, tradedPrice, status: state } = orderOf(order, NO_NAMES);
          expect(rows[i]?.["filled_quantity"]).toBe(order.filled_quantity);
          expect(remainingQuantity).toBeLessThanOrEqual(qty);
          if (tradedPrice > 0) expect(rows[i]?.["average_price"]).toBe(tradedPrice);
          if (state === 2) expect(rows[i]).toMatchObject({ status: "COMPLETE", filled_quantity: qty });
        }
      }),
      { numRuns: MUTATED, seed: 6 },
    );
    expect(seen.used).toBeGreaterThan(MUTATED / 25);
    expect(seen.unused).toBeGreaterThan(MUTATED / 4);
  });
});
