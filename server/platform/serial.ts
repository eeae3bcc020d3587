/** Runs the tasks of one key one after another, in the order they came; tasks of different keys run side by side. */
export type RunSerially = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

export function createSerial(): RunSerially {
  const tails = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(task);
    const tail = result.catch(() => undefined);
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return result;
  };
}

/** @returns once fewer than `most` of the key are at work, what ends the work that begins then; ending it again does nothing. */
export type TakePlace = (key: string, most: number) => Promise<() => void>;

/** Lets some tasks of one key work side by side; the others follow in the order they came. */
export function createPlaces(): TakePlace {
  const rooms = new Map<string, { taken: number; readonly waiting: (() => void)[] }>();
  return async (key, most) => {
    const room = rooms.get(key) ?? { taken: 0, waiting: [] };
    rooms.set(key, room);
    if (room.taken >= most) await new Promise<void>((resolve) => room.waiting.push(resolve));
    else room.taken++;
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      const next = room.waiting.shift();
      // Who waits takes over the place.
      if (next !== undefined) next();
      else if (--room.taken === 0) rooms.delete(key);
    };
  };
}
