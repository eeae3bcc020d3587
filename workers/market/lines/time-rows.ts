/**
 * Hot: runs on each tick of a table over time, so nothing here allocates once its buffers have their size.
 *
 * Rows through the day: one at the open, then one at the end of each frame of so many minutes, open + step x frame; and
 * the changes from row to row. What these add up to is in `blocks.ts`.
 */
import { MISSING_MINUTE } from "#contract/domain/columns.ts";
import type { ChainMoment } from "../chain.ts";
import { buildUpsOverTime } from "../futures/build-up.ts";
import type { ContractLines } from "./contract-lines.ts";

/** What rows are cut out of. */
export type TimeRowsMoment = Pick<ChainMoment, "room" | "day" | "closed" | "tail">;

export interface TimeRows {
  /** Oldest first. A row whose interval has no minute with data does not exist. */
  readonly count: number;
  /** The slot that a row shows: the last one with data inside its interval. */
  readonly slots: Int32Array;
  /** A row ends its interval at open + step x frame; step 0 is the open itself. */
  readonly steps: Int32Array;
  /** Minute of the IST day that names a row: the end of its interval, and of the newest row the minute it has reached. */
  readonly minutes: Int32Array;
  /** The newest interval still runs: its row is not final. The last interval of a session may be short, and is final. */
  readonly isPartial: boolean;
}

/** The rows of frames of so many minutes, up to a moment. Their arrays are valid until the next call. */
export type TimeRowReader = (at: TimeRowsMoment, frame: number) => TimeRows;

export function createTimeRows(): TimeRowReader {
  let slots = new Int32Array(0);
  let steps = slots;
  let minutes = slots;
  let of: TimeRowsMoment["day"] | undefined;
  /** The minute in progress, the one before while its frame is late, and the count of the room's minutes. */
  let progress = -1;
  let late = -1;
  let version = 0;

  return ({ room, day, closed, tail }, frame) => {
    const { state, slots: points } = day.minutes;
    // Ticks of the next minute came first: until its frame says what a minute was, it is as its last tick left it.
    if (of !== day || version !== room.minuteVersion) late = -1;
    else if (progress !== tail) late = progress === tail - 1 ? progress : -1;
    of = day;
    progress = tail;
    version = room.minuteVersion;
    const end = tail < 0 ? closed : tail + 1;
    const most = Math.ceil(points / frame) + 1;
    if (slots.length < most) {
      slots = new Int32Array(most);
      steps = new Int32Array(most);
      minutes = new Int32Array(most);
    }
    let count = 0;
    for (let slot = 0; slot < end; slot++) {
      if (state[slot] === MISSING_MINUTE && slot !== tail && slot !== late) continue;
      const step = Math.ceil(slot / frame);
      if (count === 0 || steps[count - 1] !== step) count++;
      slots[count - 1] = slot;
      steps[count - 1] = step;
      minutes[count - 1] = day.open + step * frame;
    }
    const last = count - 1;
    const isShort = count > 0 && end - 1 < steps[last]! * frame;
    if (isShort) minutes[last] = day.open + end - 1;
    return {
      count,
      slots: slots.subarray(0, count),
      steps: steps.subarray(0, count),
      minutes: minutes.subarray(0, count),
      isPartial: isShort && end < points,
    };
  };
}

/** Figures of one contract by row, prices in rupees, OI and volume in units; changes are against the row before. */
export interface ContractRows {
  ltp: Float64Array;
  oi: Float64Array;
  volume: Float64Array;
  priceChange: Float64Array;
  oiChange: Float64Array;
  volumeChange: Float64Array;
  /** What price and OI did; NO_BUILD_UP where either stood still or is not known. */
  buildUp: Uint8Array;
}

export const createContractRows = (): ContractRows => ({
  ltp: new Float64Array(0),
  oi: new Float64Array(0),
  volume: new Float64Array(0),
  priceChange: new Float64Array(0),
  oiChange: new Float64Array(0),
  volumeChange: new Float64Array(0),
  buildUp: new Uint8Array(0),
});

/**
 * Fills the figures of a contract by row from its lines by slot. The first row has no changes (NaN). A row without price
 * or OI has none either, and is no row to compare with: the next one is compared with the last that has both.
 */
export function fillContractRows(out: ContractRows, lines: ContractLines, { count, slots }: TimeRows): void {
  if (out.ltp.length !== count) Object.assign(out, sized(count));
  let before = -1;
  for (let row = 0; row < count; row++) {
    const slot = slots[row]!;
    out.ltp[row] = lines.ltp[slot]!;
    out.oi[row] = lines.oi[slot]!;
    out.volume[row] = lines.volume[slot]!;
    const isKnown = !Number.isNaN(out.ltp[row]! + out.oi[row]!);
    out.priceChange[row] = isKnown && before >= 0 ? rounded(out.ltp[row]! - out.ltp[before]!) : Number.NaN;
    out.oiChange[row] = isKnown && before >= 0 ? out.oi[row]! - out.oi[before]! : Number.NaN;
    out.volumeChange[row] = isKnown && before >= 0 ? out.volume[row]! - out.volume[before]! : Number.NaN;
    if (isKnown) before = row;
  }
  buildUpsOverTime(out.buildUp, out.ltp, out.oi);
}

/** Prices have at most four decimals; what a subtraction of rupees adds beyond them is no change. */
const rounded = (rupees: number): number => Math.round(rupees * 1e4) / 1e4;

function sized(count: number): ContractRows {
  const [ltp, oi, volume, priceChange, oiChange, volumeChange] = Array.from(
    { length: 6 },
    () => new Float64Array(count),
  );
  return {
    ltp: ltp!,
    oi: oi!,
    volume: volume!,
    priceChange: priceChange!,
    oiChange: oiChange!,
    volumeChange: volumeChange!,
    buildUp: new Uint8Array(count),
  };
}
