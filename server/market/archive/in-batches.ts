/** Does the same for many objects, some at a time: a bucket answers many requests at once, and one only after a while. */
const BATCH = 16;

/** @returns what came of each, in their order. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += BATCH)
    results.push(...(await Promise.all(items.slice(at, at + BATCH).map(task))));
  return results;
}
