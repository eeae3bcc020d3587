/**
 * Which pool worker an underlying lives in. An underlying has one home while anybody reads it (all its expiries, its
 * future and spot), so that its tables exist once; homes are dealt to the worker with the least to do.
 */
export interface Homes {
  /** The worker of `symbol`, which is held until as many releases as acquisitions came. */
  acquire(symbol: string): number;
  release(symbol: string): void;
  /** A derivation took so many milliseconds of the worker. */
  spend(worker: number, ms: number): void;
  /** What the worker has to do, to be compared with another's. */
  load(worker: number): number;
}

/** What is left of older costs with each new one: the last few hundred snapshots count. */
const FADE = 0.995;

export function createHomes(workers: number): Homes {
  const homes = new Map<string, { readonly worker: number; holders: number }>();
  const load = new Array<number>(workers).fill(0);
  return {
    load: (worker) => load[worker] ?? 0,
    acquire(symbol) {
      let home = homes.get(symbol);
      if (!home) {
        home = { worker: load.indexOf(Math.min(...load)), holders: 0 };
        load[home.worker]++; // it counts a little before its derivations are measured
        homes.set(symbol, home);
      }
      home.holders++;
      return home.worker;
    },
    release(symbol) {
      const home = homes.get(symbol);
      if (!home || --home.holders > 0) return;
      load[home.worker] = Math.max(0, load[home.worker]! - 1);
      homes.delete(symbol);
    },
    spend(worker, ms) {
      for (const i of load.keys()) load[i] = load[i]! * FADE + (i === worker ? ms : 0);
    },
  };
}

/** Cores less two, between one and three: the main thread and the feed worker need theirs. */
export const poolSize = (cores: number): number => Math.min(3, Math.max(1, cores - 2));
