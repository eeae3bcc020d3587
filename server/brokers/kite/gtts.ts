/** Kite's GTTs: one form for placing and changing, whose legs go as JSON. */
import { type BookGtt, type GttOrder, inTriggerOrder } from "#contract/domain/orders/gtt.ts";
import { isOnTick } from "#contract/domain/orders/prices.ts";
import type { Exchanged } from "../asking.ts";
import { sideOf, sideWord } from "../book-words.ts";
import type { BrokerSession, GttPort, Sent } from "../port.ts";
import type { DailyList } from "../symbol-list.ts";
import { onTick } from "../ticks.ts";
import { dataOf, NAME, sentOf } from "./answers.ts";
import { kiteProduct, productOf } from "./map.ts";
import type { KiteInstrument, KiteSymbols } from "./symbols.ts";
import { GTT_LIST, GTT_WRITTEN, type KiteGtt } from "./wire.ts";

export interface KiteGttDeps {
  readonly symbols: DailyList<KiteInstrument>;
  ask(
    session: BrokerSession,
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    form?: Readonly<Record<string, string>>,
  ): Promise<Exchanged>;
}

const PATH = "/gtt/triggers";
const pathOf = ({ id }: Pick<BookGtt, "id">): string => `${PATH}/${encodeURIComponent(id)}`;

type Legs = Pick<GttOrder, "contract" | "side" | "productType" | "qty" | "legs" | "lastPrice">;

export function createKiteGtts({ symbols, ask }: KiteGttDeps): GttPort {
  /** Prices that are not in the steps of Kite's own list would be other prices when rounded: they are not sent. */
  const writing = <Value>(
    session: BrokerSession,
    { contract, ...gtt }: Omit<Legs, "contract" | "productType"> & Pick<BookGtt, "contract" | "productType">,
    write: (form: Readonly<Record<string, string>>) => Promise<Sent<Value>>,
  ): Promise<Sent<Value>> =>
    symbols.writing(session, { contract }, async (instrument) => {
      const product = kiteProduct(gtt.productType);
      if (product === undefined) return { kind: "not-sent", why: `${gtt.productType} orders are not taken` };
      const { tick } = instrument;
      if (!gtt.legs.every(({ trigger, limit }) => isOnTick(trigger, tick) && isOnTick(limit, tick))) {
        return { kind: "not-sent", why: `${NAME} takes prices in steps of ${tick}` };
      }
      return write(formOf(gtt, product, instrument));
    });

  return {
    place: (session, gtt) =>
      writing(session, gtt, async (form) =>
        sentOf(NAME, await ask(session, "POST", PATH, form), GTT_WRITTEN, ({ trigger_id: id }) => String(id)),
      ),

    modify: (session, gtt, change) =>
      writing(session, { ...gtt, ...change }, async (form) =>
        sentOf(NAME, await ask(session, "PUT", pathOf(gtt), form), GTT_WRITTEN, () => undefined),
      ),

    delete: async (session, gtt) =>
      sentOf(NAME, await ask(session, "DELETE", pathOf(gtt)), GTT_WRITTEN, () => undefined),

    async list(session) {
      const rows = dataOf(NAME, await ask(session, "GET", PATH), GTT_LIST);
      const names = await symbols.namesFor(session);
      return rows.map((row) => gttOf(row, names));
    },
  };
}

function formOf(
  { side, qty, legs, lastPrice }: Pick<Legs, "side" | "qty" | "legs" | "lastPrice">,
  product: string,
  { exchange, symbol: tradingsymbol, tick }: KiteInstrument,
): Readonly<Record<string, string>> {
  const order = {
    exchange,
    tradingsymbol,
    transaction_type: sideWord(side),
    quantity: qty,
    order_type: "LIMIT",
    product,
  };
  const triggers = legs.map(({ trigger }) => onTick(trigger, tick));
  return {
    type: legs.length === 1 ? "single" : "two-leg",
    condition: JSON.stringify({ exchange, tradingsymbol, trigger_values: triggers, last_price: lastPrice }),
    orders: JSON.stringify(legs.map(({ limit }) => ({ ...order, price: onTick(limit, tick) }))),
  };
}

/** Of two that differ in more than their prices, as Kite's own pages can make them. */
const DIFFERENT = "Its two orders differ in more than their prices: change it at the broker";

export function gttOf({ condition, orders, ...gtt }: KiteGtt, symbols: KiteSymbols): BookGtt {
  const symbol = `${condition.exchange}:${condition.tradingsymbol}`;
  const [first] = orders;
  const isChangeable = orders.every(
    (order) =>
      order.order_type === "LIMIT" &&
      order.transaction_type === first?.transaction_type &&
      order.quantity === first.quantity &&
      order.product === first.product,
  );
  const result = orders.find((order) => order.result?.order_result)?.result?.order_result;
  const outcome = result?.rejection_reason || (result?.order_id ? `Order ${result.order_id}` : "");
  return {
    id: String(gtt.id),
    symbol,
    contract: symbols.contractOf(symbol),
    side: sideOf(first?.transaction_type ?? "BUY"),
    productType: productOf(first?.product ?? ""),
    qty: first?.quantity ?? 0,
    legs: inTriggerOrder(condition.trigger_values.map((trigger, leg) => ({ trigger, limit: orders[leg]?.price ?? 0 }))),
    lastPrice: condition.last_price,
    status: gtt.status,
    createdAt: gtt.created_at,
    expiresAt: gtt.expires_at,
    isChangeable,
    message: isChangeable ? outcome : [DIFFERENT, outcome].filter(Boolean).join(". "),
  };
}
