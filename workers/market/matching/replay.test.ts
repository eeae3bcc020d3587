import { describe, expect, test } from "vitest";
import { ASK, ASK_QTY, BID, BID_QTY, createMinuteColumns, LTP, type RoomDay } from "#contract/domain/columns.ts";
import { ABSENT, minute, qty, scaledPrice } from "#contract/domain/units.ts";
import { makeLiveDay } from "../__fixtures__/live-day.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { type ReplayOrder, replayed } from "./replay.ts";

const OPEN = 555;
const ROW = 1;
const at = (slot: number) => minute(OPEN + slot);

/** A call by the minute: [bid, its size, ask, its size], rupees; undefined: a hole of the recording. */
function dayOf(quotes: readonly (readonly [number, number, number, number] | undefined)[], isQuoted = true): RoomDay {
  const room = makeRoom({ spot: { ltp: 24_200 }, strikes: [{ strike: 24_200, ce: { ltp: 100 } }] });
  const fields = isQuoted ? [LTP, BID, BID_QTY, ASK, ASK_QTY] : [LTP];
  const minutes = createMinuteColumns(
    room.minutes.stride,
    room.minutes.slots,
    fields.reduce((mask, field) => mask | (1 << field), 0),
  );
  const live = makeLiveDay({ ...room, minutes });
  quotes.forEach((quote, slot) => {
    if (!quote) return;
    const [bid, bidQty, ask, askQty] = quote;
    for (const [field, value] of [
      [LTP, bid * 100],
      [BID, bid * 100],
      [BID_QTY, bidQty],
      [ASK, ask * 100],
      [ASK_QTY, askQty],
    ] as const)
      live.set(field, ROW, value);
    live.close(slot);
  });
  return live.day;
}

const order = (fields: Partial<ReplayOrder> = {}): ReplayOrder => ({
  id: "one",
  row: ROW,
  side: "sell",
  quantity: qty(130),
  placed: at(1),
  limit: scaledPrice(ABSENT),
  cancelled: undefined,
  ...fields,
});

describe("orders on a day that is over", () => {
  test("are filled at the quote of their minute up to the size shown; the rest waits for another quote", () => {
    const day = dayOf([
      [100, 650, 101, 650],
      [99, 65, 100, 650],
      [99, 65, 100, 650],
      [99.5, 650, 100, 650],
    ]);
    const soon = replayed(day, [order()], at(2));
    expect(soon.fills.map(({ quantity, price, minute: when }) => [quantity, price, when])).toEqual([
      [65, 9_900, at(1)],
    ]);
    expect(soon.orders.get("one")).toMatchObject({ state: "open", filled: 65 });
    const later = replayed(day, [order()], at(3));
    expect(later.fills.map(({ quantity, price }) => [quantity, price])).toEqual([
      [65, 9_900],
      [65, 9_950],
    ]);
    expect(later.orders.get("one")?.state).toBe("filled");
  });

  test("of one minute share the size that is shown", () => {
    const { fills } = replayed(
      dayOf([[100, 130, 101, 65]]),
      [
        order({ placed: at(0) }),
        order({ id: "two", placed: at(0) }),
        order({ id: "three", placed: at(0), side: "buy", quantity: qty(65) }),
      ],
      at(0),
    );
    expect(fills.map((fill) => [fill.order, fill.side, fill.quantity, fill.price])).toEqual([
      ["one", "sell", 130, 10_000],
      ["three", "buy", 65, 10_100],
    ]);
  });

  test("do not exist before their minute, wait in a hole of the recording, and are taken back", () => {
    const day = dayOf([[100, 650, 101, 650], undefined, [98, 65, 99, 650], [98, 65, 99, 650], [97, 650, 98, 650]]);
    expect(replayed(day, [order()], at(0)).orders.size).toBe(0);
    expect(replayed(day, [order()], at(1)).orders.size).toBe(0);
    const taken = replayed(day, [order({ cancelled: at(3) })], at(4));
    expect(taken.fills.map(({ price, minute: when }) => [price, when])).toEqual([[9_800, at(2)]]);
    expect(taken.orders.get("one")).toMatchObject({ state: "cancelled", filled: 65 });
    const atOnce = replayed(day, [order({ placed: at(2), cancelled: at(2) })], at(2));
    expect(atOnce.orders.get("one")).toMatchObject({ state: "cancelled", filled: 65 });
  });

  test("wait at their limit, and are refused in words where the exchange would refuse them", () => {
    const day = dayOf([
      [100, 650, 101, 650],
      [100, 650, 101, 650],
      [102, 650, 103, 650],
    ]);
    const limit = order({ limit: scaledPrice(10_150) });
    expect(replayed(day, [limit], at(1)).orders.get("one")).toMatchObject({ state: "open", filled: 0 });
    expect(replayed(day, [limit], at(2)).fills.map(({ price }) => price)).toEqual([10_200]);
    const odd = replayed(day, [order({ quantity: qty(7) })], at(2));
    expect(odd.orders.get("one")?.state).toBe("rejected");
    expect(odd.refusals.get("one")).toContain("lot size 65");
  });

  test("where the source shows no quotes, have the last price less a tick, and say that it is modelled", () => {
    const { fills } = replayed(
      dayOf(
        [
          [100, 0, 0, 0],
          [100, 0, 0, 0],
        ],
        false,
      ),
      [order()],
      at(1),
    );
    expect(fills).toMatchObject([{ price: 9_995, quantity: 130, basis: "modelled" }]);
  });
});
