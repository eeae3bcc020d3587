/**
 * Which rooms have their whole day unpacked: those that were asked for lately, within a number of bytes. The least
 * recently used gives its columns back; they are unpacked again when somebody asks.
 */

/** Something with columns that it can do without. */
export interface Unpacked {
  readonly plainBytes: number;
  /** Gives the columns back. */
  pack(): void;
}

export class PlainPool {
  readonly #limit: number;
  /** Least recently used first. */
  readonly #holders = new Set<Unpacked>();
  #bytes = 0;

  /** @param limit bytes; one holder may keep its columns whatever their size. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `holder` has unpacked its columns, or was asked for them again. */
  touch(holder: Unpacked): void {
    if (!this.#holders.delete(holder)) this.#bytes += holder.plainBytes;
    this.#holders.add(holder);
    for (const oldest of this.#holders) {
      if (this.#bytes <= this.#limit || oldest === holder) return;
      this.drop(oldest);
    }
  }

  drop(holder: Unpacked): void {
    if (!this.#holders.delete(holder)) return;
    this.#bytes -= holder.plainBytes;
    holder.pack();
  }
}

/** Some thirty index rooms, or a hundred rooms of a stock. */
const LIMIT = 128 << 20;

/** The one that a process's open days share. */
export const plainPool = new PlainPool(LIMIT);
