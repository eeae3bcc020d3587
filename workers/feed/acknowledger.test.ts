import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAcknowledger } from "./acknowledger.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen() {
  const sent: unknown[][] = [];
  return { sent, acknowledger: createAcknowledger((pairs) => sent.push([...pairs])) };
}

describe("acknowledgements", () => {
  it("answer each second frame of a room, soon", () => {
    const { sent, acknowledger } = listen();
    acknowledger.applied("A", 1);
    vi.advanceTimersByTime(500);
    expect(sent).toEqual([]);
    acknowledger.applied("A", 2);
    vi.advanceTimersByTime(20);
    expect(sent).toEqual([["A", 2]]);
    acknowledger.applied("A", 3);
    acknowledger.applied("A", 4);
    acknowledger.applied("A", 5);
    vi.advanceTimersByTime(20);
    expect(sent.slice(1)).toEqual([["A", 5]]);
  });

  it("tell of every room with a frame when one is due", () => {
    const { sent, acknowledger } = listen();
    acknowledger.applied("B", 7);
    acknowledger.applied("A", 1);
    acknowledger.applied("A", 2);
    vi.advanceTimersByTime(20);
    expect(sent).toEqual([["B", 7, "A", 2]]);
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(1);
  });

  it("answer a last frame within a second", () => {
    const { sent, acknowledger } = listen();
    acknowledger.applied("A", 1);
    vi.advanceTimersByTime(700);
    acknowledger.applied("B", 1);
    vi.advanceTimersByTime(300);
    expect(sent).toEqual([["A", 1, "B", 1]]);
  });

  it("take seven rooms a packet, and leave out a room that was left", () => {
    const { sent, acknowledger } = listen();
    for (let i = 0; i < 10; i++) acknowledger.applied(`room ${i}`, i);
    acknowledger.forget("room 9");
    acknowledger.applied("room 0", 1);
    vi.advanceTimersByTime(20);
    expect(sent.map((pairs) => pairs.length / 2)).toEqual([7, 2]);
  });

  it("are over when it is", () => {
    const { sent, acknowledger } = listen();
    acknowledger.applied("A", 1);
    acknowledger.applied("A", 2);
    acknowledger.stop();
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
  });
});
