import { afterEach, expect, test, vi } from "vitest";
import { readFirst } from "./asking.ts";
import type { Sent } from "./port.ts";

afterEach(() => void vi.useRealTimers());

/** Writes what was read last, after a turn that is waited for so long. @returns it, and in which order all was done */
async function written(turnMs: number): Promise<readonly [Sent<number>, string]> {
  vi.useFakeTimers();
  let price = 100;
  const done: string[] = [];
  const sent = readFirst(
    async () => {
      done.push("read");
      return price++;
    },
    async (value) => {
      done.push("write");
      return { kind: "done", value };
    },
    () => {
      done.push("turn");
      return new Promise((resolve) => setTimeout(resolve, turnMs));
    },
  );
  await vi.advanceTimersByTimeAsync(2 * turnMs);
  return [await sent, done.join(" ")];
}

test("what was read is read anew where the write's turn came late, and the write has a turn that it is in time for", async () => {
  expect(await written(1400)).toEqual([{ kind: "done", value: 100 }, "read turn write"]);
  expect(await written(1600)).toEqual([{ kind: "done", value: 101 }, "read turn read turn write"]);
});
