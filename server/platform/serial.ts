import { createTurns, type Turns } from "./turns.ts";

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
export type TakePlace = (key: string, most: number, account: string) => Promise<() => void>;

interface Room {
  taken: number;
  readonly waiting: { readonly account: string; readonly go: () => void }[];
  readonly turns: Turns;
}

/** Lets some tasks of one key work side by side; the others follow, account by account in turn. */
export function createPlaces(): TakePlace {
  const rooms = new Map<string, Room>();
  return async (key, most, account) => {
    const room = rooms.get(key) ?? { taken: 0, waiting: [], turns: createTurns() };
    rooms.set(key, room);
    if (room.taken >= most) await new Promise<void>((go) => room.waiting.push({ account, go }));
    else {
      room.taken++;
      room.turns.took(account);
    }
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      const next = room.turns.next(room.waiting);
      if (next === undefined) {
        if (--room.taken === 0) rooms.delete(key);
        return;
      }
      // Who waits takes over the place.
      room.waiting.splice(room.waiting.indexOf(next), 1);
      room.turns.took(next.account);
      next.go();
    };
  };
}
