/** The chains of past days, fetched once and kept as the archive's own bytes. */
import type { DayKey } from "#contract/domain/clock.ts";
import { type Exchange, type RoomName, roomName } from "#contract/domain/instruments.ts";
import { roomKey } from "#contract/domain/room-key.ts";
import { isoDate } from "#contract/domain/units.ts";
import {
  API_BASE,
  COLUMNS_MEDIA_TYPE,
  historyBase,
  joinPath,
  OPEN_INTEREST_PATH,
  roomPath,
  SOURCE_PARAM,
} from "#contract/wire/http/api-path.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { RefusedCall } from "../../state/api.ts";
import { readUniverse, type Universe } from "../../state/market/universe.ts";

/** Days whose chains are kept: some 0.3 MB each. */
const MOST_KEPT = 60;
const kept = new Map<string, Uint8Array>();

/** A day to be tried, and the chain that is traded on it. */
export interface DayChain {
  readonly day: DayKey;
  readonly room: RoomName;
  readonly bytes: Uint8Array;
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

export interface LoadDeps {
  readonly universeOf: (day: DayKey) => Promise<Parameters<typeof readUniverse>[0]>;
  readonly signal: AbortSignal;
  readonly progress: (done: number) => void;
}

/** @throws RefusedCall where the server refuses a day, Error where the network fails, and the signal's reason */
export async function loadDays(
  days: readonly DayKey[],
  { exchange, symbol }: Pick<Wanted, "exchange" | "symbol">,
  expiry: number,
  { universeOf, signal, progress }: LoadDeps,
): Promise<readonly DayChain[]> {
  const chains: DayChain[] = [];
  for (const [at, day] of days.entries()) {
    signal.throwIfAborted();
    progress(at);
    const listed = expiriesOf(readUniverse(await universeOf(day)), exchange, symbol);
    const chosen = listed[expiry];
    if (chosen === undefined) continue; // that day listed no such expiry
    const room = roomName(symbol, chosen);
    const key = roomKey(room, day);
    const bytes = kept.get(key) ?? (await bytesOf(room, day, signal));
    kept.delete(key);
    kept.set(key, bytes);
    for (const old of [...kept.keys()].slice(0, Math.max(kept.size - MOST_KEPT, 0))) kept.delete(old);
    chains.push({ day, room, bytes });
  }
  return chains;
}

const expiriesOf = (universe: Universe, exchange: Exchange, symbol: string) =>
  universe.expiries[exchange]?.[symbol] ?? [];

async function bytesOf(room: RoomName, { date, source }: DayKey, signal: AbortSignal): Promise<Uint8Array> {
  const path = joinPath(historyBase(API_BASE, date), roomPath(OPEN_INTEREST_PATH, room));
  const response = await fetch(`${path}?${SOURCE_PARAM}=${source}`, {
    headers: { Accept: COLUMNS_MEDIA_TYPE },
    signal,
  });
  if (!response.ok) throw new RefusedCall(response.status, `${date} cannot be loaded (${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}
