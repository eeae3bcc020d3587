/** Last prices for quant workers: a name is joined for its first reader, and left after its last. */
import type { InstrumentName } from "#contract/domain/instruments.ts";
import type { Connection } from "./connection.ts";
import type { Reader } from "./still.ts";

export interface Prices {
  follow(reader: Reader, names: readonly InstrumentName[]): void;
  unfollow(reader: Reader, names: readonly InstrumentName[]): void;
  /** A price came, in rupees. */
  tell(name: InstrumentName, ltp: number): void;
  /** There is a connection: everything that is read is joined. */
  open(): void;
  /** The connection is closed: what was known of prices holds no longer. */
  close(): void;
}

interface Followed {
  readonly readers: Set<Reader>;
  ltp: number;
}

export function createPrices(connection: () => Connection | undefined): Prices {
  const followed = new Map<InstrumentName, Followed>();
  /** What is to be sent with the next turn: the prices of one message of the server come to a reader as one. */
  const waiting = new Map<Reader, Set<InstrumentName>>();
  let isFlushing = false;

  function wait(reader: Reader, name: InstrumentName): void {
    const names = waiting.get(reader) ?? new Set();
    waiting.set(reader, names.add(name));
    if (isFlushing) return;
    isFlushing = true;
    setTimeout(flush);
  }

  function flush(): void {
    isFlushing = false;
    for (const [reader, wanted] of waiting) {
      const names = [...wanted].filter((name) => followed.get(name)?.readers.has(reader));
      const values = Float64Array.from(names, (name) => followed.get(name)?.ltp ?? Number.NaN);
      if (names.length > 0) reader.send({ type: "prices", names, values }, [values.buffer]);
    }
    waiting.clear();
  }

  return {
    follow(reader, names) {
      const joined: InstrumentName[] = [];
      for (const name of names) {
        let entry = followed.get(name);
        if (!entry) {
          entry = { readers: new Set(), ltp: Number.NaN };
          followed.set(name, entry);
          joined.push(name);
        }
        entry.readers.add(reader);
        if (!Number.isNaN(entry.ltp)) wait(reader, name);
      }
      if (joined.length > 0) connection()?.follow(joined);
    },
    unfollow(reader, names) {
      const left: InstrumentName[] = [];
      for (const name of names) {
        const entry = followed.get(name);
        if (!entry?.readers.delete(reader) || entry.readers.size > 0) continue;
        followed.delete(name);
        left.push(name);
      }
      if (left.length > 0) connection()?.unfollow(left);
    },
    tell(name, ltp) {
      const entry = followed.get(name);
      if (!entry) return; // left while it was on its way
      entry.ltp = ltp;
      for (const reader of entry.readers) wait(reader, name);
    },
    open() {
      if (followed.size > 0) connection()?.follow([...followed.keys()]);
    },
    close() {
      for (const entry of followed.values()) entry.ltp = Number.NaN;
    },
  };
}
