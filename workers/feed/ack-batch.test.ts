import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAckBatch } from "./ack-batch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("acknowledgements", () => {
  it("of rooms that come together go together, the newest of each", () => {
    const sent: unknown[] = [];
    const batch = createAckBatch((pairs) => sent.push(pairs));
    batch.add("A", 1);
    batch.add("B", 7);
    batch.add("A", 2);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(sent).toEqual([["A", 2, "B", 7]]);
    vi.advanceTimersByTime(500);
    batch.add("A", 3);
    vi.advanceTimersByTime(50);
    expect(sent).toEqual([
      ["A", 2, "B", 7],
      ["A", 3],
    ]);
  });

  it("never wait for an eighth room, and not at all when it is over", () => {
    const sent: unknown[][] = [];
    const batch = createAckBatch((pairs) => sent.push([...pairs]));
    for (let i = 0; i < 9; i++) batch.add(`room ${i}`, i);
    expect(sent.map((pairs) => pairs.length)).toEqual([14]);
    batch.stop();
    vi.advanceTimersByTime(500);
    expect(sent).toHaveLength(1);
  });
});
