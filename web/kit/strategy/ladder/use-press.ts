/** What pressing B or S does: the contract as the snapshot has it becomes a leg, or ceases to be one. */
import { useStore } from "jotai";
import { useCallback } from "react";
import { expiryKey, underlyingOf } from "#contract/domain/instruments.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { isMonthly } from "#contract/domain/reference/expiries.ts";
import { type LegFacts, type Making, pressed } from "#contract/domain/strategy/leg-edits.ts";
import { type LegContract, legKey, type Side, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { termsOf } from "#contract/domain/strategy/position.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { mostLotsOf, newOrderId, timeOf } from "../legs/book.ts";
import { figuresNow, staysAsSent, useStrategy } from "../strategy-pane.ts";

/** A contract of the pane's expiry, with its price; undefined where it has none. */
function factsOf(
  { type, strike }: LegContract,
  { ladder, future, date }: StrategySnapshot,
  { expiry, expiries }: PaneContext,
): { readonly facts: LegFacts; readonly price: number } | undefined {
  const common = {
    expiry: expiryKey(expiry),
    isMonth: isMonthly(expiry, expiries),
    remainingDays: Math.max(daysBetween(date, expiry), 0),
  };
  if (type === "FUT") {
    if (!future || Number.isNaN(future.ltp)) return undefined;
    const { lotSize, token, ltp } = future;
    return { facts: { ...common, type, strike: 0, lotSize, securityId: String(token), IV: 0 }, price: ltp };
  }
  const index = ladder.strikes.indexOf(strike);
  const side = type === "CE" ? ladder.ce : ladder.pe;
  const price = side.ltp[index] ?? Number.NaN;
  if (Number.isNaN(price)) return undefined;
  const { lotSize } = ladder;
  const IV = side.iv[index] ?? 0;
  return { facts: { ...common, type, strike, lotSize, securityId: String(side.token[index]), IV }, price };
}

/** Where and when orders are made now: the board's clock stamps them. @param freeze units; absent or 0 where none is known. */
export function makingAt(
  symbol: string,
  lotSize: number,
  { date, minute }: Pick<StrategySnapshot, "date" | "minute">,
  freeze?: number,
): Making {
  return {
    newId: newOrderId,
    now: timeOf(date, minute),
    terms: termsOf({ lotSize }, underlyingOf(symbol)),
    mostLots: mostLotsOf(symbol, lotSize, freeze),
  };
}

type Store = ReturnType<typeof useStore>;

/** The exchange's largest order of the symbol, units; undefined or 0 where it is not known. */
export const freezeOf = (store: Store, symbol: string): number | undefined =>
  store.get(universeAtom)?.freezeQty[symbol];

/** The lots that a contract's input shows: what is typed, else the leg's; where it has none, the setting's, and at least one. */
export const lotsOf = (
  typed: number | undefined,
  leg: Pick<StrategyLeg, "totalContracts"> | undefined,
  minimum: number,
): number => (typed ?? leg?.totalContracts) || minimum || 1;

export function usePress(): (contract: LegContract, side: Side) => void {
  const pane = useStrategy();
  const store = useStore();
  return useCallback(
    (contract, side) => {
      const now = figuresNow(store, pane);
      if (!now) return;
      const { snapshot, context } = now;
      const found = factsOf(contract, snapshot, context);
      if (!found) return;
      const { facts, price } = found;
      const key = legKey(facts);
      const typed = store.get(pane.lotsAtom)[key];
      const before = store.get(pane.legsAtom);
      const held = before.find((leg) => legKey(leg) === key);
      if (held && staysAsSent(store, pane, held.orders)) return;
      const lots = lotsOf(typed, held, store.get(pane.settingsAtom).minimumlot);
      const making = makingAt(context.symbol, facts.lotSize, snapshot, freezeOf(store, context.symbol));
      const after = pressed(before, facts, { side, lots, price }, making);
      store.set(pane.legsAtom, after);
      // The same side took the leg away: its input begins again.
      if (after.length < before.length) store.set(pane.lotsAtom, (all) => ({ ...all, [key]: 1 }));
    },
    [pane, store],
  );
}
