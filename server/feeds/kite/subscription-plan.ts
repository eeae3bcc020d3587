/**
 * Which rooms are opened: Kite sends 3,000 instruments a connection over 3 connections, and the exchanges list more than
 * fifty thousand. First every future with the indices and stocks they are of; then the chains of indices and currency,
 * the nearest expiry of each before the next of any; then those of the stocks that were asked for; then the other stocks.
 * A chain comes whole or not at all.
 */
import { FUT, underlyingOf } from "#contract/domain/instruments.ts";
import type { ListedRoom, Listing } from "./rooms.ts";

export const TOKENS_PER_CONNECTION = 3000;
export const MOST_CONNECTIONS = 3;
const MOST_TOKENS = TOKENS_PER_CONNECTION * MOST_CONNECTIONS;

export interface SubscriptionPlan {
  /** Futures rooms, spot rooms, then chains by symbol and expiry. */
  readonly rooms: readonly ListedRoom[];
  /** What each connection subscribes to. */
  readonly connections: readonly (readonly number[])[];
  readonly leftOut: readonly ListedRoom[];
}

/** @param stocks symbols whose chains come before other stocks'. @param most instruments at all. */
export function planSubscriptions(listing: Listing, stocks: readonly string[], most = MOST_TOKENS): SubscriptionPlan {
  const tokens = new Set<number>();
  const chosen = new Set<ListedRoom>();
  const choose = (room: ListedRoom): void => {
    const added = room.rows.filter(({ token }) => !tokens.has(token));
    if (tokens.size + added.length > most) return;
    for (const { token } of added) tokens.add(token);
    chosen.add(room);
  };
  const all = [...listing.futures, ...listing.spots, ...listing.options];
  for (const room of [...listing.futures, ...listing.spots]) choose(room);
  for (const room of byPriority(listing.options, stocks)) choose(room);
  const subscribed = [...tokens];
  return {
    rooms: all.filter((room) => chosen.has(room)),
    connections: Array.from({ length: Math.ceil(subscribed.length / TOKENS_PER_CONNECTION) }, (_, i) =>
      subscribed.slice(i * TOKENS_PER_CONNECTION, (i + 1) * TOKENS_PER_CONNECTION),
    ),
    leftOut: all.filter((room) => !chosen.has(room)),
  };
}

/** What is left out, in words for the operator; undefined where nothing is. */
export function leftOutWords({ leftOut }: SubscriptionPlan): string | undefined {
  if (leftOut.length === 0) return undefined;
  const contracts = leftOut.reduce((sum, { rows }) => sum + rows.filter(({ type }) => type > FUT).length, 0);
  const symbols = new Set(leftOut.map(({ symbol }) => symbol)).size;
  return `left out, for Kite's limit of instruments: ${leftOut.length} chains of ${symbols} underlyings (${contracts} contracts)`;
}

/** Round by round: the first expiry of every symbol, then the second; indices and currency before stocks. */
function byPriority(options: readonly ListedRoom[], stocks: readonly string[]): ListedRoom[] {
  const rank = new Map<ListedRoom, number>();
  const seen = new Map<string, number>();
  for (const room of options) {
    const round = seen.get(room.symbol) ?? 0;
    seen.set(room.symbol, round + 1);
    rank.set(room, round);
  }
  const group = ({ symbol }: ListedRoom): number => {
    if (underlyingOf(symbol).kind !== "stock") return 0;
    return stocks.includes(symbol) ? 1 : 2;
  };
  return [...options].sort((a, b) => group(a) - group(b) || (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}
