/** The clock that a derivation reads: of the first room of its pane's day, or of the exchange where there is none. */
import type { FrozenDay, MarketClock, ReplayTime } from "#contract/domain/clock.ts";
import { lastFilledSlot, type RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { hoursOf, type Session } from "#contract/domain/reference/calendar.ts";
import type { RoomKey } from "#contract/domain/room-key.ts";
import { type IsoDate, type Minute, minute } from "#contract/domain/units.ts";
import type { PaneContext, PaneHome } from "#contract/worker/screen.ts";
import type { ExchangeClock } from "./exchange-clock.ts";
import type { Rooms } from "./rooms.ts";

export interface ClockDeps {
  readonly rooms: Rooms;
  readonly exchange: ExchangeClock;
  /** Where the board's replay stands; undefined while there is none. */
  replay(): ReplayTime | undefined;
}

/**
 * Undefined until the room is loaded, or the exchange clock set.
 * @param key the first room of the pane's own day
 * @param pane the day that it looks at, and whether to its close; its symbol
 */
export function paneClock(
  { rooms, exchange, replay }: ClockDeps,
  key: RoomKey | undefined,
  pane: Pick<PaneContext, "day" | "isWhole" | "symbol">,
  definition: Homed,
): MarketClock | undefined {
  const { day: of, isWhole } = pane;
  const replayed = isWhole ? undefined : replay();
  if (key === undefined) return clockWithoutRoom(exchange, replayed, pane);
  const day = rooms.room(key)?.day;
  if (!day) return undefined;
  const { date } = day;
  const hours = ownHours(day, pane, definition);
  // Live, the minute of the newest frame.
  if (of === undefined) return { mode: "live", date, minute: rooms.minuteOf(key), speed: exchange.rate };
  if (!replayed) return { mode: "history", date, minute: standsAt(day, of, hours), speed: 0 };
  return { mode: "replay", date, minute: within(hours, replayed.minute), speed: replayed.speed };
}

function clockWithoutRoom(
  { date: today, minute: now, rate }: ExchangeClock,
  at: ReplayTime | undefined,
  { day: of, symbol }: Pick<PaneContext, "day" | "symbol">,
): MarketClock | undefined {
  const date = of === undefined || of === "today" ? today : of.date;
  if (date === undefined) return undefined;
  if (of === undefined) return { mode: "live", date, minute: now, speed: rate };
  if (at) return { mode: "replay", date, minute: at.minute, speed: at.speed };
  return { mode: "history", date, minute: of === "today" ? now : sessionOn(symbol, date).close, speed: 0 };
}

/** The minute of the figures that the clock points at: in a hole, the last one before it; NaN where none is. */
export function recordedMinute({ mode, minute: at }: MarketClock, day: RoomDay | undefined): number {
  if (mode === "live" || !day) return at;
  const slot = lastFilledSlot(day.minutes, at - day.open);
  return slot < 0 ? Number.NaN : day.open + slot;
}

/** Live, before the session: the minute at which it opens; else NaN. */
export function opensAt(
  { mode, minute: at }: MarketClock,
  day: RoomDay | undefined,
  pane: Pick<PaneContext, "symbol">,
  definition: Homed,
): number {
  const open = day ? ownHours(day, pane, definition).open : Number.NaN;
  return mode === "live" && at < open ? open : Number.NaN;
}

interface Homed {
  readonly home: PaneHome;
}
interface Hours {
  readonly open: number;
  readonly close: number;
}

/** The minutes of a room in which the pane's symbol trades: USDINR keeps a room of futures open longer. A pane of the market has all. */
function ownHours(day: RoomDay, { symbol }: Pick<PaneContext, "symbol">, { home }: Homed): Hours {
  const all = { open: day.open, close: day.open + day.minutes.slots - 1 };
  const own = home === "market" ? all : sessionOn(symbol, day.date);
  return { open: Math.max(own.open, all.open), close: Math.min(own.close, all.close) };
}

const sessionOn = (symbol: string, date: IsoDate): Session => hoursOf(underlyingOf(symbol).segment, date);

/** A finished day is seen as of its close, the open one as of its last recorded minute: its contracts have not aged further. */
function standsAt({ open, minutes }: RoomDay, of: FrozenDay, { close }: Hours): Minute {
  const slot = of === "today" ? lastFilledSlot(minutes, close - open) : -1;
  return minute(slot < 0 ? close : open + slot);
}

/** A room maps the replay's minute to its own session. */
const within = ({ open, close }: Hours, at: Minute): Minute => minute(Math.min(Math.max(at, open), close));
