/** Practised orders as other parts need them: to be placed, held, charged, attributed. Pure. */
import { expiryKey, parseExpiry, roomName, type Underlying } from "#contract/domain/instruments.ts";
import type { PractisedFill, PractisedOrder } from "#contract/domain/orders/practice.ts";
import { type ChargedOrder, type Charges, chargesOf } from "#contract/domain/strategy/charges.ts";
import { inOrderSizes } from "#contract/domain/strategy/leg-edits.ts";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { IsoDate, Minute } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { Params as Attributed, AttributedLeg } from "../../../components/attribution/snapshot.ts";
import { newOrderId } from "../legs/book.ts";
import type { JournalEntry } from "./journal.ts";

export interface Placing {
  readonly symbol: string;
  readonly date: IsoDate;
  readonly minute: Minute;
  /** Lots of the exchange's largest order. */
  mostLots(lotSize: number): number;
}

type Contract = Pick<JournalEntry, "type" | "expiry" | "strike" | "lotSize">;

const keyOf = ({ expiry, strike, type }: Contract): string => legKey({ strike, type, expiry: expiryKey(expiry) });

/** @param lots bought, negative where sold; @param limit rupees; null: a market order */
function ordersOf(
  { type, expiry, strike, lotSize }: Contract,
  lots: number,
  limit: number | null,
  { symbol, date, minute, mostLots }: Placing,
): readonly JournalEntry[] {
  return inOrderSizes(Math.abs(lots), mostLots(lotSize)).map((size) => ({
    id: newOrderId(),
    symbol,
    date,
    type,
    expiry,
    strike,
    lotSize,
    side: lots > 0 ? "buy" : "sell",
    units: size * lotSize,
    minute,
    limit,
    cancelled: null,
  }));
}

/** The open legs as orders: at their entry prices, or at whatever the market shows. */
export const placedLegs = (legs: readonly StrategyLeg[], isLimit: boolean, placing: Placing): readonly JournalEntry[] =>
  legs.flatMap(({ action, type, strike, expiry, lotSize, totalContracts, ltp }) =>
    action === undefined
      ? []
      : ordersOf(
          { type, strike, lotSize, expiry: parseExpiry(expiry) },
          action === "buy" ? totalContracts : -totalContracts,
          isLimit ? ltp : null,
          placing,
        ),
  );

export interface Held extends Contract {
  /** Units, negative where sold. */
  readonly net: number;
}

/** What the fills have left open, contract by contract. */
export function heldOf(entries: readonly JournalEntry[], fills: readonly PractisedFill[]): readonly Held[] {
  const held = new Map<string, Held>();
  for (const { entry, units } of signed(entries, fills)) {
    const key = keyOf(entry);
    held.set(key, { ...entry, net: (held.get(key)?.net ?? 0) + units });
  }
  return [...held.values()].filter(({ net }) => net !== 0);
}

/** What of it no order that waits gives back. @param orders what is known of them; what is not known yet waits */
export const withoutWaiting = (
  held: readonly Held[],
  entries: readonly JournalEntry[],
  orders: Readonly<Record<string, PractisedOrder>>,
  now: number,
): readonly Held[] =>
  held.flatMap((one) => {
    const sign = Math.sign(one.net);
    let net = one.net;
    for (const entry of entries) {
      const { state = "open", filled = 0 } = orders[entry.id] ?? {};
      const isBack = (entry.side === "buy") === sign < 0 && keyOf(entry) === keyOf(one);
      if (isBack && state === "open" && entry.minute <= now) net -= sign * (entry.units - filled);
    }
    return net * sign > 0 ? [{ ...one, net }] : [];
  });

/** Everything that is held, given back at what the market shows. */
export const closedHeld = (held: readonly Held[], placing: Placing): readonly JournalEntry[] =>
  held.flatMap((one) => ordersOf(one, -one.net / one.lotSize, null, placing));

/** Fills with their orders; units are negative where they were sold. */
function signed(entries: readonly JournalEntry[], fills: readonly PractisedFill[]) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return fills.flatMap(({ order, units, price, minute }) => {
    const entry = byId.get(order);
    return entry ? [{ entry, units: entry.side === "buy" ? units : -units, price, minute }] : [];
  });
}

/** What trading took so far: an order is charged once, however many fills it had. */
export function practiceCharges(
  entries: readonly JournalEntry[],
  fills: readonly PractisedFill[],
  { exchange, kind, multiplier }: Underlying,
  terms: { readonly date: IsoDate; readonly brokerage: number },
): Charges {
  const orders = new Map<string, { readonly units: number; readonly value: number; readonly entry: JournalEntry }>();
  for (const { entry, units, price } of signed(entries, fills)) {
    const { units: before = 0, value = 0 } = orders.get(entry.id) ?? {};
    const size = Math.abs(units);
    orders.set(entry.id, { entry, units: before + size, value: value + size * price });
  }
  const charged = [...orders.values()].map(
    ({ entry, units, value }): ChargedOrder => ({
      type: entry.type,
      side: entry.side,
      quantity: units * multiplier,
      price: value / units,
    }),
  );
  return chargesOf(charged, { exchange, isCurrency: kind === "currency", ...terms });
}

/** The question what the profits came from: a leg for each contract that was traded. @param revision of the fills */
export function practiceAttribution(
  entries: readonly JournalEntry[],
  fills: readonly PractisedFill[],
  { symbol, expiries, futureExpiries }: Pick<PaneContext, "symbol" | "expiries" | "futureExpiries">,
  { date, multiplier, revision }: { readonly date: IsoDate; readonly multiplier: number; readonly revision: number },
): Attributed {
  const legs = new Map<string, AttributedLeg>();
  for (const { entry, units, price, minute } of signed(entries, fills)) {
    const { type, strike, expiry } = entry;
    const key = keyOf(entry);
    const trades = [...(legs.get(key)?.trades ?? []), { date, minute, units: units * multiplier, price }];
    legs.set(key, { room: roomName(symbol, expiry), type, strike, trades });
  }
  const traded = [...new Set(entries.map(({ expiry }) => expiry))];
  return {
    revision,
    chains: traded.map((expiry) => ({ room: roomName(symbol, expiry), symbol, expiry, expiries, futureExpiries })),
    legs: [...legs.values()],
    drawn: [0, legs.size],
  };
}
