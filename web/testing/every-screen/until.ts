import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** A cold server on a busy machine. */
const WITHIN_MS = 20_000;
const EVERY_MS = 50;

/** Asks again until the answer is right. @returns that answer. @throws what it was last. */
export async function until<T>(
  what: string,
  read: () => Promise<T>,
  isRight: (answer: T) => boolean,
  within = WITHIN_MS,
): Promise<T> {
  const deadline = performance.now() + within;
  for (;;) {
    const answer = await read();
    if (isRight(answer)) return answer;
    if (performance.now() > deadline) {
      assert.fail(`${what}: not within ${within / 1000} s, but ${JSON.stringify(answer)?.slice(0, 400)}`);
    }
    await sleep(EVERY_MS);
  }
}

/** Asks until two answers in a row, a moment apart, are the same. */
export async function settled<T>(what: string, read: () => Promise<T>, apart = 250): Promise<T> {
  let before = JSON.stringify(await read());
  return until(
    `${what} comes to rest`,
    async () => {
      await sleep(apart);
      return read();
    },
    (answer) => {
      const now = JSON.stringify(answer);
      const isSame = now === before;
      before = now;
      return isSame;
    },
  );
}
