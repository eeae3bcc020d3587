/** The archive that the settings ask for: a bucket, or the folder beside the journal. */
import type { RoomDay } from "#contract/domain/columns.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { BucketSettings } from "../../platform/env/archive.ts";
import type { StoredBlob } from "./archive.ts";
import { createFileStore } from "./file-store.ts";
import { createS3Store } from "./s3/s3-store.ts";
import { createStoredArchive, type StoredArchive } from "./stored-archive.ts";

export interface OpenArchiveOptions {
  /** Where the days are without a bucket. */
  readonly folder: string;
  readonly bucket: BucketSettings | undefined;
  readonly clock: WallClock;
  readonly onFault: (line: string) => void;
  readonly encode?: (room: RoomDay) => Promise<StoredBlob>;
}

export function openArchive({ folder, bucket, clock, onFault, encode }: OpenArchiveOptions): StoredArchive {
  const store = bucket ? createS3Store(bucket, clock) : createFileStore(folder);
  return createStoredArchive({ store, onFault, encode });
}
