/**
 * Which rows of an open room have changed since its last closed minute. Of 55,000 contracts most stand still for a second
 * and many for a minute: the journal reads and writes only the others.
 */
export class ChangedRows {
  #marks: Uint8Array;
  #rows: Uint16Array;
  /** The slot closed last; -1 where any row may have changed since. */
  #base = -1;
  #listed: { readonly slot: number; readonly rows: Uint16Array } | undefined;

  constructor(capacity: number) {
    this.#marks = new Uint8Array(capacity);
    this.#rows = new Uint16Array(capacity);
  }

  /** Hot (bench question: fanout). */
  add(rows: Uint16Array, count: number): void {
    const marks = this.#marks;
    for (let i = 0; i < count; i++) marks[rows[i]] = 1;
  }

  /** Any row may have changed, or new ones have come. */
  restart(capacity: number): void {
    this.#marks = new Uint8Array(capacity);
    this.#rows = new Uint16Array(capacity);
    this.#base = -1;
    this.#listed = undefined;
  }

  /** The slot holds the room's figures as they are now. */
  close(slot: number): void {
    this.#listed = undefined;
    if (slot > 0 && this.#base === slot - 1) {
      let count = 0;
      for (let row = 0; row < this.#marks.length; row++) {
        this.#rows[count] = row;
        count += this.#marks[row];
      }
      this.#listed = { slot, rows: this.#rows.subarray(0, count) };
    }
    this.#marks.fill(0);
    this.#base = slot;
  }

  /** The rows in which the slot may differ from the one before, valid until the next close; undefined where not known. */
  of(slot: number): Uint16Array | undefined {
    return this.#listed?.slot === slot ? this.#listed.rows : undefined;
  }
}
