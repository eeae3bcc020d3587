/** IV at the money of every listed expiry, now and at the previous close. */
import { previousClose } from "#chain/previous-close.ts";
import { createSmileReader } from "#chain/smile.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DeriveInput } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainReader, createChainReader } from "#market/chain.ts";
import type { ExpiryIv } from "#market/lines/expected-move.ts";
import type { Terms } from "./snapshot.ts";

interface Readers {
  readonly now: ChainReader;
  readonly previous: ChainReader;
}

export interface TermReader {
  of(input: Omit<DeriveInput<unknown, Kernel>, "params">, today: IsoDate): { terms: Terms; ivs: readonly ExpiryIv[] };
}

export function createTermReader(): TermReader {
  const smiles = createSmileReader();
  const readers = new Map<IsoDate, Readers>();
  const readersOf = (expiry: IsoDate): Readers => {
    const known = readers.get(expiry) ?? { now: createChainReader(), previous: createChainReader() };
    readers.set(expiry, known);
    return known;
  };

  return {
    of({ market, pane, clock, kernel }, today) {
      const expiries: IsoDate[] = [];
      const days: number[] = [];
      const now: number[] = [];
      const previous: number[] = [];
      const ivs: ExpiryIv[] = [];
      let missing = 0;
      let loading = 0;
      for (const expiry of pane.expiries) {
        const reader = readersOf(expiry);
        const at = reader.now.open({ market, pane: { ...pane, expiry }, clock });
        if (!at) {
          if (market.missing(roomName(pane.symbol, expiry))) missing++;
          else loading++;
          continue;
        }
        const iv = smiles.atMoney(kernel, at);
        expiries.push(expiry);
        days.push(daysBetween(today, expiry));
        now.push(iv);
        previous.push(smiles.atMoney(kernel, previousClose(reader.previous, at)));
        ivs.push({ expiry, iv: iv / 100, years: at.pricing.years });
      }
      const columns = { days: Float64Array.from(days), now: Float64Array.from(now) };
      return { terms: { expiries, ...columns, previous: Float64Array.from(previous), missing, loading }, ivs };
    },
  };
}
