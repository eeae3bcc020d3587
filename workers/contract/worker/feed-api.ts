/** The feed worker: socket and HTTP in, columns out. One per tab. */
import type { DayKey, ExchangeTime, ReplayTime } from "../domain/clock.ts";
import type { FieldMask, RoomDay } from "../domain/columns.ts";
import type { InstrumentName, RoomName } from "../domain/instruments.ts";
import type { RoomKey } from "../domain/room-key.ts";
import type { Minute } from "../domain/units.ts";
import type { AnyDocument, DocumentKey } from "../wire/documents.ts";
import type { HistoryDay, InitList } from "../wire/http/market.ts";
import type { LiveIndex, SpecialType, UserEvent } from "../wire/socket-events.ts";
import type { HostPort } from "./port.ts";

export interface FeedConfig {
  /** 'https://host': where both the API and the sockets are. */
  readonly origin: string;
  /** Base of the market-data calls, a path of `origin` or a whole address; the API's own unless given. */
  readonly dataBase?: string;
  /** The socket ticket that login returned. */
  readonly ticket: string;
  readonly fingerprint: string;
}

/** Called through Comlink. */
export interface FeedApi {
  /** Loads `init`, connects, and tells `events` what happens; what the replays are to do comes back over it. */
  start(config: FeedConfig, events: HostPort): void;
  /** Makes a quant worker's port known: rooms are asked for and delivered over it. */
  attach(quant: HostPort): void;
  /** Loads `init` again: after 'special update', or on a failed first load. */
  refresh(): void;
  /**
   * False while the board looks at a past day: the market's namespaces close but for what workers still read live, such as
   * the rooms of armed watches; the user's channel stays. True opens them again, and tells what the market lists.
   */
  setLive(isLive: boolean): void;
  /** The days that can be shown as history. @throws Error in words for the user. */
  history(): Promise<readonly HistoryDay[]>;
  /** What a past day lists. @throws Error in words for the user. */
  universeOf(day: DayKey): Promise<InitList>;
  /** The vault of days answers over the port (VaultApi). */
  openVault(port: HostPort): Promise<void>;
  /** Closes the sockets and forgets every room. */
  stop(): void;
}

/** Main thread to feed worker, where the clock of the replay ticks. */
export type ReplayControl =
  | { readonly type: "enter"; readonly time: ReplayTime }
  | { readonly type: "play" | "pause" | "exit" }
  | { readonly type: "seek"; readonly minute: Minute }
  | { readonly type: "speed"; readonly seconds: number }
  | { readonly type: "window"; readonly from: Minute; readonly to: Minute; readonly isChosen: boolean }
  /** From now on there is one replay for all windows of that board. */
  | { readonly type: "share"; readonly board: string };

export type ConnectionState = "connecting" | "online" | "offline" | "refused";

/** Feed worker to main thread. */
export type FeedEvent =
  | { readonly type: "connection"; readonly state: ConnectionState; readonly why?: string }
  | { readonly type: "clock"; readonly time: ExchangeTime }
  | { readonly type: "universe"; readonly init: InitList }
  | { readonly type: "index"; readonly index: LiveIndex }
  | { readonly type: "slots"; readonly times: readonly string[]; readonly which: "time9am" | "time330pm" }
  /** Each step, and each change; undefined when the replay has ended. */
  | { readonly type: "replay"; readonly time: ReplayTime | undefined }
  | { readonly type: "special"; readonly kind: SpecialType; readonly payload?: unknown }
  /** The server failed (HTTP 500) at a room's day, each time it is asked for; or a day was loaded for the first time since. */
  | { readonly type: "load"; readonly room: RoomName; readonly isLoaded: boolean }
  /** HTTP 401 on a data load, or a socket that was refused for it. */
  | { readonly type: "unauthorized" }
  /** HTTP 402 on a data load. */
  | { readonly type: "unsubscribed" }
  | { readonly type: "multiLogout" }
  /** The user's news, in order, each once. Without an event some of it was missed for good: look at all of the user's. */
  | { readonly type: "news"; readonly event: UserEvent | undefined };

/** Quant worker to feed worker: what it holds from now on, and what no longer. A room is left when no worker holds it. */
export type RoomRequest =
  /** Only the minute columns of `fields` are sent. Asked again with more of them, the room is sent again. */
  | { readonly type: "acquire"; readonly room: RoomKey; readonly fields: FieldMask }
  | { readonly type: "release"; readonly room: RoomKey };
export type DocumentRequest = { readonly type: "acquireDocument" | "releaseDocument"; readonly document: DocumentKey };
/** Names that nobody of the worker followed before, or that nobody follows any more. */
export type PricesRequest = { readonly type: "follow" | "unfollow"; readonly names: readonly InstrumentName[] };
export type FeedRequest = RoomRequest | DocumentRequest | PricesRequest;

/** Feed worker to quant worker. */
export type FeedUpdate = RoomUpdate | DocumentUpdate | PricesUpdate | ClockUpdate;

export type ClockUpdate =
  /** The exchange clock, for panes without a room, and for rooms that have not had a frame yet. */
  | { readonly type: "clock"; readonly time: ExchangeTime }
  | { readonly type: "replay"; readonly time: ReplayTime | undefined };

export type DocumentUpdate =
  | { readonly type: "document"; readonly document: DocumentKey; readonly content: AnyDocument }
  /** It cannot be had; `status` as of a room. */
  | {
      readonly type: "missingDocument";
      readonly document: DocumentKey;
      readonly status: number;
      readonly message: string;
    };

/** The last prices of some names, rupees. */
export type PricesUpdate = {
  readonly type: "prices";
  readonly names: readonly InstrumentName[];
  readonly values: Float64Array;
};

export type RoomUpdate =
  /** The room, at first and whenever it had to be loaded again; of its minutes the columns of `fields`, which were asked for. */
  | { readonly type: "room"; readonly room: RoomKey; readonly day: RoomDay; readonly fields: FieldMask }
  /** Changed rows, or none: `values` holds the eleven fields of each row, in the order of `rows`. */
  | {
      readonly type: "rows";
      readonly room: RoomKey;
      readonly rows: Uint16Array;
      readonly values: Float64Array;
      /** Milliseconds since 00:00 IST of the exchange day. */
      readonly time: number;
    }
  /** A minute closed: `values` holds each column of the slot in turn, `stride` values each; columns that are absent, or were not asked for, are empty. */
  | {
      readonly type: "minute";
      readonly room: RoomKey;
      readonly slot: number;
      readonly state: number;
      readonly values: readonly (Int32Array | Float64Array)[];
    }
  /** The room cannot be had: `status` is the HTTP status, 0 where the network failed, -1 where the bytes are no room-day. */
  | { readonly type: "missing"; readonly room: RoomKey; readonly status: number; readonly message: string }
  /** What is wrong with the room's feed, and what the room lacks though its feed is up, in words; '' for nothing. */
  | { readonly type: "trouble"; readonly room: RoomKey; readonly words: string; readonly lacks: string };
