/**
 * Finished room-days: one immutable compressed blob each, keyed (source, date, room), with a checksum.
 *
 * Blobs and day manifests are files or objects, not rows: an import works beside a running server, which then lists
 * the day.
 */
import type { RoomDay, Source } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { SymbolFacts } from "../feed.ts";

export interface BlobKey {
  readonly source: Source;
  readonly date: IsoDate;
  readonly room: RoomName;
}

/** A stored room-day: the bytes of room-day-blob.ts, compressed with brotli. */
export interface StoredBlob {
  readonly bytes: Uint8Array;
  readonly encoding: "br";
  /** Hex SHA-256 of the uncompressed blob: the ETag. */
  readonly checksum: string;
}

/** What the archive knows of one day of one source. */
export interface DayManifest {
  readonly source: Source;
  readonly date: IsoDate;
  /** Where it came from, for the operator: file names, or the feed. */
  readonly origin: string;
  readonly cadence: number;
  readonly symbols: readonly SymbolFacts[];
  readonly rooms: readonly { readonly room: RoomName; readonly bytes: number; readonly checksum: string }[];
  readonly lacking?: LackingPrevious | undefined;
}

/**
 * Which previous figures an imported day's own source does not tell, so that they are another day's: by room one digit a
 * row, in the room's order (0 none, 1 the close, 2 the OI, 3 both).
 */
export type LackingPrevious = Readonly<Record<RoomName, string>>;

export interface Archive {
  /** Every archived day, oldest first; real sources before simulated ones on one date. Reads what is on disk now. */
  days(): Promise<readonly DayManifest[]>;
  /** One day as it is on disk now; undefined where there is none, or only a damaged one. */
  day(source: Source, date: IsoDate): Promise<DayManifest | undefined>;
  read(key: BlobKey): Promise<StoredBlob | undefined>;
  /** Writes a whole day: its blobs first, then its manifest, each atomically. Writing the same day again changes nothing. */
  writeDay(
    day: {
      readonly date: IsoDate;
      readonly source: Source;
      readonly origin: string;
      readonly symbols: readonly SymbolFacts[];
      readonly lacking?: LackingPrevious | undefined;
    },
    rooms: Iterable<RoomDay>,
  ): Promise<DayManifest>;
}
