/** Legs out of contracts as the market has them: what a ready-made strategy, a roll and a link fill the builder with. */
import { useStore } from "jotai";
import { useCallback } from "react";
import { expiryKey } from "#contract/domain/instruments.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { isMonthly } from "#contract/domain/reference/expiries.ts";
import { type LegFacts, newLeg } from "#contract/domain/strategy/leg-edits.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { QuotedContract } from "#contract/worker/strategy-pane.ts";
import { freezeOf, makingAt } from "../ladder/use-press.ts";
import { figuresNow, useStrategy } from "../strategy-pane.ts";

/** What a leg in the contract is, seen on `date`. */
export function factsOf(
  { type, expiry, strike, lotSize, token, iv }: QuotedContract,
  date: IsoDate,
  expiries: readonly IsoDate[],
): LegFacts {
  return {
    type,
    expiry: expiryKey(expiry),
    strike,
    lotSize,
    securityId: String(token),
    IV: iv,
    isMonth: isMonthly(expiry, expiries),
    remainingDays: Math.max(daysBetween(date, expiry), 0),
  };
}

/** Makes legs at the prices of their quotes, sold where lots are negative; none before the market is known. */
export function useMadeLegs(): (
  contracts: readonly (QuotedContract & { readonly lots: number })[],
) => readonly StrategyLeg[] {
  const pane = useStrategy();
  const store = useStore();
  return useCallback(
    (contracts) => {
      const now = figuresNow(store, pane);
      if (!now) return [];
      const { snapshot, context } = now;
      const { symbol, expiries } = context;
      return contracts.map(({ lots, ...quote }) => {
        const making = makingAt(symbol, quote.lotSize, snapshot, freezeOf(store, symbol));
        const draft = { side: lots > 0 ? "buy" : "sell", lots: Math.abs(lots), price: quote.price } as const;
        return newLeg(factsOf(quote, snapshot.date, expiries), draft, making);
      });
    },
    [pane, store],
  );
}
