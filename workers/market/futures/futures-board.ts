/**
 * The board of a futures room: every future's price, open interest and volume, and how they changed since the previous
 * day or over the last minutes. Market-wide screens (watch list, top futures, advance and decline) read one board: it is
 * computed once a worker for each state of the room, and each of its windows when a screen first asks for it.
 *
 * Hot: several windows of 208 rows a few times a second; buffers are reused, and a board is valid until the next call.
 */
import type { BuildUp } from "#contract/domain/build-up.ts";
import type { MarketClock } from "#contract/domain/clock.ts";
import { type Column, LTP, OI, type RoomDay, VOL, VWAP } from "#contract/domain/columns.ts";
import { isCurrency } from "#contract/domain/instruments.ts";
import type { MarketRoom } from "#contract/worker/derivation.ts";
import { windowStartSlot } from "../lines/window.ts";
import { columnOf, type Moment, momentAt } from "../reference/moment.ts";
import { buildUps } from "./build-up.ts";
import { type SlotSpan, sessionSlots } from "./own-session.ts";

/** By row of the room's token table; NaN where either end is absent. */
interface Changes {
  /** Rupees, units of open interest, units of volume. */
  readonly change: Float64Array;
  /** now / then x 100 - 100; NaN where there was nothing then. */
  readonly percent: Float64Array;
}

export interface BoardWindow {
  /** Minute that it counts from; NaN: from the previous day, or from nothing where the day has no earlier minute. */
  readonly from: number;
  readonly price: Changes;
  readonly oi: Changes;
  /** Of the day's volume: over minutes, what it has grown by since then. */
  readonly volume: Changes;
  readonly buildUp: ArrayLike<BuildUp>;
}

/** Since the previous day. */
export const CURRENT = 0;

export interface FuturesBoard {
  readonly rows: number;
  /** Rupees, units, units; NaN where absent. */
  readonly price: Float64Array;
  readonly oi: Float64Array;
  readonly volume: Float64Array;
  /** Average traded price of the day, rupees; NaN where it is not known. */
  readonly atp: Float64Array;
  /** @param minutes CURRENT, or so many minutes back; where the day is shorter, from its first minute. */
  window(minutes: number): BoardWindow;
}

/** Levels of one moment, by row. */
interface Levels {
  readonly price: Float64Array;
  readonly oi: Float64Array;
  readonly volume: Float64Array;
}

interface Window extends BoardWindow {
  from: number;
  readonly buildUp: Uint8Array & ArrayLike<BuildUp>;
  /** What the board was computed from when the window was. */
  state: number;
}

const boards = new WeakMap<RoomDay, Board>();

/** Undefined while the room has no figures. */
export function futuresBoard(room: MarketRoom, clock: MarketClock): FuturesBoard | undefined {
  const moment = momentAt(room.day, clock);
  if (!moment) return undefined;
  let board = boards.get(room.day);
  if (board === undefined || board.rows !== room.day.tokens.length) {
    board = new Board(room.day);
    boards.set(room.day, board);
  }
  const { open, minutes } = room.day;
  // A live minute turns without a frame of this room, and no more after the close.
  const last = moment.slot < 0 ? Math.min(Math.floor(clock.minute) - open, minutes.slots - 1) : moment.slot;
  board.read(moment, last, `${room.structureVersion} ${room.minuteVersion} ${room.tickVersion} ${moment.slot} ${last}`);
  return board;
}

class Board implements FuturesBoard {
  readonly rows: number;
  readonly price: Float64Array;
  readonly oi: Float64Array;
  readonly volume: Float64Array;
  readonly atp: Float64Array;
  readonly #day: RoomDay;
  readonly #then: Levels;
  /** Rows of currencies, whose session is another one. */
  readonly #currencies: readonly number[];
  readonly #windows = new Map<number, Window>();
  #last = -1;
  #version = "";
  #state = 0;

  constructor(day: RoomDay) {
    this.#day = day;
    this.rows = day.tokens.length;
    const now = createLevels(this.rows);
    this.price = now.price;
    this.oi = now.oi;
    this.volume = now.volume;
    this.atp = new Float64Array(this.rows);
    this.#then = createLevels(this.rows);
    const names = day.tokens.symbol?.slice(0, this.rows) ?? [];
    this.#currencies = names.flatMap((name, row) => (isCurrency(name) ? [row] : []));
  }

