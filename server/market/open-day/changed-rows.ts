/**
 * Which rows of an open room have changed: what a minute is kept by. Of 55,000 contracts most stand still for a second,
 * many for a minute; who asks only for those that moved reads little memory, and writes few bytes.
 *
 *     slot m - 1 closed       drafted            slot m closed
 *     |--- rows ---------------|--- rows ----------|--- rows of slot m + 1
 *     base = m - 1                                 base = m, closed = {m, the rows since the draft}
 */
import type { ColumnSet } from "#contract/domain/columns.ts";

/** Some rows of a room, each once, in the order in which they came. */
export class RowSet {
  count = 0;
  rows: Uint16Array;
  #isIn: Uint8Array;

  constructor(capacity: number) {
    this.rows = new Uint16Array(capacity);
    this.#isIn = new Uint8Array(capacity);
  }

  /** Hot (bench question: fanout). */
  add(rows: Uint16Array, count: number): void {
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (this.#isIn[row] !== 0) continue;
      this.#isIn[row] = 1;
      this.rows[this.count++] = row;
    }
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#isIn[this.rows[i]] = 0;
    this.count = 0;
  }
}

/** A closed slot that is the slot before it, its drafts, and these rows. */
export interface ClosedSlot {
  readonly slot: number;
  readonly rows: RowSet;
}

export class RoomChanges {
  /** The room's figures as they are told: a slot that is closed holds them as they stand then. */
  columns: ColumnSet;
  /** The slot that holds each row as it is told, but for the changed ones; -1 where there is none. */
  base = -1;
  /** Rows that changed since the base was closed, or since they were drafted. */
  rows: RowSet;
  /** The slot closed last; undefined where it is not known by its changes. */
  closed: ClosedSlot | undefined;
  #spare: RowSet;

  constructor(columns: ColumnSet) {
    this.columns = columns;
    this.rows = new RowSet(columns[0].length);
    this.#spare = new RowSet(columns[0].length);
  }

  /** Any row may have changed, or new ones have come: the next slot has no base. */
  restart(columns: ColumnSet): void {
    this.columns = columns;
    this.base = -1;
    this.rows = new RowSet(columns[0].length);
    this.#spare = new RowSet(columns[0].length);
    this.closed = undefined;
  }

  /** The slot holds every row as it is told now. */
  close(slot: number): void {
    const told = this.rows;
    this.rows = this.#spare;
    this.rows.clear();
    this.#spare = told;
    this.closed = this.base === slot - 1 && slot > 0 ? { slot, rows: told } : undefined;
    this.base = slot;
  }
}
