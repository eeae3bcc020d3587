/** The margin bases of a strategy's legs as the moment's prices give them. */
import { LTP } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { MarkedLeg } from "#contract/domain/strategy/valuation.ts";
import type { ChainMoment } from "#market/chain.ts";
import { cellOf } from "#market/reference/moment.ts";
import { type MarginBase, marginScan } from "#market/strategy/margin-base.ts";

export interface MarginAt {
  /** Of a contract that the chain lacks: NaN, since nothing is known of its risk. */
  of(at: ChainMoment, leg: Pick<MarkedLeg, "type" | "strike">): MarginBase;
}

const UNKNOWN: MarginBase = { base: Number.NaN, delta: Number.NaN };

/** A chain is scanned once a minute: margins do not move with a tick. */
export function createMarginAt(): MarginAt {
  const scans = new Map<RoomName, { readonly key: string; readonly baseOf: (row: number) => MarginBase }>();

  function scanOf({ day, minute, moment, room, futureIsOfExpiry }: ChainMoment): (row: number) => MarginBase {
    const key = `${day.date} ${minute} ${room.structureVersion}`;
    const known = scans.get(day.room);
    if (known?.key === key) return known.baseOf;
    // A future of another month is not asked: parity and the spot come before it.
    const futureExpiry = futureIsOfExpiry ? day.expiry : day.date;
    const ltp = (row: number): number => cellOf(moment, LTP, row);
    const baseOf = marginScan({ room: day, minute, sd: day.sd, futureExpiry, ltp });
    scans.set(day.room, { key, baseOf });
    return baseOf;
  }

  return {
    of(at, { type, strike }) {
      const { table, day } = at;
      const index = table.strikes.indexOf(Math.round(strike * day.priceScale));
      const row = type === "FUT" ? table.fut : ((type === "CE" ? table.ce : table.pe)[index] ?? -1);
      return row < 0 ? UNKNOWN : scanOf(at)(row);
    },
  };
}
