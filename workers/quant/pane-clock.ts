/** The clock that a derivation reads: of the first room of its pane's day, or of the exchange where there is none. */
import type { FrozenDay, MarketClock, ReplayTime } from "#contract/domain/clock.ts";
import { lastFilledSlot, type RoomDay } from "#contract/domain/columns.ts";
import { type Segment, underlyingOf } from "#contract/domain/instruments.ts";
import { hoursOf } from "#contract/domain/reference/calendar.ts";
import type { RoomKey } from "#contract/domain/room-key.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { PaneContext, PaneHome } from "#contract/worker/screen.ts";
import { inSession } from "#market/futures/own-session.ts";
import type { ExchangeClock } from "./exchange-clock.ts";
import type { Rooms } from "./rooms.ts";

export interface ClockDeps {
  readonly rooms: Rooms;
  readonly exchange: ExchangeClock;
  /** Where the board's replay stands; undefined while there is none. */
  replay(): ReplayTime | undefined;
}

/**
 * The day of the pane's first room, with the minutes of its symbol's own session; a pane of the whole market has all.
 * @param key the first room of the pane's own day
 */
export function paneDay(
  { rooms }: Pick<ClockDeps, "rooms">,
  key: RoomKey | undefined,
  { symbol }: Pick<PaneContext, "symbol">,
  { home }: { readonly home: PaneHome },
): RoomDay | undefined {
  const room = key === undefined ? undefined : rooms.room(key);
  return (home === "market" ? room : inSession(room, symbol))?.day;
}

/**
 * Undefined until the room is loaded, or the exchange clock set.
 * @param key the first room of the pane's own day
 * @param pane the day that it looks at, and whether to its close
 * @param day of that room (`paneDay`)
 */
export function paneClock(
  { rooms, exchange, replay }: ClockDeps,
  key: RoomKey | undefined,
  { day: of, isWhole, symbol }: Pick<PaneContext, "day" | "isWhole" | "symbol">,
  day: RoomDay | undefined,
): MarketClock | undefined {
  const replayed = isWhole ? undefined : replay();
  if (key === undefined) return clockWithoutRoom(exchange, replayed, of, underlyingOf(symbol).segment);
  if (!day) return undefined;
  const { date } = day;
  // Live, the minute of the newest frame.
  if (of === undefined) return { mode: "live", date, minute: rooms.minuteOf(key), speed: exchange.rate };
  if (!replayed) return { mode: "history", date, minute: standsAt(day, of), speed: 0 };
  return { mode: "replay", date, minute: within(day, replayed.minute), speed: replayed.speed };
}

function clockWithoutRoom(
  { date: today, minute: now, rate }: ExchangeClock,
  at: ReplayTime | undefined,
  of: FrozenDay | undefined,
  segment: Segment,
): MarketClock | undefined {
  const date = of === undefined || of === "today" ? today : of.date;
  if (date === undefined) return undefined;
  if (of === undefined) return { mode: "live", date, minute: now, speed: rate };
  if (at) return { mode: "replay", date, minute: at.minute, speed: at.speed };
  return { mode: "history", date, minute: of === "today" ? now : hoursOf(segment, date).close, speed: 0 };
}

/** The minute of the figures that the clock points at: in a hole, the last one before it; NaN where none is. */
export function recordedMinute({ mode, minute: at }: MarketClock, day: RoomDay | undefined): number {
  if (mode === "live" || !day) return at;
  const slot = lastFilledSlot(day.minutes, at - day.open);
  return slot < 0 ? Number.NaN : day.open + slot;
}

/** Live, before the room's session: the minute at which it opens; else NaN. */
export const opensAt = ({ mode, minute: at }: MarketClock, day: RoomDay | undefined): number =>
  mode === "live" && day && at < day.open ? day.open : Number.NaN;

/** A finished day is seen as of its close, the open one as of its last recorded minute: its contracts have not aged further. */
function standsAt(day: RoomDay, of: FrozenDay): Minute {
  const slot = of === "today" ? lastFilledSlot(day.minutes) : -1;
  return slot < 0 ? closeOf(day) : minute(day.open + slot);
}

const closeOf = ({ open, minutes }: RoomDay): Minute => minute(open + minutes.slots - 1);

/** A room maps the replay's minute to its own session. */
const within = (day: RoomDay, at: Minute): Minute => minute(Math.min(Math.max(at, day.open), closeOf(day)));
