// Hot: read for each visible cell of each paint. Bench question: grid.

/**
 * What the screen shows now, per visible cell, so that a paint touches only what differs. Rows live in a ring: row r is
 * at r modulo the capacity, so scrolling keeps what stays visible. A cell's index is `claim(row) + column`.
 */
export class CellState {
  readonly columns: number;
  readonly capacity: number;
  readonly value: Float64Array;
  readonly text: string[];
  /** Look bits as painted; -1 is "not painted". */
  readonly signature: Int32Array;
  /** Bar width in device pixels (several, packed, for OI bars). */
  readonly bar: Float64Array;
  /** Time of the last flash's start, on the clock of the frame queue. */
  readonly flashStart: Float64Array;
  /** 1 where the row came into view, or changed its identity, since the last paint. */
  readonly fresh: Uint8Array;
  readonly #row: Int32Array;
  readonly #key: Float64Array;

  constructor(columns: number, visibleRows: number) {
    this.columns = columns;
    this.capacity = Math.max(1, visibleRows);
    const cells = columns * this.capacity;
    this.value = new Float64Array(cells).fill(Number.NaN);
    this.text = new Array<string>(cells).fill("");
    this.signature = new Int32Array(cells).fill(-1);
    this.bar = new Float64Array(cells);
    this.flashStart = new Float64Array(cells).fill(Number.NEGATIVE_INFINITY);
    this.fresh = new Uint8Array(this.capacity);
    this.#row = new Int32Array(this.capacity).fill(-1);
    this.#key = new Float64Array(this.capacity).fill(Number.NaN);
  }

  /** Makes room for a row; what another row left there is forgotten. Returns the index of its first cell. */
  claim(row: number, key: number): number {
    const at = row % this.capacity;
    const first = at * this.columns;
    if (this.#row[at] === row && this.#key[at] === key) return first;
    this.#row[at] = row;
    this.#key[at] = key;
    this.fresh[at] = 1;
    for (let i = first; i < first + this.columns; i++) {
      this.signature[i] = -1;
      this.flashStart[i] = Number.NEGATIVE_INFINITY;
    }
    return first;
  }

  /** Index of a row's first cell, or -1 when the row is not shown. */
  find(row: number): number {
    const at = row % this.capacity;
    return this.#row[at] === row ? at * this.columns : -1;
  }

  /** Everything is to be painted again; values, texts and flashes are kept. */
  invalidate(): void {
    this.signature.fill(-1);
  }
}
