import { afterEach, expect, test, vi } from "vitest";
import { readFirst } from "./asking.ts";
import type { Sent } from "./port.ts";

afterEach(() => void vi.useRealTimers());

/** Writes what was read last, after a turn that is waited for so long. */
async function written(turnMs: number): Promise<Sent<number>> {
  vi.useFakeTimers();
  let price = 100;
  const sent = readFirst(
    async () => price++,
    async (value) => ({ kind: "done", value }),
    () => new Promise((resolve) => setTimeout(resolve, turnMs)),
  );
  await vi.advanceTimersByTimeAsync(turnMs);
  return sent;
}

test("what was read is read anew where the write's turn came late", async () => {
  expect(await written(900)).toEqual({ kind: "done", value: 100 });
  expect(await written(1100)).toEqual({ kind: "done", value: 101 });
});
