/**
 * Long work in parts: a generator that yields between them. Whoever has nothing else to do runs it at once; a server runs
 * it in slices, and timers and sockets have their turn in between.
 */
import type { WallClock } from "./clocks.ts";

/** Yields between two parts, each a few milliseconds long at most. */
export type InParts<Result> = Generator<undefined, Result, undefined>;

/** Well below what a reader of a screen would see, and what a frame may be late. */
const SLICE_MS = 8;

/**
 * Call the answer between two small parts of a long piece of work: it waits for the others' turn when this one has had its
 * time, and is nothing but a look at the clock otherwise.
 */
export function inSlices(clock: Pick<WallClock, "monotonic">): () => Promise<void> {
  let begun = clock.monotonic();
  return async () => {
    if (clock.monotonic() - begun < SLICE_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    begun = clock.monotonic();
  };
}

export async function runInSlices<Result>(clock: Pick<WallClock, "monotonic">, work: InParts<Result>): Promise<Result> {
  const pause = inSlices(clock);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

export function runAtOnce<Result>(work: InParts<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
