/** Contracts as orders need them: with the largest order and the price step that the market lists. */
import { type Exchange, parseExpiry } from "#contract/domain/instruments.ts";
import { DEFAULT_FREEZE } from "#contract/domain/reference/lots.ts";
import { tickOf } from "#contract/domain/reference/ticks.ts";
import type { LegType } from "#contract/domain/strategy/leg.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { qty } from "#contract/domain/units.ts";
import { futuresOf } from "../market/currency-futures.ts";
import type { Universe } from "../market/universe.ts";
import { asQty, type TicketContract } from "./draft.ts";

type Listed = Pick<Universe, "expiries" | "freezeQty" | "ticks"> | undefined;

/** The step of a contract's prices, rupees. */
export const listedTick = (universe: Listed, symbol: string, type: LegType): number =>
  tickOf(symbol, type, universe?.ticks?.[symbol]);

export const listedTerms = (
  universe: Listed,
  symbol: string,
  type: LegType,
): Required<Pick<TicketContract, "freeze" | "tick" | "futures">> => ({
  freeze: asQty(universe?.freezeQty[symbol]) ?? DEFAULT_FREEZE,
  tick: listedTick(universe, symbol, type),
  futures: futuresOf(universe, symbol),
});

/** The contract of a strategy's leg. @param strategy its id, where it is kept */
export const legContract = (
  universe: Listed,
  { exchange, symbol }: { readonly exchange: Exchange; readonly symbol: string },
  { expiry, strike, type, lotSize, securityId }: StrategyLeg,
  strategy?: string,
): TicketContract => ({
  exchange,
  symbol,
  expiry: parseExpiry(expiry),
  strike,
  type,
  lot: qty(lotSize),
  ...listedTerms(universe, symbol, type),
  securityId,
  strategy,
});
