/** Practice of the pane's strategy: the journal of its symbol and day, what became of it by now, and where that came from. */

import { atom, useAtomValue, useSetAtom, useStore } from "jotai";
import { type RefObject, useCallback, useMemo } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { PractisedFill, PractisedOrder } from "#contract/domain/orders/practice.ts";
import { recordOf } from "#contract/domain/record-of.ts";
import { CAUSES, type Cause } from "#contract/domain/strategy/attribution.ts";
import type { Charges } from "#contract/domain/strategy/charges.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { type IsoDate, minute } from "#contract/domain/units.ts";
import { pane as attributionPane } from "../../../components/attribution/pane.ts";
import type { Snapshot as Attribution } from "../../../components/attribution/snapshot.ts";
import { pane as practicePane } from "../../../components/practice/pane.ts";
import type { Params, Snapshot } from "../../../components/practice/snapshot.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { useFact, useSlowFact } from "../../../state/market/slow-fact.ts";
import { createStateAtom, type PaneElement, type PaneState, usePane } from "../../../state/pane/pane.ts";
import { freezeOf } from "../ladder/use-press.ts";
import { mostLotsOf } from "../legs/book.ts";
import { useStrategy } from "../strategy-pane.ts";
import { type JournalEntry, journalAtom } from "./journal.ts";
import {
  closedHeld,
  heldOf,
  type Placing,
  placedLegs,
  practiceAttribution,
  practiceCharges,
  withoutWaiting,
} from "./practice-book.ts";

/** The board stands at a minute of a day that is over. */
export interface Now {
  readonly date: IsoDate;
  readonly minute: number;
}

export interface Practice {
  readonly entries: readonly JournalEntry[];
  /** By id; absent before their minute. */
  readonly orders: Readonly<Record<string, PractisedOrder>>;
  readonly fills: readonly PractisedFill[];
  readonly charges: Charges | undefined;
  /** Rupees by cause; NaN while they are not known. They add up to the P&L before charges. */
  readonly causes: Readonly<Record<Cause, number>>;
  place(legs: readonly StrategyLeg[], isLimit: boolean): void;
  /** What is held is given back at what the market shows, but what an order that waits gives back already. */
  close(): void;
  readonly holds: boolean;
  /** What waits is taken back. */
  cancel(): void;
  readonly waits: boolean;
  /** The journal of this symbol and day begins again. */
  clear(): void;
}

const NO_ORDERS: readonly PractisedOrder[] = [];
const NO_FILLS: readonly PractisedFill[] = [];
const ordersOf = ({ snapshot }: PaneState<Snapshot>) => snapshot?.orders ?? NO_ORDERS;
const fillsOf = ({ snapshot }: PaneState<Snapshot>) => snapshot?.fills ?? NO_FILLS;

/** Of all legs together, in the order of CAUSES. */
function sumsOf({ snapshot }: PaneState<Attribution>): readonly number[] {
  const sums = CAUSES.map(() => (snapshot ? 0 : Number.NaN));
  snapshot?.causes.forEach((amount, i) => {
    sums[i % CAUSES.length]! += amount;
  });
  return sums;
}

let revisions = 0;

/** @param root of the part that shows it: hidden, nothing is computed */
export function usePractice({ date, minute: now }: Now, root: RefObject<PaneElement | null>): Practice {
  const { contextAtom, brokerageAtom } = useStrategy();
  const store = useStore();
  const context = useAtomValue(contextAtom);
  const symbol = context?.symbol ?? "";
  const all = useAtomValue(journalAtom);
  const change = useSetAtom(journalAtom);
  const brokerage = useAtomValue(brokerageAtom);
  const entries = useMemo(
    () => all.filter((entry) => entry.date === date && entry.symbol === symbol),
    [all, date, symbol],
  );

  const stateAtom = useMemo(() => createStateAtom<Snapshot>("practice.state"), []);
  const paramsAtom = useMemo(
    () => atom((get): Params => ({ date, orders: entries, ticks: get(universeAtom)?.ticks?.[symbol] })),
    [date, entries, symbol],
  );
  usePane(practicePane, { contextAtom, paramsAtom, stateAtom }, root);
  const orders = useFact(stateAtom, ordersOf);
  const fills = useFact(stateAtom, fillsOf);

  const attributionAtom = useMemo(() => createStateAtom<Attribution>("practice.attribution"), []);
  const askedAtom = useMemo(() => {
    const { multiplier } = underlyingOf(symbol);
    const asked = context
      ? practiceAttribution(entries, fills, context, { date, multiplier, revision: ++revisions })
      : attributionPane.defaults;
    return atom(asked);
  }, [entries, fills, context, date, symbol]);
  usePane(attributionPane, { contextAtom, paramsAtom: askedAtom, stateAtom: attributionAtom }, root);
  const sums = useSlowFact(attributionAtom, sumsOf);

  const charges = useMemo(
    () => (context ? practiceCharges(entries, fills, underlyingOf(symbol), { date, brokerage }) : undefined),
    [context, entries, fills, symbol, date, brokerage],
  );
  const byId = Object.fromEntries(orders.map((order) => [order.id, order]));
  const held = withoutWaiting(heldOf(entries, fills), entries, byId, now);
  const open = useMemo(() => new Set(orders.flatMap(({ id, state }) => (state === "open" ? [id] : []))), [orders]);
  const placing: Placing = {
    symbol,
    date,
    minute: minute(Math.floor(now)),
    mostLots: (lotSize) => mostLotsOf(symbol, lotSize, freezeOf(store, symbol)),
  };
  const add = useCallback((more: readonly JournalEntry[]) => change((before) => [...before, ...more]), [change]);
  return {
    entries,
    orders: byId,
    fills,
    charges,
    causes: recordOf(CAUSES, (_, at) => sums[at] ?? Number.NaN),
    place: (legs, isLimit) => add(placedLegs(legs, isLimit, placing)),
    close: () => add(closedHeld(held, placing)),
    holds: held.length > 0,
    cancel: () =>
      change((before) => before.map((one) => (open.has(one.id) ? { ...one, cancelled: placing.minute } : one))),
    waits: open.size > 0,
    clear: () => change((before) => before.filter((one) => one.date !== date || one.symbol !== symbol)),
  };
}
