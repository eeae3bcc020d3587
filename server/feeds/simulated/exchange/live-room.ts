/** One room of the open day: what is live, and what is asked of its past. */
import { type ColumnSet, createColumns, type RoomDay } from "#contract/domain/columns.ts";
import { openMinutes } from "../../../market/minutes/pack-room.ts";
import { uniform, wordKey } from "./random.ts";
import { keepMinute } from "./room-days.ts";
import type { Run, RunnableRoom } from "./run.ts";

/** Parts of a tick's period, at both of its ends, in which no room is written. */
const QUIET = 0.1;

export class LiveRoom<OfRun extends Run = Run> {
  readonly day: RoomDay;
  readonly run: OfRun;
  readonly #room: RunnableRoom<OfRun>;
  /** Where in a tick's period this room is written, so that rooms do not all land in one turn of the event loop. */
  readonly #phase: number;
  /** The first second of the day that has not been run, and the one after the session's last. */
  #next: number;
  readonly #end: number;
  #isPrepared = false;
  #past: { readonly run: Run; readonly columns: ColumnSet } | undefined;

  /** @param run of the day's live columns, between two minutes; those before are kept. */
  constructor(room: RunnableRoom<OfRun>, day: RoomDay, run: OfRun) {
    this.#room = room;
    this.day = day;
    this.run = run;
    this.#phase = QUIET + (1 - 2 * QUIET) * uniform(wordKey(room.name));
    const { open, points } = room.session;
    this.#end = (open + points) * 60;
    this.#next = (open + run.slot + 1) * 60;
  }

  /**
   * The room as it stands at the beginning of `second` of the day, a whole minute, with the minutes before it.
   * @param day its room-day, without minutes: a new one unless told
   */
  static at<OfRun extends Run>(
    room: RunnableRoom<OfRun>,
    second: number,
    day: RoomDay = room.roomDay(openMinutes),
  ): LiveRoom<OfRun> {
    const live = new LiveRoom(room, day, room.run(day.live.columns));
    live.catchUp(second);
    return live;
  }

  /** Runs the whole minutes that are over at `second` of the day, and keeps them. */
  catchUp(second: number): void {
    while (this.#next + 60 <= Math.min(second, this.#end)) {
      this.#isPrepared = true;
      this.#minute();
      keepMinute(this.day.live.columns, this.day.minutes, this.run.slot, this.#room.rows);
    }
  }

  /** Its next tick takes no longer than any other. */
  get isPrepared(): boolean {
    return this.#isPrepared;
  }

  prepare(): void {
    if (!this.#isPrepared) this.run.prepare();
    this.#isPrepared = true;
  }

  /**
   * Runs every tick that is due at `now`, a second of the day. A tick covers `period` seconds: one, or the sixty of a
   * minute when the clock is fast.
   */
  runTo(now: number, period: number, changed: Uint16Array, tell: (room: LiveRoom, count: number) => void): void {
    while (this.#next < this.#end) {
      const start = Math.floor(this.#next / period) * period;
      if (start + this.#phase * period > now) return;
      const count = this.#tick(start + period, changed);
      if (count > 0) tell(this, count);
    }
  }

  #tick(end: number, changed: Uint16Array): number {
    if (end - this.#next === 60) {
      // A fast clock shows minutes: every row counts as new.
      this.#minute();
      const { rows } = this.#room;
      for (let row = 0; row < rows; row++) changed[row] = row;
      return rows;
    }
    const since = this.#next - this.#room.session.open * 60;
    this.#next++;
    return this.run.second(Math.floor(since / 60), since % 60, changed);
  }

  #minute(): void {
    this.run.minute();
    this.#next += 60;
  }

  /** Fills the slots of [from, to] that are over at `now`, a second of the day. False when none is. */
  backfill(from: number, to: number, now: number): boolean {
    const { session, rows } = this.#room;
    const over = Math.floor(now / 60) - session.open - 1;
    const last = Math.min(to, over, session.points - 1);
    if (last < from) return false;
    if (!this.#past || this.#past.run.slot >= from) {
      const columns = createColumns(rows);
      this.#past = { run: this.#room.run(columns), columns };
    }
    const { run, columns } = this.#past;
    while (run.slot < last) {
      run.minute();
      if (run.slot >= from) keepMinute(columns, this.day.minutes, run.slot, rows);
    }
    return true;
  }
}
