import { expect, test } from "vitest";
import { type PaneLook, readingsOf } from "./readings.ts";

const look = (pane: string, at: number, sequence: number, over: Partial<PaneLook> = {}): PaneLook => ({
  pane,
  title: pane,
  at,
  sequence,
  cost: 4,
  frameAt: at - 100,
  paintedAt: at - 80,
  ...over,
});

test("a pane's rate, its cost and its share of a core, in the order of the panes", () => {
  const looks = [0, 1, 2, 3, 4].map((i) => [
    look("quiet", i * 500, 10 + i, { cost: 1 }),
    look("busy", i * 500, 10 + i, { cost: i < 2 ? 8 : 4 }),
  ]);
  expect(readingsOf(looks)).toEqual([
    { pane: "quiet", title: "quiet", rate: 2, cost: 1, share: 0.002, late: 20 },
    { pane: "busy", title: "busy", rate: 2, cost: 5.6, share: 0.0112, late: 20 },
  ]);
});

test("how late is what was shown latest of all; a snapshot that is not painted yet says nothing", () => {
  const looks = [
    [look("a", 0, 1, { frameAt: 0, paintedAt: 15 })],
    [look("a", 500, 2, { frameAt: 400, paintedAt: 460 })],
    [look("a", 1000, 3, { frameAt: 990, paintedAt: 460 })],
  ];
  expect(readingsOf(looks)[0]?.late).toBe(60);
  const daily = [[look("a", 0, 1, { frameAt: Number.NaN })], [look("a", 500, 1, { frameAt: Number.NaN })]];
  expect(readingsOf(daily)[0]).toMatchObject({ rate: 0, share: 0, late: Number.NaN });
});

test("a pane that moved to another worker is counted from there, and one that is gone not at all", () => {
  const looks = [
    [look("a", 0, 900), look("gone", 0, 1)],
    [look("a", 500, 901), look("gone", 500, 2)],
    [look("a", 1000, 1)],
    [look("a", 1500, 2)],
    [look("a", 2000, 3)],
  ];
  expect(readingsOf(looks)).toHaveLength(1);
  expect(readingsOf(looks)[0]?.rate).toBe(2);
});