  /** @param version of everything that is read: equal versions read the same. */
  read(moment: Moment, last: number, version: string): void {
    if (this.#version === version) return;
    this.#version = version;
    this.#state++;
    this.#last = last;
    const scale = this.#day.priceScale;
    readLevels(this.price, columnOf(moment, LTP), moment.base, scale, 1);
    readLevels(this.oi, columnOf(moment, OI), moment.base, 1, 0);
    readLevels(this.volume, columnOf(moment, VOL), moment.base, 1, 0);
    readLevels(this.atp, columnOf(moment, VWAP), moment.base, scale, 1);
  }

  window(minutes: number): BoardWindow {
    let window = this.#windows.get(minutes);
    if (window === undefined) {
      window = createWindow(this.rows);
      this.#windows.set(minutes, window);
    }
    if (window.state === this.#state) return window;
    window.state = this.#state;
    window.from = minutes === CURRENT ? this.#previousDay() : this.#minutesAgo(minutes);
    compare(window.price, this.price, this.#then.price);
    compare(window.oi, this.oi, this.#then.oi);
    compare(window.volume, this.volume, this.#then.volume);
    buildUps(window.buildUp, window.price.change, window.oi.change);
    return window;
  }

  #previousDay(): number {
    const { tokens, priceScale } = this.#day;
    readLevels(this.#then.price, tokens.prevClose, 0, priceScale, 1);
    readLevels(this.#then.oi, tokens.prevOi, 0, 1, 0);
    readLevels(this.#then.volume, tokens.prevVol, 0, 1, 0);
    return Number.NaN;
  }

  /** Each future counts within its own session: outside it stands still, and before its open at the day before's figures. */
  #minutesAgo(minutes: number): number {
    const currencies = this.#currencies;
    const slot = this.#startSlot(minutes, sessionSlots(this.#day, "equity-derivatives"));
    this.#readThen(slot);
    if (currencies.length === 0) return slot < 0 ? Number.NaN : this.#day.open + slot;
    const other = this.#startSlot(minutes, { from: 0, to: this.#day.minutes.slots });
    this.#readThen(other, currencies);
    const shown = currencies.length === this.rows ? other : slot;
    return shown < 0 ? Number.NaN : this.#day.open + shown;
  }

  #startSlot(minutes: number, { from, to }: SlotSpan): number {
    const last = Math.min(this.#last, to - 1);
    return windowStartSlot(this.#day.minutes, last - minutes, last, from);
  }

  #readThen(slot: number, rows?: readonly number[]): void {
    const { minutes, priceScale } = this.#day;
    const base = slot * minutes.stride;
    const at = (field: number): Column | undefined => (slot < 0 ? undefined : minutes.columns[field]);
    readLevels(this.#then.price, at(LTP), base, priceScale, 1, rows);
    readLevels(this.#then.oi, at(OI), base, 1, 0, rows);
    readLevels(this.#then.volume, at(VOL), base, 1, 0, rows);
  }
}

const createLevels = (rows: number): Levels => ({
  price: new Float64Array(rows),
  oi: new Float64Array(rows),
  volume: new Float64Array(rows),
});

const createChanges = (rows: number): Changes => ({
  change: new Float64Array(rows),
  percent: new Float64Array(rows),
});

const createWindow = (rows: number): Window => ({
  from: Number.NaN,
  price: createChanges(rows),
  oi: createChanges(rows),
  volume: createChanges(rows),
  buildUp: new Uint8Array(rows) as Window["buildUp"],
  state: 0,
});

/**
 * @param least what a figure must be at least to be one: a price of 0 is "never traded"
 * @param rows absent: all
 */
function readLevels(
  out: Float64Array,
  from: Column | undefined,
  base: number,
  divisor: number,
  least: 0 | 1,
  rows?: readonly number[],
): void {
  const count = rows?.length ?? out.length;
  for (let i = 0; i < count; i++) {
    const row = rows?.[i] ?? i;
    const value = from?.[base + row] ?? -1;
    out[row] = value < least ? Number.NaN : value / divisor;
  }
}

function compare({ change, percent }: Changes, now: Float64Array, then: Float64Array): void {
  for (let row = 0; row < change.length; row++) {
    change[row] = now[row]! - then[row]!;
    percent[row] = then[row]! > 0 ? (now[row]! / then[row]!) * 100 - 100 : Number.NaN;
  }
}

export interface Moves {
  advances: number;
  declines: number;
  unchanged: number;
}

/** How many of the rows rose, fell and stood still in a window; a row without a price then or now counts nowhere. */
export function countMoves({ price }: BoardWindow, rows: ArrayLike<number>): Moves {
  const moves = { advances: 0, declines: 0, unchanged: 0 };
  for (let i = 0; i < rows.length; i++) {
    const change = price.change[rows[i]!]!;
    if (change > 0) moves.advances++;
    else if (change < 0) moves.declines++;
    else if (change === 0) moves.unchanged++;
  }
  return moves;
}
