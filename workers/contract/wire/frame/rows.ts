/**
 * Hot (bench/decode). Which rows a frame names: bitmaps, read into one list.
 *
 * A byte of a bitmap is looked up: the places of its set bits, two to a 32-bit word, and how many there are. All eight
 * places are written, whatever their number, and the next byte writes over those that are none: no branch depends on
 * the bits, so none is mispredicted (finding the set bits one by one takes half as long again).
 */
import { MAX_ROWS } from "./layout.ts";
import { source } from "./source.ts";

/** Eight places are written at once: that many may be none. */
const SPARE = 8;
/** Entries of the row list from here on are the rows of the sparse column at hand; those before, the frame's rows. */
export const HELD_AT = MAX_ROWS + SPARE;
/** And from here on, their places among the frame's rows. */
const PLACES_AT = HELD_AT + MAX_ROWS + SPARE;

/** See apply.ts for why this is a closure. */
function createRowReader() {
  const bytes = source.bytes;
  const rowList = new Uint16Array(PLACES_AT + MAX_ROWS + SPARE);
  const words = new DataView(rowList.buffer);
  /** Four words of two places each by byte. */
  const places = new Int32Array(256 * 4);
  const counts = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) {
    for (let bit = 0; bit < 8; bit++) {
      if (((byte >>> bit) & 1) === 0) continue;
      const nth = counts[byte]++;
      places[byte * 4 + (nth >>> 1)] |= bit << ((nth & 1) << 4);
    }
  }

  /** Lists the set bits of a bitmap of `bits` bits from entry `first` on; gives how many there are. */
  function readPlaces(first: number, bits: number): number {
    const start = source.skip((bits + 7) >>> 3) | 0;
    const end = source.pos | 0;
    if ((bits & 7) !== 0 && bytes[end - 1] >>> (bits & 7) !== 0) {
      source.fail("absurd", "bits set past the end of a bitmap");
    }
    let count = 0;
    let base = 0;
    for (let at = start; at < end; at = (at + 1) | 0) {
      const byte = bytes[at];
      const entry = byte << 2;
      const target = (first + count) << 1;
      words.setInt32(target, (places[entry] + base) | 0, true);
      words.setInt32(target + 4, (places[entry + 1] + base) | 0, true);
      words.setInt32(target + 8, (places[entry + 2] + base) | 0, true);
      words.setInt32(target + 12, (places[entry + 3] + base) | 0, true);
      count = (count + counts[byte]) | 0;
      base = (base + 0x0008_0008) | 0;
    }
    return count;
  }

  /** Lists the rows of a bitmap of `rows` rows; gives how many there are. */
  const readRowBitmap = (rows: number): number => readPlaces(0, rows);

  /** Lists which of the first `count` listed rows a sparse column holds, from {@link HELD_AT}. */
  function readHeldBitmap(count: number): number {
    const held = readPlaces(PLACES_AT, count);
    for (let i = 0; i < held; i++) rowList[HELD_AT + i] = rowList[rowList[PLACES_AT + i]];
    return held;
  }

  /** Lists rows `from` to `to`; gives how many. */
  function listRows(from: number, to: number): number {
    for (let row = from; row < to; row++) rowList[row - from] = row;
    return Math.max(0, to - from);
  }

  return { rowList, readRowBitmap, readHeldBitmap, listRows };
}

export const { rowList, readRowBitmap, readHeldBitmap, listRows } = createRowReader();
