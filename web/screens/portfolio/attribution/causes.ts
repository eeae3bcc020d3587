/** What the profits of the strategies came from: the question to the workers, and their answer strategy by strategy. */
import { type Exchange, parseExpiry, underlyingOf } from "#contract/domain/instruments.ts";
import { CAUSES, type Cause, tradesOf } from "#contract/domain/strategy/attribution.ts";
import { termsOf } from "#contract/domain/strategy/position.ts";
import type { AttributedLeg, Chain, Params, Snapshot } from "../../../components/attribution/snapshot.ts";
import type { Universe } from "../../../state/market/universe.ts";
import type { HeldStrategy } from "../book/book.ts";
import { roomsOf } from "../screen.ts";
import type { Positions } from "../snapshot.ts";

/** What the lines are of: the whole (''), a strategy by its id, or a leg by 'strategy|leg'. */
export type Subject = string;
export const WHOLE: Subject = "";
export const subjectOfLeg = (strategyId: string, legId: string): Subject => `${strategyId}|${legId}`;

/** @param positions of the strategies, one by one */
export function attributionParams(
  strategies: readonly HeldStrategy[],
  positions: Positions,
  subject: Subject,
  universe: Universe | undefined,
): Params {
  const legs = strategies.flatMap((strategy, at) =>
    strategy.legs.map((leg, place): AttributedLeg & { readonly symbol: string } => ({
      room: positions.strategies[at]?.legs[place]?.room ?? "",
      type: leg.type,
      strike: leg.strike,
      trades: tradesOf(leg, termsOf(leg, underlyingOf(strategy.symbol)).unitsPerLot),
      symbol: strategy.symbol,
    })),
  );
  const symbols = new Map(legs.map(({ room, symbol }) => [room, symbol]));
  const chains = roomsOf(positions).map((room) => chainOf(room, symbols.get(room) ?? "", universe));
  return { revision: positions.revision, chains, legs, drawn: drawnOf(strategies, subject) };
}

function chainOf(room: string, symbol: string, universe: Universe | undefined): Chain {
  const { exchange }: { exchange: Exchange } = underlyingOf(symbol);
  return {
    room,
    symbol,
    expiry: parseExpiry(room.slice(room.indexOf("-") + 1)),
    expiries: universe?.expiries[exchange]?.[symbol] ?? [],
    futureExpiries: universe?.futureExpiries[exchange] ?? [],
  };
}

function drawnOf(strategies: readonly HeldStrategy[], subject: Subject): readonly [number, number] {
  let at = 0;
  for (const { id, legs } of strategies) {
    if (subject === id) return [at, at + legs.length];
    const place = legs.findIndex((leg) => subject === subjectOfLeg(id, leg.id));
    if (place >= 0) return [at + place, at + place + 1];
    at += legs.length;
  }
  return [0, at];
}

/** Rupees, one of each cause in the order of CAUSES; NaN where one of the legs is not known. */
export interface Causes {
  readonly legs: Float64Array;
  readonly strategies: Float64Array;
  /** Of the strategies that are known. */
  readonly whole: Float64Array;
  /** The largest amount of a strategy: what a bar of full length is. */
  readonly scale: number;
}

/** What a row shows: orders won what was won before the day, too. */
export const SHOWN_CAUSES = ["delta", "gamma", "theta", "vega", "trades", "residual"] as const;
export type ShownCause = (typeof SHOWN_CAUSES)[number];

/** @param at place of the leg or strategy */
export function shownCause(causes: Float64Array, cause: ShownCause, at: number): number {
  const read = (one: Cause): number => causes[at * CAUSES.length + CAUSES.indexOf(one)] ?? Number.NaN;
  return cause === "trades" ? read("earlier") + read("trades") : read(cause);
}

export function causesOf({ causes: legs }: Snapshot, { strategies }: Positions): Causes {
  const count = CAUSES.length;
  const sums = new Float64Array(strategies.length * count);
  const whole = new Float64Array(count);
  let scale = 0;
  let leg = 0;
  strategies.forEach((strategy, at) => {
    const own = sums.subarray(at * count, (at + 1) * count);
    for (let i = 0; i < strategy.legs.length; i++, leg++)
      for (let cause = 0; cause < count; cause++) own[cause]! += legs[leg * count + cause] ?? Number.NaN;
    if (own.some(Number.isNaN)) return;
    own.forEach((value, cause) => {
      whole[cause]! += value;
    });
    for (const cause of SHOWN_CAUSES)
      if (cause !== "residual") scale = Math.max(scale, Math.abs(shownCause(sums, cause, at)));
  });
  return { legs, strategies: sums, whole, scale };
}
