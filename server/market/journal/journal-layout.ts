/**
 * Bytes of the journal: one file a day, records one after another. Little-endian, as every machine is that we run on;
 * everything starts on a multiple of four bytes.
 *
 *     record   u32 length of the payload, u32 CRC-32 of the payload, payload
 *     payload  u32 kind, then
 *       DAY       JSON: version, date, source, symbols, rooms with their token tables; always the first record
 *       BLOCK     u32 room index, i32 first slot, u32 rows, u32 slots, u32 bytes, a state byte a slot, packed minutes
 *                 (minutes/block-codec.ts), zeros up to a multiple of four: what was known when the file was begun
 *       MINUTE    u32 minute of the IST day, u32 rooms; per room: u32 index, u32 state, u32 rows, u32 changed rows, their
 *                 numbers (u16; none where all have changed), their columns
 *       EXTENDED  JSON: room index and the token rows appended
 *     column   u32 bytes a value (4: int32, 8: float64), then a value a changed row; in FIELDS order, the room's fields only
 *
 * A row that has not changed is as in the slot before. Without a filled slot before, all rows have changed; and so they have
 * every WHOLE_EVERY minutes, each room in its own minute, so that what follows a damaged record can be read again.
 * Example: a minute of one room in which 2 of 90 rows changed is 8 + 4 + 8 + 16 + 4 + 11 x (4 + 2 x 4) = 172 bytes.
 * A crash can tear the last record only, and then its length or its checksum is wrong. A damaged record in the middle is a
 * hole: reading goes on at the next valid one.
 */
/** Minutes after which a room's rows are written whether they have changed or not. */
export const WHOLE_EVERY = 15;

/** 4: minutes are plain changed rows. Journals of other versions are set aside. */
export const JOURNAL_VERSION = 4;
export const RECORD_HEADER = 8;
/** No minute of any market is longer; a length beyond it is a torn or foreign record. */
export const MAX_PAYLOAD = 1 << 29;

export const DAY = 1;
export const EXTENDED = 3;
export const BLOCK = 4;
export const MINUTE = 6;
/** From the start of the payload to the first state byte. */
export const BLOCK_HEADER = 24;

/** Up to the next multiple of four. */
export const padded = (bytes: number): number => (bytes + 3) & ~3;

/** Another version of Strikeboard wrote the journal. */
export class JournalVersionError extends Error {
  override readonly name = "JournalVersionError";

  readonly version: number;

  constructor(version: number) {
    super(`journal version ${version} was written by a newer Strikeboard (this one reads ${JOURNAL_VERSION})`);
    this.version = version;
  }
}
