import type { RoomDay } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import type { PracticeWish, PractisedFill, PractisedOrder } from "#contract/domain/orders/practice.ts";
import type { Ticks } from "#contract/domain/reference/ticks.ts";
import { ABSENT, type Minute, minute, qty, scaledPrice } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { replayed } from "#market/matching/replay.ts";
import { contractRow } from "#market/reference/contract-row.ts";
import { pane } from "./pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const derivation = defineDerivation<Params, Snapshot, Kernel, undefined>({
  screen: pane,
  createScratch: () => undefined,

  derive({ market, pane: { symbol, expiry }, clock, params: { date, orders, ticks } }) {
    const own = market.room(roomName(symbol, expiry))?.day;
    if (!own || own.date !== date) return undefined;
    const now = minute(Math.floor(clock.minute));
    const known = new Map<string, PractisedOrder>();
    const fills: PractisedFill[] = [];
    for (const one of new Set(orders.map((order) => order.expiry))) {
      const day = market.room(roomName(symbol, one))?.day;
      if (day?.date !== date) continue;
      const found = practised(
        day,
        orders.filter((order) => order.expiry === one),
        now,
        ticks,
      );
      for (const order of found.orders) known.set(order.id, order);
      fills.push(...found.fills);
    }
    return {
      minute: now,
      orders: orders.filter((order) => order.minute <= now).map((order) => known.get(order.id) ?? waiting(order)),
      fills: fills.sort((a, b) => a.minute - b.minute),
    };
  },
});

const waiting = ({ id }: PracticeWish): PractisedOrder => ({ id, state: "open", filled: 0, average: Number.NaN });

function practised(day: RoomDay, orders: readonly PracticeWish[], now: Minute, ticks: Ticks | undefined) {
  const { priceScale } = day;
  // An order in a contract that the day does not list waits for ever.
  const rows = orders.map((order) => ({ order, row: contractRow(day, order) }));
  const {
    orders: states,
    fills,
    refusals,
  } = replayed(
    day,
    rows
      .filter(({ row }) => row >= 0)
      .map(({ order: { id, side, units, minute: placed, limit, cancelled }, row }) => ({
        id,
        side,
        row,
        quantity: qty(units),
        placed,
        limit: scaledPrice(limit === null ? ABSENT : Math.round(limit * priceScale)),
        cancelled: cancelled ?? undefined,
      })),
    now,
    ticks,
  );
  return {
    orders: [...states.values()].map(
      ({ id, state, filled, value }): PractisedOrder => ({
        id,
        state: state === "waiting" ? "open" : state,
        filled,
        average: filled > 0 ? value / filled / priceScale : Number.NaN,
        ...(refusals.has(id) && { refusal: refusals.get(id)! }),
      }),
    ),
    fills: fills.map(
      ({ order, minute: at, quantity, price, basis }): PractisedFill => ({
        order,
        minute: at,
        units: quantity,
        price: price / priceScale,
        isModelled: basis === "modelled",
      }),
    ),
  };
}
