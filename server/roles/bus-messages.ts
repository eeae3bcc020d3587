/**
 * What feed and edges say to each other over the bus. Frames travel as they are, one channel a room: the bytes on the
 * bus are the bytes on the wire. Everything else is msgpack.
 *
 *     frames:{room}   feed -> edges   tick, dictionary and minute frames
 *     closed:{room}   feed -> edges   after each minute, the prices that it closed with
 *     beat            feed -> edges   who leads, which day is open, what time it is: each second, and on every news
 *     ask             edge -> feed    what an edge has to fetch; the reply comes on the edge's own channel
 *     practice        feed -> edges   what happened to an order of the practice broker, for the edge that has the user
 */
import { Packr } from "msgpackr";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { Source } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { FeedTrouble } from "#contract/wire/socket-events.ts";
import type { SymbolFacts } from "../market/feed.ts";
import type { ScanQuestion } from "../market/scan/scan-question.ts";

/** Raised when processes of two versions would misread each other. */
const VERSION = "3";

export const framesChannel = (room: RoomName): string => `${VERSION}:frames:${room}`;
export const closedChannel = (room: RoomName): string => `${VERSION}:closed:${room}`;
export const BEAT_CHANNEL = `${VERSION}:beat`;
export const ASK_CHANNEL = `${VERSION}:ask`;
export const PRACTICE_CHANNEL = `${VERSION}:practice`;
export const replyChannel = (edge: string): string => `${VERSION}:reply:${edge}`;

/** The leader and the day that it has open. */
export interface Beat {
  /** Of the leader's tenure; a lower one than was heard before is from a feed that does not lead any more. */
  readonly term: number;
  /** Of the open day's frames. */
  readonly epoch: number;
  /** How many contracts the day lists, over all rooms. */
  readonly contracts: number;
  /** The last closed minute of the day, -1 for none, and the one closed before it. */
  readonly closed: number;
  readonly closedBefore: number;
  /** Messages of the feed that may not have arrived, since its start. */
  readonly lost: number;
  /** Why the source is down. */
  readonly down: string | null;
  /** Everything that is wrong with the source, for screens. */
  readonly troubles: readonly FeedTrouble[];
  readonly time: ExchangeTime;
  /** The clock jumped, changed its rate, or passed a minute. */
  readonly isClockNews: boolean;
  /** Spot in rupees by symbol: now, and as the last closed minute left it, which a feed of before does not tell. */
  readonly spots: Readonly<Record<string, number>>;
  readonly closedSpots?: Readonly<Record<string, number>>;
}

/** What an edge asks for. */
export type Question =
  | { readonly what: "day" }
  | { readonly what: "state"; readonly room: RoomName }
  /** `known`: the checksum of what the edge has already. */
  | { readonly what: "blob"; readonly room: RoomName; readonly known: string | null }
  | { readonly what: "scan"; readonly request: ScanQuestion }
  | PracticeQuestion;

/** A request to the practice broker. A feed of another term neither does it nor answers. */
export interface PracticeQuestion {
  readonly what: "practice";
  readonly term: number;
  readonly request: {
    /** Whose protocol it is in. */
    readonly face: string;
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

export interface PracticeAnswer {
  readonly status: number;
  /** Base64 where it is packed. */
  readonly body: string;
  readonly isPacked?: true;
}

/** A change of one of the account's orders. */
export interface PracticeNews {
  readonly accountId: string;
  readonly change: string;
}

export interface Ask {
  readonly id: number;
  /** Names the channel of the reply. */
  readonly edge: string;
  readonly question: Question;
}

/** The open day without figures: each room as a room-day blob that has contracts and no minutes. */
export interface DayAnswer {
  readonly epoch: number;
  readonly date: IsoDate;
  readonly source: Source;
  readonly symbols: readonly SymbolFacts[];
  readonly rooms: readonly Uint8Array[];
}

/** A room as of its last frame; see RoomState. */
export interface StateAnswer {
  readonly dictionary: Uint8Array | null;
  readonly snapshot: Uint8Array;
  /** Last prices at the last closed minute by row, scaled; a feed of before does not tell them. */
  readonly closed?: readonly number[];
}

/** What readers without ticks are shown: an edge keeps no minutes, which a minute's frame is told against. */
export interface ClosedMessage {
  /** Of the frames of the day that it is about. */
  readonly epoch: number;
  /** As in {@link StateAnswer}. */
  readonly closed: readonly number[];
}

export interface BlobAnswer {
  readonly checksum: string;
  /** Brotli; null where the edge has them. */
  readonly bytes: Uint8Array | null;
}

export interface Reply {
  readonly id: number;
  readonly term: number;
  /** null where there is no such room, no day is open, or no practice broker. */
  readonly answer: unknown;
}

const packr = new Packr({ useRecords: false, mapsAsObjects: true, moreTypes: false, int64AsType: "number" });

export const packMessage = (message: Beat | Ask | Reply | PracticeNews | ClosedMessage): Uint8Array =>
  packr.pack(message);

/** @returns undefined for bytes that are no message: whatever else speaks on the channel is not heard. */
export function unpackMessage<Message extends Beat | Ask | Reply | PracticeNews | ClosedMessage>(
  bytes: Uint8Array,
): Message | undefined {
  try {
    const message: unknown = packr.unpack(bytes);
    return typeof message === "object" && message !== null ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
