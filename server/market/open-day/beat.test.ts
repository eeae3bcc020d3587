import { expect, test } from "vitest";
import { createManualClock } from "../../testing/manual-clock.ts";
import { Beat } from "./beat.ts";

function harness() {
  const clock = createManualClock();
  const beats: number[] = [];
  const beat = new Beat(clock, 100, (point) => beats.push(point));
  return { clock, beats, beat };
}

test("beats at the earliest point that was asked for, once, and then not before it is asked again", () => {
  const { clock, beats, beat } = harness();
  clock.advance(40);
  expect(beat.next).toBe(1);
  beat.at(5);
  beat.at(2);
  beat.at(3);
  clock.advance(159);
  expect(beats).toEqual([]);
  clock.advance(1);
  expect(beats).toEqual([2]);
  clock.advance(1000);
  expect(beats).toEqual([2]);
  beat.at(beat.next);
  clock.advance(100);
  expect(beats).toEqual([2, 13]);
});

test("a point that is over is beaten at once, as the one that it is now", () => {
  const { clock, beats, beat } = harness();
  clock.advance(350);
  beat.at(1);
  clock.advance(0);
  expect(beats).toEqual([3]);
});

test("is silent once stopped", () => {
  const { clock, beats, beat } = harness();
  beat.at(1);
  beat.stop();
  beat.at(2);
  clock.advance(500);
  expect(beats).toEqual([]);
});
