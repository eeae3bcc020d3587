import { describe, expect, it } from "vitest";
import { LTP, PARTIAL } from "#contract/domain/columns.ts";
import { makeLiveDay } from "../__fixtures__/live-day.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { createChainReader } from "../chain.ts";
import { createDayReference, spotOverSlots } from "../reference/reference-series.ts";
import { createDayLines, type LineReading } from "./day-lines.ts";
import { exponentialAverage } from "./ema.ts";
import { divideOverSlots, sumOverSlots } from "./slots.ts";

const CALL = 1;

function makeLines() {
  const live = makeLiveDay(makeRoom({ spot: { ltp: 100 }, strikes: [{ strike: 100, ce: { ltp: 1 } }] }));
  const reader = createChainReader();
  const lines = createDayLines(["price", "ema", "spot"]);
  const underlyings = createDayReference();
  let read: [number, number, number][] = [];
  return {
    live,
    at(slot: number, mode: "live" | "replay" = "live", key = "") {
      read = [];
      const at = reader.open(live.input(slot, mode));
      if (!at) throw new Error("nothing to read");
      const known = underlyings.upTo(at);
      const reading: LineReading<"price" | "ema" | "spot"> = {
        key,
        read(stretch) {
          const { lines: out, minutes, from, to, first } = stretch;
          read.push([first, from, to]);
          sumOverSlots(out.price, minutes, LTP, Int32Array.of(CALL), from, to);
          divideOverSlots(out.price, 100, from, to);
          spotOverSlots(out.spot, at, stretch, known);
        },
        follow: (out, from, to) => exponentialAverage(out.ema, out.price, 3, from, to),
      };
      const set = lines.upTo(at, reading);
      return { x: set.x, price: [...set.lines.price], ema: [...set.lines.ema], spot: [...set.lines.spot], read };
    },
    tick: (rupees: number) => live.set(LTP, CALL, rupees * 100),
  };
}

describe("lines through the day", () => {
  it("name the minutes that are known in part, up to the moment", () => {
    const { live, at } = makeLines();
    live.close(0, 3);
    live.day.minutes.state[1] = PARTIAL;
    live.day.minutes.state[3] = PARTIAL;
    expect(at(2, "replay").x).toEqual({ open: 555, cadence: 1, partial: [556] });
    expect(at(0, "replay").x).toEqual({ open: 555, cadence: 1 });
  });

  it("read each minute once, and the minute in progress at each run", () => {
    const { live, at, tick } = makeLines();
    tick(2);
    live.close(0);
    tick(4);
    expect(at(1)).toMatchObject({ price: [2, 4], ema: [2, 3], spot: [100, 100], x: { open: 555, cadence: 1 } });
    tick(8);
    const { price, ema, read } = at(1);
    expect([price, ema]).toEqual([
      [2, 8],
      [2, 5],
    ]);
    expect(read).toEqual([[1, 0, 1]]);
    live.close(1);
    tick(5);
    expect(at(2)).toMatchObject({
      price: [2, 8, 5],
      ema: [2, 5, 5],
      read: [
        [0, 1, 2],
        [2, 0, 1],
      ],
    });
  });

  it("a hole is a gap that nothing is carried over; the average goes on after it", () => {
    const { live, at, tick } = makeLines();
    tick(2);
    live.close(0);
    tick(4);
    live.close(2);
    const { price, ema, spot } = at(2, "replay");
    expect(price).toEqual([2, Number.NaN, 4]);
    expect(ema).toEqual([2, Number.NaN, 3]);
    expect(spot).toEqual([100, Number.NaN, 100]);
  });

  it("a replay shows less or more of what is known; another key starts over", () => {
    const { live, at, tick } = makeLines();
    for (const [slot, rupees] of [2, 4, 8, 16].entries()) {
      tick(rupees);
      live.close(slot);
    }
    expect(at(3, "replay").ema).toEqual([2, 3, 5.5, 10.75]);
    expect(at(1, "replay")).toMatchObject({ ema: [2, 3], read: [] });
    expect(at(2, "replay")).toMatchObject({ ema: [2, 3, 5.5], read: [] });
    expect(at(2, "replay", "other").read).toEqual([[0, 0, 3]]);
  });

  it("a minute whose frame is late keeps its last tick until it comes", () => {
    const { live, at, tick } = makeLines();
    live.close(0);
    tick(4);
    at(1);
    tick(6);
    expect(at(2).price).toEqual([1, 4, 6]);
    tick(5);
    live.close(1);
    expect(at(2).price).toEqual([1, 5, 5]);
  });
});
