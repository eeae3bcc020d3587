/**
 * Which pool worker an underlying lives in. An underlying has one home while anybody reads it (all its expiries, its
 * future and spot), so that its tables exist once; homes are dealt to the worker with the fewest.
 */
export interface Homes {
  /** The worker of `symbol`, which is held until as many releases as acquisitions came. */
  acquire(symbol: string): number;
  release(symbol: string): void;
  /** How many homes the worker has. */
  load(worker: number): number;
}

export function createHomes(workers: number): Homes {
  const homes = new Map<string, { readonly worker: number; holders: number }>();
  const load = new Array<number>(workers).fill(0);
  return {
    load: (worker) => load[worker] ?? 0,
    acquire(symbol) {
      let home = homes.get(symbol);
      if (!home) {
        home = { worker: load.indexOf(Math.min(...load)), holders: 0 };
        load[home.worker]++;
        homes.set(symbol, home);
      }
      home.holders++;
      return home.worker;
    },
    release(symbol) {
      const home = homes.get(symbol);
      if (!home || --home.holders > 0) return;
      load[home.worker]--;
      homes.delete(symbol);
    },
  };
}

/** Cores less two, between one and three: the main thread and the feed worker need theirs. */
export const poolSize = (cores: number): number => Math.min(3, Math.max(1, cores - 2));
