/** The last prices that this worker follows, as the feed worker sends them. */
import type { InstrumentName } from "#contract/domain/instruments.ts";
import type { LastPrices } from "#contract/worker/derivation.ts";
import type { PricesRequest, PricesUpdate } from "#contract/worker/feed-api.ts";

export interface Prices extends LastPrices {
  acquire(names: Iterable<InstrumentName>): void;
  release(names: Iterable<InstrumentName>): void;
  /** Milliseconds since the newest price; NaN before the first. */
  readonly age: number;
  apply(update: PricesUpdate): void;
}

export interface PricesDeps {
  readonly send: (request: PricesRequest) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Some of these have another price. */
  readonly changed: (names: readonly InstrumentName[]) => void;
}

export function createPrices({ send, now, changed }: PricesDeps): Prices {
  const held = new Map<InstrumentName, { holders: number; ltp: number }>();
  let version = 0;
  let arrived = Number.NaN;

  return {
    get version() {
      return version;
    },
    get age() {
      return now() - arrived;
    },
    ltp: (name) => held.get(name)?.ltp ?? Number.NaN,
    acquire(names) {
      const followed: InstrumentName[] = [];
      for (const name of names) {
        const entry = held.get(name);
        if (entry) entry.holders++;
        else {
          held.set(name, { holders: 1, ltp: Number.NaN });
          followed.push(name);
        }
      }
      if (followed.length > 0) send({ type: "follow", names: followed });
    },
    release(names) {
      const left: InstrumentName[] = [];
      for (const name of names) {
        const entry = held.get(name);
        if (!entry || --entry.holders > 0) continue;
        held.delete(name);
        left.push(name);
      }
      if (left.length > 0) send({ type: "unfollow", names: left });
    },
    apply({ names, values }) {
      for (const [i, name] of names.entries()) {
        const entry = held.get(name);
        if (entry) entry.ltp = values[i];
      }
      version++;
      arrived = now();
      changed(names);
    },
  };
}
