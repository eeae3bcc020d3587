import { describe, expect, test } from "vitest";
import { fractionOf, hourTicks, minuteAt, traceLine } from "./geometry.ts";
import { headMinute } from "./head.ts";
import type { Snapshot } from "./snapshot.ts";

const SESSION = { open: 555, close: 930 };

const stripOf = (line: readonly number[], over: Partial<Snapshot> = {}): Snapshot => ({
  version: 1,
  open: 555,
  close: 555 + line.length - 1,
  first: 555,
  last: 555 + line.length - 1,
  cadence: 1,
  line: Float64Array.from(line),
  basis: "spot",
  holes: new Float64Array(0),
  ...over,
});

function trace(strip: Snapshot, height = 10): string[] {
  const strokes: string[] = [];
  const say = (word: string) => (x: number, y: number) => void strokes.push(`${word} ${x} ${y}`);
  traceLine({ moveTo: say("move"), lineTo: say("line") }, strip, { width: strip.line.length - 1, height });
  return strokes;
}

describe("minutes and places", () => {
  test("the ends, and back", () => {
    expect(fractionOf(SESSION, 555)).toBe(0);
    expect(fractionOf(SESSION, 930)).toBe(1);
    expect(fractionOf(SESSION, 400)).toBe(0);
    for (let at = 555; at <= 930; at++) expect(minuteAt(SESSION, fractionOf(SESSION, at))).toBe(at);
    expect(minuteAt(SESSION, -3)).toBe(555);
    expect(minuteAt(SESSION, 7)).toBe(930);
  });

  test("full hours are labelled where a label has room", () => {
    expect(hourTicks(SESSION)).toEqual([600, 660, 720, 780, 840, 900]);
    expect(hourTicks({ open: 540, close: 1020 })).toEqual([600, 660, 720, 780, 840, 900, 960]);
  });
});

describe("the line", () => {
  test("spans the box from its lowest to its highest price", () => {
    expect(trace(stripOf([100, 110, 105]))).toEqual(["move 0 10", "line 1 0", "line 2 5"]);
  });

  test("stops at a gap, and joins the points of a five-minute source", () => {
    const gap = Number.NaN;
    expect(trace(stripOf([100, 110, gap, 110]))).toEqual(["move 0 10", "line 1 0", "move 3 0"]);
    const slow = stripOf([100, gap, gap, gap, gap, 110], { cadence: 5 });
    expect(trace(slow)).toEqual(["move 0 10", "line 5 0"]);
  });

  test("a price that stood still stands in the middle; without any there is no line", () => {
    expect(trace(stripOf([7, 7]))).toEqual(["move 0 5", "line 1 5"]);
    expect(trace(stripOf([Number.NaN]))).toEqual([]);
  });
});

describe("the head", () => {
  const strip = stripOf(
    Array.from({ length: 376 }, () => 1),
    { last: 700 },
  );
  test("live: now, inside the session; a standing day: its last recorded minute; a replay: its minute", () => {
    const at = (now: number, day?: "today") => headMinute({ strip, replay: undefined, day, now });
    expect(at(735.7)).toBe(735);
    expect(at(500)).toBe(555);
    expect(at(1200)).toBe(930);
    expect(at(735.7, "today")).toBe(700);
    const replay = { minute: 600, speed: 1, isPlaying: true, from: 555, to: 700 } as never;
    expect(headMinute({ strip: undefined, replay, day: "today", now: 735 })).toBe(600);
    expect(headMinute({ strip: undefined, replay: undefined, day: undefined, now: 735 })).toBeNaN();
  });
});
