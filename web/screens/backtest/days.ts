/** The chains of past days, fetched once and kept as the archive's own bytes. */
import type { Client } from "#client/client.ts";
import type { DayKey } from "#contract/domain/clock.ts";
import { type Exchange, roomName } from "#contract/domain/instruments.ts";
import { DEFAULT_FREEZE } from "#contract/domain/reference/lots.ts";
import { tickOf } from "#contract/domain/reference/ticks.ts";
import { roomKey } from "#contract/domain/room-key.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import type { VaultApi } from "#contract/worker/vault-api.ts";
import { expiriesOf, readUniverse } from "../../state/market/universe.ts";
import type { TriedDay } from "./snapshot.ts";

/** Days whose chains are kept as long as the page: some 0.3 MB each. One that is imported again is read at the next visit. */
const MOST_KEPT = 60;
const kept = new Map<string, Uint8Array>();

/** A past day, and the expiry that is traded on it. */
export interface TradedDay extends DayKey {
  readonly expiry: IsoDate;
}

/** A day to be tried, and the chain that is traded on it. */
interface DayChain {
  readonly day: TradedDay;
  readonly tried: TriedDay;
}

interface Wanted {
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly count: number;
  readonly hasSimulated: boolean;
}

/** The newest days that hold the symbol, oldest first; of one date the real one. */
export function daysOf(
  list: readonly HistoryDay[],
  { exchange, symbol, count, hasSimulated }: Wanted,
): readonly DayKey[] {
  const held = list.filter(
    ({ symbols, source }) => (hasSimulated || source !== "sim") && symbols[exchange]?.includes(symbol),
  );
  const byDate = new Map<string, DayKey>();
  for (const { date, source } of held) if (!byDate.has(date)) byDate.set(date, { date: isoDate(date), source });
  return [...byDate.values()].slice(-count);
}

export interface LoadDeps extends Pick<Client, "universeOf">, Pick<VaultApi, "roomBytes"> {
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
}

/**
 * @returns those that have the expiry's chain: the others list no such expiry, or lack its room
 * @throws Error in words for the user where a day cannot be had, and the signal's reason
 */
export async function loadDays(
  days: readonly DayKey[],
  { exchange, symbol }: Pick<Wanted, "exchange" | "symbol">,
  expiry: number,
  { universeOf, roomBytes, signal, progress }: LoadDeps,
): Promise<readonly DayChain[]> {
  const chains: DayChain[] = [];
  for (const [at, day] of days.entries()) {
    signal.throwIfAborted();
    progress(at);
    const universe = readUniverse(await universeOf(day));
    const expiries = expiriesOf(universe, exchange, symbol);
    const chosen = expiries[expiry];
    if (chosen === undefined) continue;
    const room = roomName(symbol, chosen);
    const key = roomKey(room, day);
    const bytes = kept.get(key) ?? (await roomBytes(room, day));
    signal.throwIfAborted();
    if (bytes === undefined) continue;
    kept.delete(key);
    kept.set(key, bytes);
    for (const old of [...kept.keys()].slice(0, Math.max(kept.size - MOST_KEPT, 0))) kept.delete(old);
    const freeze = universe.freezeQty[symbol] || DEFAULT_FREEZE;
    const tick = tickOf(symbol, "CE", universe.ticks?.[symbol]);
    const futureExpiries = universe.futureExpiries[exchange] ?? [];
    chains.push({ day: { ...day, expiry: chosen }, tried: { bytes, freeze, tick, expiries, futureExpiries } });
  }
  return chains;
}
