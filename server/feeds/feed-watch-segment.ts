/**
 * One part of the market as the feed watch sees it: how long ago it last said something new, and what is wrong with it.
 *
 * Quiet time is counted in slices of the watch's own polls, and only while the part has its session: a process that was
 * suspended has not listened, and a closed exchange is not silent.
 */

import type { RoomDay } from "#contract/domain/columns.ts";
import { EQ, rowSymbol, underlyingOf } from "#contract/domain/instruments.ts";
import { closingAuction, minuteLabel, sessionOf } from "#contract/domain/reference/calendar.ts";
import { type IsoDate, minute } from "#contract/domain/units.ts";

/** Parts of the market that fall silent on their own: derivatives by exchange, currency, and what indices print. */
export const FEED_SEGMENTS = ["NSE", "BSE", "currency", "indices"] as const;
export type FeedSegment = (typeof FEED_SEGMENTS)[number];

/** As screens call them, in few words: the freshness chip is narrow. */
const TITLES: Readonly<Record<FeedSegment, string>> = {
  NSE: "NSE F&O",
  BSE: "BSE F&O",
  currency: "Currency",
  indices: "Indices",
};

/** Currency trades so thinly that it gets this many times the silence that alarms elsewhere. */
const THIN = 4;

/** What was wrong with a tick that was refused. */
export const TICK_FAULTS = ["price", "interest", "volume", "backwards", "ahead"] as const;
export type TickFault = (typeof TICK_FAULTS)[number];

const WORDS: Readonly<Record<TickFault, string>> = {
  price: "prices that are none",
  interest: "open interest that is none",
  volume: "volume that falls",
  backwards: "times that go backwards",
  ahead: "times ahead of this server's clock (check both clocks)",
};

/** What is wrong, as screens say it: true for as long as it lasts. */
const NOTICES: Readonly<Partial<Record<SegmentState, (since: string) => string>>> = {
  silent: (since) => `silent since ${since}`,
  repeating: (since) => `nothing new since ${since}`,
  refused: (since) => `no usable figures since ${since}`,
  late: () => "figures come late",
};

export type SegmentState = "live" | "closed" | "silent" | "repeating" | "refused" | "late" | "down";

/** Position in FEED_SEGMENTS of a row: the spot of an index comes from another source than its derivatives. */
export function segmentOfRow(room: RoomDay, row: number): number {
  const { kind } = underlyingOf(rowSymbol(room, row));
  if (kind === "currency") return FEED_SEGMENTS.indexOf("currency");
  const isIndexSpot = kind === "index" && room.tokens.type[row] === EQ;
  return FEED_SEGMENTS.indexOf(isIndexSpot ? "indices" : room.exchange);
}

/** Position in FEED_SEGMENTS of what a room belongs to: that of its contracts, which its last row always is. */
export const segmentOfRoom = (room: RoomDay): number => segmentOfRow(room, room.tokens.length - 1);

/** Whether the part must be heard of now: within its session, and for indices not while an auction holds them still. */
export function isOpen(segment: FeedSegment, date: IsoDate, at: number): boolean {
  const exchangeSegment = segment === "currency" ? "currency-derivatives" : "equity-derivatives";
  const session = sessionOf(exchangeSegment, date);
  if (session === undefined) return false;
  const auction = segment === "indices" ? closingAuction(exchangeSegment, date) : undefined;
  return at >= session.open && at < (auction?.from ?? session.close);
}

export interface SegmentLimits {
  /** Quiet milliseconds that alarm. */
  readonly silenceMs: number;
  /** Seconds by which the newest figures may be behind the wall clock. */
  readonly lagSeconds: number;
}

/** What has passed since the part was last judged. */
export interface Slice {
  readonly ms: number;
  /** The exchange's minute of the day at its end. */
  readonly minute: number;
  readonly isOpen: boolean;
  /** Why the whole feed is down. */
  readonly down: string | undefined;
}

export class SegmentWatch {
  readonly segment: FeedSegment;
  readonly #limits: SegmentLimits;
  #quietMs = 0;
  /** The exchange's minute when the quiet began. */
  #since = 0;
  #lastHeard: number | undefined;
  #newestStamp = 0;
  #repeats = 0;
  #refusal: TickFault | undefined;
  #state: SegmentState = "closed";
  #reason: string | undefined;

  constructor(segment: FeedSegment, limits: SegmentLimits) {
    this.segment = segment;
    this.#limits = limits;
  }

  get state(): SegmentState {
    return this.#state;
  }

  /** What is wrong, in words; undefined while nothing is. */
  get reason(): string | undefined {
    return this.#reason;
  }

  get isTroubled(): boolean {
    return this.#state !== "live" && this.#state !== "closed" && this.#state !== "down";
  }

  /** The reason as screens say it; undefined unless it {@link isTroubled}. */
  get notice(): string | undefined {
    const words = NOTICES[this.#state]?.(minuteLabel(minute(Math.floor(this.#since))));
    return words && `${TITLES[this.segment]}: ${words}`;
  }

  /** Milliseconds since something new was heard; undefined before the first time. `now` is monotonic. */
  ageMs(now: number): number | undefined {
    return this.#lastHeard === undefined ? undefined : Math.max(0, Math.round(now - this.#lastHeard));
  }

  /** Something new. @param stamp the exchange's time of it, epoch seconds; 0 where it says none. */
  heard(now: number, stamp: number): void {
    this.#lastHeard = now;
    this.#quietMs = 0;
    this.#repeats = 0;
    this.#refusal = undefined;
    if (stamp > this.#newestStamp) this.#newestStamp = stamp;
  }

  repeated(): void {
    this.#repeats++;
  }

  refused(fault: TickFault): void {
    this.#refusal = fault;
  }

  /** @param seconds the wall clock, epoch seconds. @returns whether state or reason is another one now. */
  judge(slice: Slice, seconds: number): boolean {
    const [state, reason] = [this.#state, this.#reason];
    if (this.#quietMs === 0) this.#since = slice.minute;
    if (!slice.isOpen || slice.down !== undefined) this.#quietMs = 0;
    else this.#quietMs += slice.ms;
    this.#set(slice.isOpen, slice.down, seconds);
    return state !== this.#state || (reason === undefined) !== (this.#reason === undefined);
  }

  #set(isOpenNow: boolean, down: string | undefined, seconds: number): void {
    const { silenceMs, lagSeconds } = this.#limits;
    const limit = this.segment === "currency" ? silenceMs * THIN : silenceMs;
    const lag = this.#newestStamp === 0 ? 0 : seconds - this.#newestStamp;
    if (!isOpenNow) this.#become("closed", undefined);
    else if (down !== undefined) this.#become("down", down);
    else if (this.#quietMs >= limit) this.#becomeQuiet();
    else if (lag > lagSeconds) this.#become("late", `its newest figures are ${Math.round(lag)} s old`);
    else this.#become("live", undefined);
  }

  #becomeQuiet(): void {
    const seconds = Math.round(this.#quietMs / 1000);
    if (this.#refusal !== undefined)
      this.#become("refused", `for ${seconds} s it has sent only ${WORDS[this.#refusal]}`);
    else if (this.#repeats > 0) this.#become("repeating", `for ${seconds} s it has only repeated itself`);
    else this.#become("silent", `silent for ${seconds} s`);
  }

  #become(state: SegmentState, reason: string | undefined): void {
    this.#state = state;
    this.#reason = reason === undefined ? undefined : `${this.segment}: ${reason}`;
  }
}
