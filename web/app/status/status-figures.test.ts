import { describe, expect, test } from "vitest";
import type { OperatorStatus } from "#contract/wire/http/operator.ts";
import { ageText, bytesText, durationText, frameTitle, ratesOf } from "./status-figures.ts";

const status = (uptimeSeconds: number, cpuSeconds: number, delivered: number): OperatorStatus => ({
  process: { role: "all", uptimeSeconds, rssBytes: 1, cpuSeconds, loopLagMs: 1 },
  exchange: { source: "sim", date: "2026-11-20", minute: 735, rate: 1 },
  checks: [],
  segments: [],
  market: { rooms: 0, instruments: 0 },
  clients: { sockets: {}, joined: 0, lagging: 0, refused: 0 },
  frames: { tick: { encoded: delivered / 2, bytes: delivered * 10, delivered } },
  journal: { minutes: 0, bytes: 0, seconds: 0 },
  archive: { days: 0, oldest: null, newest: null },
});

describe("rates", () => {
  test("are what was counted between two readings, a second", () => {
    const rates = ratesOf({ status: status(10, 1, 100), at: 5000 }, { status: status(12, 1.5, 300), at: 7000 });
    expect(rates).toEqual({ cpu: 0.25, delivered: 100, encoded: 50, bytes: 1000 });
  });

  test("are none over a restart, or without time between", () => {
    expect(ratesOf({ status: status(10, 1, 9), at: 0 }, { status: status(1, 0.1, 0), at: 2000 })).toBeUndefined();
    expect(ratesOf({ status: status(10, 1, 9), at: 5 }, { status: status(10, 1, 9), at: 5 })).toBeUndefined();
  });
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1500, "1.5 kB"],
  [99_960, "100 kB"],
  [493e6, "493 MB"],
  [1.25e9, "1.3 GB"],
])("%d bytes are %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));

test.each([
  [45.9, "45 s"],
  [200, "3 min 20 s"],
  [7500, "2 h 5 min"],
  [357_000, "4 d 3 h"],
])("%d seconds are %s", (seconds, text) => expect(durationText(seconds)).toBe(text));

test("ages have a tenth while they are short", () => {
  expect([ageText(null), ageText(430), ageText(12_400), ageText(75_000)]).toEqual(["-", "0.4 s", "12 s", "1 min 15 s"]);
});

test("each kind of frame that is counted has one word and what it means", () => {
  for (const kind of ["tick", "minute", "dictionary"]) expect(frameTitle(kind)).toMatch(/^[A-Z].{40}/);
  expect(frameTitle("delta")).toBeUndefined();
});
