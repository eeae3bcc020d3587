/** The jobs of the history thread, by name: what each is asked and what it answers. Types only. */
import type { RoomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DayAggregates, SymbolClose } from "../../market/aggregates/day-aggregates.ts";
import type { CloseRequest } from "../../market/aggregates/make-aggregates.ts";
import type { RoomFutures } from "../../market/aggregates/room-futures.ts";
import type { StoredBlob } from "../../market/archive/archive.ts";
import type { SymbolFacts } from "../../market/feed.ts";
import type { PastChoice } from "../../market/made-past.ts";

/** Spot at the close in rupees, by symbol. */
export type Spots = Readonly<Record<string, number>>;

export interface SimulatedKey extends PastChoice {
  readonly date: IsoDate;
}

/** What a simulated day lists. */
export interface SimulatedFacts {
  readonly symbols: readonly SymbolFacts[];
  readonly rooms: readonly RoomName[];
  readonly spots: Spots;
}

export interface HistoryJobs {
  readonly simulatedDay: { readonly request: SimulatedKey; readonly reply: SimulatedFacts };
  /** The room-day as a live feed of that day would have archived it; undefined where the day does not list it. */
  readonly simulatedRoom: {
    readonly request: SimulatedKey & { readonly room: RoomName };
    readonly reply: StoredBlob | undefined;
  };
  /** The last days up to and with that one, oldest first: how they closed. */
  readonly simulatedCloses: { readonly request: SimulatedKey; readonly reply: readonly DayAggregates[] };
  /** What the futures of a room built up, by symbol; empty where the day does not list it. */
  readonly simulatedFutures: {
    readonly request: SimulatedKey & { readonly room: RoomName };
    readonly reply: RoomFutures;
  };
  /** One room of each symbol is enough. */
  readonly spots: { readonly request: { readonly blobs: readonly StoredBlob[] }; readonly reply: Spots };
  /** The token dictionary as the UTF-8 of its JSON. */
  readonly tokens: {
    readonly request: { readonly blob: StoredBlob; readonly symbols: readonly SymbolFacts[] };
    readonly reply: Uint8Array;
  };
  /** The day by minute as the UTF-8 of its JSON. */
  readonly openInterest: { readonly request: { readonly blob: StoredBlob }; readonly reply: Uint8Array };
  /** How an underlying ended the day, told by one of its option rooms; undefined where that ends too early. */
  readonly roomClose: { readonly request: CloseRequest; readonly reply: SymbolClose | undefined };
  /** What the futures of a room built up, by symbol. */
  readonly roomFutures: {
    readonly request: { readonly blob: StoredBlob };
    readonly reply: RoomFutures;
  };
  /** Of a day's end-of-day figures, as the archive keeps them. */
  readonly dailyAggregates: { readonly request: { readonly bytes: Uint8Array }; readonly reply: DayAggregates };
}

export type JobName = keyof HistoryJobs;
export type JobRequest<Name extends JobName> = HistoryJobs[Name]["request"];
export type JobReply<Name extends JobName> = HistoryJobs[Name]["reply"];

/** Does jobs; those of one name and key that are asked for at the same time are done once. */
export interface HistoryRunner {
  run<Name extends JobName>(name: Name, key: string, request: JobRequest<Name>): Promise<JobReply<Name>>;
}

/** To the thread. */
export interface JobMessage {
  readonly name: JobName;
  readonly request: JobRequest<JobName>;
}

/** From the thread: jobs are done one after another, so each answer is of the one job that is under way. */
export type JobAnswer = { readonly reply: JobReply<JobName> } | { readonly error: string };
