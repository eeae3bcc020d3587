/**
 * The days that the user keeps in this browser. They are the feed worker's (`workers/feed/vault`), which reads them where
 * the server has no answer; here they are listed, kept, deleted, and go to files and come from them.
 */
import { atom, type Getter } from "jotai";
import type { DayKey } from "#contract/domain/clock.ts";
import { type Exchange, futuresRoomName, type RoomName, roomName, spotRoomName } from "#contract/domain/instruments.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import type { KeptDay, VaultApi } from "#contract/worker/vault-api.ts";
import { clientAtom, universeAtom } from "../market/market.ts";
import { expiriesOf, marketExpiriesOf, type Universe } from "../market/universe.ts";
import { activeExchangeAtom, activeSymbolAtom } from "../pane/letters.ts";

/** Oldest first; undefined until they are loaded. */
export const keptDaysAtom = atom<readonly KeptDay[] | undefined>(undefined);
keptDaysAtom.debugLabel = "keptDays";

/** @throws Error where the browser keeps nothing */
export const loadKeptDaysAtom = atom(null, async (get, set): Promise<void> => {
  set(keptDaysAtom, await (await vaultOf(get)).days());
});
loadKeptDaysAtom.debugLabel = "loadKeptDays";

/** Keeps the board's symbol of the day that is shown. @returns days that had to leave @throws Error in words for the user */
export const keepDayAtom = atom(null, async (get, set, day: HistoryDay): Promise<readonly KeptDay[]> => {
  const universe = get(universeAtom);
  if (!universe) throw new Error("The day is not shown yet.");
  // Asked for once by a press: without it the browser may throw kept days away when its disk is full.
  void navigator.storage?.persist?.().catch(() => false);
  const [exchange, symbol] = [get(activeExchangeAtom), get(activeSymbolAtom)];
  const vault = await vaultOf(get);
  const left = await vault.keep({ ...day, symbols: { [exchange]: [symbol] } }, roomsToKeep(universe, exchange, symbol));
  await set(loadKeptDaysAtom);
  return left;
});
keepDayAtom.debugLabel = "keepDay";

export const forgetDayAtom = atom(null, async (get, set, day: DayKey): Promise<void> => {
  await (await vaultOf(get)).forget(day);
  await set(loadKeptDaysAtom);
});
forgetDayAtom.debugLabel = "forgetDay";

export const exportDayAtom = atom(
  null,
  async (get, _set, day: DayKey): Promise<Blob> => new Blob([await (await vaultOf(get)).exportDay(day)]),
);
exportDayAtom.debugLabel = "exportDay";

/** @returns the day of the file, and those that had to leave @throws Error in words for the user */
export const importDayAtom = atom(null, async (get, set, file: Blob) => {
  const imported = await (await vaultOf(get)).importDay(new Uint8Array(await file.arrayBuffer()));
  await set(loadKeptDaysAtom);
  return imported;
});
importDayAtom.debugLabel = "importDay";

/**
 * A symbol's chains of every expiry, and its exchange's futures and spots, so that its futures' screens open, too. A
 * currency has futures that nothing else has: they go with its own chains.
 */
export function roomsToKeep(universe: Universe, exchange: Exchange, symbol: string): readonly RoomName[] {
  const expiries = expiriesOf(universe, exchange, symbol);
  const months = marketExpiriesOf(universe, exchange);
  const futures = (universe.futureExpiries[exchange] ?? []).filter(
    (expiry) => months.includes(expiry) || expiries.includes(expiry),
  );
  return [
    ...expiries.map((expiry) => roomName(symbol, expiry)),
    ...futures.map((expiry) => futuresRoomName(exchange, expiry)),
    ...months.slice(0, 1).map((expiry) => spotRoomName(exchange, expiry)),
  ];
}

async function vaultOf(get: Getter): Promise<VaultApi> {
  const client = get(clientAtom);
  if (!client) throw new Error("Days are kept by subscribers.");
  return client.vault();
}
