/**
 * The socket's namespaces, rooms and events, typed in both directions.
 *
 * Two paths of one port carry the same namespaces, rooms, tickets and limits: `/socket.io` with the stock parser and
 * JSON maps (any stock client), and `/live` with the binary parser (live-parser.ts) and frames (frame.ts).
 */
import type { ExchangeTime } from "../domain/clock.ts";
import type { InstrumentName, RoomName } from "../domain/instruments.ts";
import type { IntentKind, IntentState } from "../domain/orders/order.ts";

export const STOCK_PATH = "/socket.io";
export const LIVE_PATH = "/live";

/** Ticks of joined rooms. */
export const OPTION_LIVE = "/optionLiveSocket";
/** Minutes of joined rooms, the exchange clock, and what concerns the user ('special', 'multiLogout'). */
export const OI_PRICE_LIVE = "/OIPriceLiveSocket";
/** Spot of the four ticker indices. */
export const LIVE_INDEX = "/liveIndex";
/** Prices of single instruments, by minute and by tick. */
export const SINGLE = "/single";
export const SINGLE_LIVE = "/singlelive";
export const NAMESPACES = [OPTION_LIVE, OI_PRICE_LIVE, LIVE_INDEX, SINGLE, SINGLE_LIVE] as const;

/**
 * Reasons of a refused handshake or room, as `connect_error` messages and acknowledgements carry them. Our client shows
 * the words of one that it does not know, and comes again with the next transport alone: a new reason that passes goes out as
 * "try again".
 */
export type Refusal =
  | "unauthorized"
  /** The user has logged in elsewhere since. */
  | "multiLogout"
  | "no subscription"
  | "unknown room"
  | "too many rooms"
  | "rate limit"
  /** The session has as many live connections as a person has tabs. */
  | "too many tabs"
  | "try again";

export interface ClientEvents {
  /** On `/single` and `/singlelive` a list as well: names that are not listed are passed over. */
  joinRoom(room: RoomName | readonly InstrumentName[], ack?: (refusal?: Refusal) => void): void;
  leaveRoom(room: RoomName | readonly InstrumentName[]): void;
  /** `/single` and `/singlelive`: the names under which securities (tokens) are joined, without unknown ones. */
  securityid(ids: readonly (number | string)[], ack: (names: readonly string[]) => void): void;
  /** `/live` only: a gap was seen; one snapshot of the room follows. */
  resync(room: RoomName): void;
}

/** {NIFTY, BANKNIFTY, SENSEX, BANKEX}: spot in rupees. An index without a spot is left out. */
export type LiveIndex = Readonly<Partial<Record<"NIFTY" | "BANKNIFTY" | "SENSEX" | "BANKEX", number>>>;

/**
 * What is wrong with the feed, in words, and the rooms that stand still for it; without `rooms` all of them do. With
 * `coverage` nothing stands still: the words say what the rooms lack, or have from elsewhere.
 */
export interface FeedTrouble {
  readonly words: string;
  readonly rooms?: readonly RoomName[];
  readonly coverage?: true;
}

/** What the operator tells everybody. Ids grow; without a message the banner of that id has ended. */
export interface Banner {
  readonly id: number;
  readonly message: string;
}

/**
 * The news of one user, on every page and edge: in order, each once. A client passes over types that it does not know.
 */
export type UserEvent =
  /** The account is another one: plan, days, what waits. */
  | { readonly type: "account" }
  /** What became of something that was asked of a broker: as its reply says, and later, where the reply could not. */
  | {
      readonly type: "order";
      readonly broker: string;
      readonly key: string;
      readonly batch: number;
      readonly item: number;
      readonly kind: IntentKind;
      readonly state: IntentState;
      /** The broker's. */
      readonly orderId: string | null;
      readonly message: string;
    }
  /**
   * What stands until it is read: an order that the broker had taken was rejected after all, with the broker's words; one that was given
   * up has reached the broker, or a stop that the user armed has acted, which have titles of their own.
   */
  | {
      readonly type: "rejected";
      readonly message: string;
      /** Absent: it is an error, and titled so. */
      readonly toast?: { readonly title: string; readonly type: "info" | "warning" | "error" };
    }
  /** A draft came by one of the user's secret addresses. */
  | { readonly type: "draft" }
  /** Orders or positions at the broker have changed: pages that show them read them again. */
  | { readonly type: "book"; readonly broker: string }
  /** The user's connection to a broker has begun or ended, or what holds orders back is another. */
  | { readonly type: "broker" };

/**
 * Where a socket's news begin, sent at connect: what was missed since the `news` of its `auth` follows, then what happens.
 * Without `isWhole` some of it is no longer kept, and the client fetches what it shows of the user.
 */
export interface NewsStart {
  readonly id: number;
  readonly isWhole: boolean;
}

export type SpecialType = "logout" | "subscribe" | "1min" | "banner" | "update";

/** Events of fixed name. Room events carry the room in their name: `{room}` and `openInterest{room}`. */
export interface ServerEvents {
  /** `/live` only: the client answers with `encodeAck(turn)`: it has read everything up to here, in all rooms. */
  turn(turn: number): void;
  liveIndex(index: LiveIndex): void;
  /** @param rooms on `/live`, where only minutes of these may be others than were sent; absent: all */
  "OIPriceLiveSocket-init"(rooms?: readonly RoomName[]): void;
  "optionLiveSocket-init"(): void;
  "optionsocket-init"(): void;
  "singleSymbol-init"(): void;
  /** 'banner', on change and at connect while there is one, brings a Banner; the others nothing. */
  special(type: SpecialType, payload?: unknown): void;
  time9am(times: readonly string[]): void;
  time330pm(times: readonly string[]): void;
  multiLogout(): void;
  /** At connect, on change and each minute. */
  clock(time: ExchangeTime): void;
  /** `/OIPriceLiveSocket`, at connect and on change: everything that is wrong with the feed now; nothing while it is well. */
  feed(troubles: readonly FeedTrouble[]): void;
  /** `/OIPriceLiveSocket`, at connect. */
  newsFrom(start: NewsStart): void;
  /** `/OIPriceLiveSocket`: ids grow; one that came before, on an earlier connection, is a repeat. */
  news(id: number, event: UserEvent): void;
}

/** Ticks by token on `/socket.io`; a frame on `/live`. */
export const tickEvent = (room: RoomName): string => room;
/** {live, time} on `/socket.io`; a minute frame on `/live`. */
export const minuteEvent = (room: RoomName): string => `openInterest${room}`;

/** On the stock path: what the minute event carries. `time` are the slots so far, `live` the ticks at the minute. */
export interface OpenInterestMessage {
  readonly live: Readonly<Record<string, readonly (number | null)[]>>;
  readonly time: readonly string[];
}
