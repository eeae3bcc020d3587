/** The margin bases of a strategy's legs as the moment's prices give them. */
import { LTP } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { MarkedLeg } from "#contract/domain/strategy/valuation.ts";
import { type ChainMoment, strikeIndex } from "#market/chain.ts";
import { cellOf } from "#market/reference/moment.ts";
import { type MarginBase, type MarginScan, marginScan } from "#market/strategy/margin-base.ts";

type Contract = Pick<MarkedLeg, "type" | "strike">;

export interface MarginAt {
  /** Of a contract that the chain lacks: NaN, since nothing is known of its risk. */
  of(at: ChainMoment, leg: Contract): MarginBase;
  /** What a lot bought gains in each scenario, rupees; undefined of a contract that the chain lacks. */
  gainsOf(at: ChainMoment, leg: Contract): readonly number[] | undefined;
}

const UNKNOWN: MarginBase = { base: Number.NaN, delta: Number.NaN };

function rowOf(at: ChainMoment, { type, strike }: Contract): number {
  const { fut, ce, pe } = at.table;
  return type === "FUT" ? fut : ((type === "CE" ? ce : pe)[strikeIndex(at, strike)] ?? -1);
}

/** A chain is scanned once a minute: margins do not move with a tick. */
export function createMarginAt(): MarginAt {
  const scans = new Map<RoomName, { readonly key: string; readonly scan: MarginScan }>();

  function scanOf({ day, minute, moment, room, futureIsOfExpiry }: ChainMoment): MarginScan {
    const key = `${day.date} ${minute} ${room.structureVersion}`;
    const known = scans.get(day.room);
    if (known?.key === key) return known.scan;
    // A future of another month is not asked: parity and the spot come before it.
    const futureExpiry = futureIsOfExpiry ? day.expiry : day.date;
    const ltp = (row: number): number => cellOf(moment, LTP, row);
    const scan = marginScan({ room: day, minute, sd: day.sd, futureExpiry, ltp });
    scans.set(day.room, { key, scan });
    return scan;
  }

  return {
    of(at, leg) {
      const row = rowOf(at, leg);
      return row < 0 ? UNKNOWN : scanOf(at).baseOf(row);
    },
    gainsOf(at, leg) {
      const row = rowOf(at, leg);
      return row < 0 ? undefined : scanOf(at).gainsOf(row);
    },
  };
}
