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
