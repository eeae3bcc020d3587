/**
 * Dhan's Forever Orders. Its list has a row for each leg, and a change is of one leg: of two, both cannot be changed by one call,
 * so that none of them is.
 */
import { type BookGtt, type GttOrder, type GttStatus, inTriggerOrder } from "#contract/domain/orders/gtt.ts";
import { isOnTick } from "#contract/domain/orders/prices.ts";
import { grouped } from "../../market/grouped.ts";
import type { Exchanged } from "../asking.ts";
import { sideOf, sideWord } from "../book-words.ts";
import type { BrokerSession, GttPort, Sent } from "../port.ts";
import type { DailyList } from "../symbol-list.ts";
import { onTick } from "../ticks.ts";
import { dataOf, NAME, sentOf } from "./answers.ts";
import { keyOf, nameOf, productOf } from "./map.ts";
import type { DhanInstrument } from "./symbols.ts";
import { type DhanForever, FOREVER_LIST, WRITTEN } from "./wire.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface DhanGttDeps {
  readonly symbols: DailyList<DhanInstrument>;
  ask(session: BrokerSession, method: Method, path: string): Promise<Exchanged>;
  /** Counted against the broker's limits. */
  write(session: BrokerSession, method: Method, path: string, body?: object): Promise<Exchanged>;
}

const PATH = "/forever/orders";
const pathOf = ({ id }: Pick<BookGtt, "id">): string => `${PATH}/${encodeURIComponent(id)}`;
const ONE_BY_ONE = "Dhan changes one price at a time: delete it and make another";

export function createDhanGtts({ symbols, ask, write }: DhanGttDeps): GttPort {
  /** What Dhan calls the leg of a single one, which a change has to name. */
  const legNames = new Map<string, string>();

  const writing = <Value>(
    session: BrokerSession,
    { contract, legs }: Pick<BookGtt, "contract" | "legs">,
    send: (row: DhanInstrument) => Promise<Sent<Value>>,
  ): Promise<Sent<Value>> =>
    symbols.writing(session, { contract }, async (row) => {
      const isWhole = legs.every(({ trigger, limit }) => isOnTick(trigger, row.tick) && isOnTick(limit, row.tick));
      return isWhole ? send(row) : { kind: "not-sent", why: `${NAME} takes prices in steps of ${row.tick}` };
    });

  return {
    place: (session, gtt) =>
      writing(session, gtt, async (row) => {
        const body = { dhanClientId: session.userId, ...bodyOf(gtt, row) };
        return sentOf(NAME, await write(session, "POST", PATH, body), WRITTEN, ({ orderId }) => orderId);
      }),

    modify: (session, gtt, change) =>
      writing(session, { ...gtt, ...change }, async ({ tick }) => {
        const legName = legNames.get(gtt.id);
        const [leg, other] = change.legs;
        if (leg === undefined || other !== undefined) return { kind: "not-sent", why: ONE_BY_ONE };
        if (legName === undefined) return { kind: "not-sent", why: "Dhan's list does not have it" };
        const body = {
          ...{ dhanClientId: session.userId, orderId: gtt.id, orderFlag: "SINGLE", orderType: "LIMIT", legName },
          ...{ quantity: change.qty, disclosedQuantity: 0, validity: "DAY" },
          price: onTick(leg.limit, tick),
          triggerPrice: onTick(leg.trigger, tick),
        };
        return sentOf(NAME, await write(session, "PUT", pathOf(gtt), body), WRITTEN, () => undefined);
      }),

    delete: async (session, gtt) => sentOf(NAME, await write(session, "DELETE", pathOf(gtt)), WRITTEN, () => undefined),

    async list(session) {
      const rows = dataOf(NAME, await ask(session, "GET", PATH), FOREVER_LIST);
      const names = await symbols.namesFor(session);
      for (const { orderId, orderType, legName } of rows) if (orderType === "SINGLE") legNames.set(orderId, legName);
      return [...grouped(rows, ({ orderId }) => orderId).values()].flatMap((legs) => gttOf(legs, names) ?? []);
    },
  };
}

/** Of an OCO the first leg is the stop, the second, whose fields end with 1, the target. */
function bodyOf({ side, productType, qty, legs }: GttOrder, { segment, token, tick }: DhanInstrument): object {
  const [first, second] = side === 1 ? legs.toReversed() : legs;
  const shared = {
    transactionType: sideWord(side),
    exchangeSegment: segment,
    productType,
    orderType: "LIMIT",
    validity: "DAY",
    securityId: token,
    quantity: qty,
    disclosedQuantity: 0,
    price: onTick(first?.limit ?? 0, tick),
    triggerPrice: onTick(first?.trigger ?? 0, tick),
  };
  if (second === undefined) return { orderFlag: "SINGLE", ...shared };
  const [price1, triggerPrice1] = [onTick(second.limit, tick), onTick(second.trigger, tick)];
  return { orderFlag: "OCO", ...shared, price1, triggerPrice1, quantity1: qty };
}

const STATUSES: Readonly<Record<DhanForever["orderStatus"], GttStatus>> = {
  TRANSIT: "active",
  PENDING: "active",
  CONFIRM: "active",
  TRADED: "triggered",
  TRIGGERED: "triggered",
  EXPIRED: "expired",
  CANCELLED: "cancelled",
  REJECTED: "rejected",
};
/** What one leg has come to is what the whole has: the other ends with it. */
const FIRST: readonly GttStatus[] = ["triggered", "active"];

/** @param rows its legs. */
export function gttOf(
  rows: readonly DhanForever[],
  names: { contractOf(name: string): BookGtt["contract"] },
): BookGtt | undefined {
  const [first, second] = rows;
  if (first === undefined) return undefined;
  const isAlike =
    second === undefined || (second.quantity === first.quantity && second.productType === first.productType);
  const statuses = rows.map(({ orderStatus }) => STATUSES[orderStatus]);
  const status = FIRST.find((one) => statuses.includes(one)) ?? statuses[0] ?? "active";
  return {
    id: first.orderId,
    symbol: nameOf(first),
    contract: names.contractOf(keyOf(first)),
    side: sideOf(first.transactionType),
    productType: productOf(first.productType),
    qty: first.quantity,
    legs: inTriggerOrder(rows.map(({ triggerPrice: trigger, price: limit }) => ({ trigger, limit }))),
    lastPrice: 0,
    status,
    createdAt: first.createTime,
    expiresAt: "",
    isChangeable: first.orderType === "SINGLE",
    message:
      first.orderType === "SINGLE" || status !== "active"
        ? ""
        : isAlike
          ? ONE_BY_ONE
          : `Its legs differ. ${ONE_BY_ONE}`,
  };
}
