/**
 * A futures room runs while any of its futures trades: with USDINR among them from 09:00 to 17:00. The others stand still
 * outside their own session, at the day before's figures and then at their close; such a minute is none of theirs.
 */
import type { RoomDay } from "#contract/domain/columns.ts";
import { isCurrency, type Segment } from "#contract/domain/instruments.ts";
import { hoursOf } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import type { MarketRoom } from "#contract/worker/derivation.ts";

export interface SlotSpan {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/** The slots of a room's day in which a segment trades. */
export function sessionSlots({ date, open, minutes }: RoomDay, segment: Segment): SlotSpan {
  const session = hoursOf(segment, date);
  return { from: Math.max(0, session.open - open), to: Math.min(minutes.slots, session.close - open + 1) };
}

/** The day as equity futures trade in it: the same cells, fewer minutes. The day itself where it has no others. */
export function equityDay(day: RoomDay): RoomDay {
  const { from, to } = sessionSlots(day, "equity-derivatives");
  const { stride, slots, fields, state, columns } = day.minutes;
  if (to <= from || (from === 0 && to === slots)) return day;
  return {
    ...day,
    open: minute(day.open + from),
    minutes: {
      stride,
      slots: to - from,
      fields,
      state: state.subarray(from, to),
      columns: columns.map((column) => column.subarray(from * stride, to * stride)),
    },
  };
}

const kept = new WeakMap<RoomDay, RoomDay>();

/** A room as its equity futures trade. */
export function inEquitySession(room: MarketRoom): MarketRoom {
  const day = kept.get(room.day) ?? equityDay(room.day);
  kept.set(room.day, day);
  return day === room.day ? room : { ...room, day };
}

/** A room in the session of one of its symbols. */
export const inSession = (room: MarketRoom | undefined, symbol: string): MarketRoom | undefined =>
  room && !isCurrency(symbol) ? inEquitySession(room) : room;
