import { describe, expect, it } from "vitest";
import { makeLiveDay } from "../__fixtures__/live-day.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { createChainReader } from "../chain.ts";
import { createDayFold } from "./day-fold.ts";

/** What a fold was asked for: 'reset', or the slots it took. */
function spy(bySlot: boolean) {
  const live = makeLiveDay(makeRoom({ spot: { ltp: 100 }, strikes: [{ strike: 100, ce: { ltp: 5 } }] }));
  const reader = createChainReader();
  let steps: string[] = [];
  const fold = createDayFold<void>({
    bySlot,
    reset: () => void steps.push("reset"),
    add: (_at, from, to) => void steps.push(`${from}-${to}`),
  });
  return {
    live,
    fold,
    at(slot: number, mode: "live" | "replay" = "live") {
      steps = [];
      const at = reader.open(live.input(slot, mode));
      if (at) fold.upTo(at);
      return steps;
    },
  };
}

describe("a day fold", () => {
  it("takes each closed minute once, several at a time where they came so", () => {
    const { live, at } = spy(false);
    live.close(0, 9);
    expect(at(10)).toEqual(["reset", "0-10"]);
    expect(at(10)).toEqual([]);
    live.close(10);
    live.close(11);
    expect(at(12)).toEqual(["10-12"]);
  });

  it("starts over where a replay goes back, unless what it makes stands by slot", () => {
    for (const [bySlot, back, on] of [
      [false, ["reset", "0-4"], ["4-6"]],
      [true, [], []],
    ] as const) {
      const { live, at } = spy(bySlot);
      live.close(0, 9);
      expect(at(9, "replay")).toEqual(["reset", "0-10"]);
      expect(at(3, "replay")).toEqual(back);
      expect(at(5, "replay")).toEqual(on);
    }
  });

  it.each([false, true])("starts over where a minute is healed (by slot: %s)", (bySlot) => {
    const { live, at } = spy(bySlot);
    live.close(0, 9);
    live.lose(4);
    at(10);
    live.close(4);
    expect(at(10)).toEqual(["reset", "0-10"]);
    live.close(9); // the last one again, with other figures
    expect(at(10)).toEqual(["reset", "0-10"]);
    live.close(10, 12);
    expect(at(13)).toEqual(["10-13"]);
  });

  it("passes over a hole without starting over, and takes it in with what follows", () => {
    const { live, at } = spy(false);
    live.close(0, 2);
    at(3);
    live.close(6);
    expect(at(7)).toEqual(["3-7"]);
  });

  it("starts over with the room, and when it is told to", () => {
    const { live, fold, at } = spy(false);
    live.close(0, 2);
    at(3);
    live.reload();
    expect(at(3)).toEqual(["reset", "0-3"]);
    fold.restart();
    expect(at(3)).toEqual(["reset", "0-3"]);
  });
});
