/**
 * Bytes of the journal: one file a day, records one after another. Little-endian, as every machine is that we run on;
 * everything starts on a multiple of four bytes.
 *
 *     record   u32 length of the payload, u32 CRC-32 of the payload, payload
 *     payload  u32 kind, then
 *       DAY       JSON: version, date, source, symbols, rooms with their token tables; always the first record
 *       MINUTE    u32 minute of the IST day, u32 rooms; per room: u32 index, u32 state, u32 rows, columns
 *       DRAFT     u32 minute of the IST day, u32 rooms; per room: u32 index, u32 0, u32 rows, changes. The minute is not
 *                 over: what stands here holds once it is sealed, and is nothing where it is not
 *       SEALED    as DRAFT, with the state: the minute is closed
 *       EXTENDED  JSON: room index and the token rows appended
 *       BLOCK     u32 room index, i32 first slot, u32 rows, u32 slots, u32 bytes, a state byte a slot, packed
 *                 minutes (minutes/block-codec.ts), zeros up to a multiple of four: what was known when the file was begun
 *     changes  u32 WHOLE, columns: drafts do not count; or u32 changed rows, their numbers (u16), and if there are any,
 *              their columns: all other rows are as drafted, or else those of the slot before, which is filled
 *     column   u32 width (SAME, DELTA8, DELTA16, DELTA32, FLOAT64), then a value a row; in FIELDS order, the room's
 *              fields only
 *
 * A value is the difference to the slot before where that is filled, else to 0; FLOAT64 is the value itself. A column is
 * as wide as its widest difference. What a crash tears is the last record, and its length or checksum says so.
 */
/** 2: blocks. 3: drafts and sealed minutes. Earlier ones are read, too, and written anew rather than written on. */
export const JOURNAL_VERSION = 3;
export const RECORD_HEADER = 8;
/** No minute of any market is longer; a length beyond it is a torn or foreign record. */
export const MAX_PAYLOAD = 1 << 29;

export const DAY = 1;
export const MINUTE = 2;
export const EXTENDED = 3;
export const BLOCK = 4;
export const DRAFT = 5;
export const SEALED = 6;
/** In the place of a count of changed rows. */
export const WHOLE = 0xffff_ffff;
/** From the start of the payload to the first state byte. */
export const BLOCK_HEADER = 24;

export const SAME = 0;
export const DELTA8 = 1;
export const DELTA16 = 2;
export const DELTA32 = 4;
export const FLOAT64 = 8;

/** Bytes of `rows` values of a width, up to the next multiple of four. */
export const columnBytes = (width: number, rows: number): number => (width * rows + 3) & ~3;

export class JournalVersionError extends Error {
  override readonly name = "JournalVersionError";
}
