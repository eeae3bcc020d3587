/** Rules on the lines of a screen: once per crossing, and none when the lines become others. */
import { expect, test } from "vitest";
import { compileFormula } from "#contract/domain/formula/compile.ts";
import { isoDate } from "#contract/domain/units.ts";
import { type OwnLine, withOwnLines } from "#contract/worker/own-lines.ts";
import type { SeriesRule } from "#contract/worker/series-alerts.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import type { RegisteredScreen } from "./registered.ts";
import { createSeriesWatch } from "./series-watch.ts";

const day = makeRoom({ strikes: [] });
const market = makeMarket(marketRoom(day));
const kernel = undefined as unknown as Kernel;

interface Params {
  /** The price now, or that of each minute so far. */
  readonly now: readonly [key: string, price: number | readonly number[], vwap: number];
}

/** A screen whose params are what its lines say now. */
const registered = {
  screen: { id: "straddle", home: "underlying", rate: 1, defaults: {}, needs: () => [] },
  derivation: {
    id: "straddle",
    createScratch: () => undefined,
    derive: ({
      params: {
        now: [key, main, vwap],
      },
    }: {
      params: Params;
    }) => ({
      series: {
        x: { open: 555, cadence: 1 },
        key,
        lines: { main: Float64Array.of(...[main].flat()), vwap: Float64Array.of(vwap) },
      },
    }),
  },
} as unknown as RegisteredScreen;

const below: SeriesRule = { id: "below 55", left: "main", crosses: "below", right: 55 };
const overVwap: SeriesRule = { id: "over vwap", left: "main", crosses: "above", right: "vwap" };

const arm = (...rules: SeriesRule[]) => armOn((key, main, vwap) => ({ now: [key, main, vwap] }), ...rules);

function armOn(paramsOf: (...now: Params["now"]) => Params, ...rules: SeriesRule[]) {
  const work = createSeriesWatch(registered);
  const scratch = work.createScratch();
  return (key: string, main: number | readonly number[], vwap = Number.NaN, date = day.date) => {
    const clock = { mode: "live", date, minute: day.open, speed: 1 } as const;
    return work.watch(
      { market, pane: makePane(), params: { params: paramsOf(key, main, vwap), rules }, clock, kernel },
      scratch,
    );
  };
}

test("a rule fires when its line crosses, once", () => {
  const look = arm(below);
  expect([56, 55, 54.95, 56, 50].map((price) => look("24200", price))).toEqual([[], [], ["below 55"], [], []]);
});

test("the first value crosses nothing, and a gap is passed over", () => {
  const look = arm(below);
  expect(look("24200", 50)).toEqual([]);
  expect(look("24200", 60)).toEqual([]);
  expect(look("24200", Number.NaN)).toEqual([]);
  expect(look("24200", 54)).toEqual(["below 55"]);
});

test("a condition, 1 while it holds, fires when it comes to hold", () => {
  const look = arm({ id: "holds", left: "main", crosses: "above", right: 0 });
  expect([1, 1, 0, Number.NaN, 1, 1].map((holds) => look("24200", holds))).toEqual([[], [], [], [], ["holds"], []]);
});

test("a formula that compares fires when it comes to hold, while the screen has no such line of its own", () => {
  const compiled = compileFormula("main > vwap and main > 50", ["main", "vwap"]);
  if (!compiled.ok) throw new Error(compiled.error.message);
  const own: OwnLine = { id: "own:1", program: compiled.program };
  const look = armOn((key, main, vwap) => withOwnLines({ now: [key, main, vwap] }, [own]), {
    id: "strong",
    left: "own:1",
    crosses: "above",
    right: 0,
  });
  expect(look("24200", 60, 50)).toEqual([]); // it holds already
  expect(look("24200", 60, 70)).toEqual([]);
  expect(look("24200", 71, 70)).toEqual(["strong"]);
  expect(look("24200", 60, 70)).toEqual([]);
});

test("a condition holds at any figure but 0, as a scan passes", () => {
  const look = arm({ id: "holds", left: "main", crosses: "above", right: 0, isCondition: true });
  expect([-2, 0, -2, -1, Number.NaN, 0, 3].map((value) => look("24200", value))).toEqual([
    [],
    [],
    ["holds"],
    [],
    [],
    [],
    [],
  ]);
});

test("a line against another line; equal values cross when they part", () => {
  const look = arm(overVwap);
  expect(look("24200", 50, 52)).toEqual([]);
  expect(look("24200", 52, 52)).toEqual([]);
  expect(look("24200", 52.05, 52)).toEqual(["over vwap"]);
});

test("the jump to another pair is no crossing", () => {
  const look = arm(below);
  look("24200", 60);
  expect(look("24250", 40)).toEqual([]);
  expect(look("24250", 60)).toEqual([]);
  expect(look("24250", 50)).toEqual(["below 55"]);
});

test("what the lines of the new pair do themselves counts: who follows the money changes pairs just where the spot crosses", () => {
  const above: SeriesRule = { id: "spot above 24175", left: "main", crosses: "above", right: 24_175 };
  const armed = () => {
    const look = arm(above);
    look("24150", [24_170]);
    return look;
  };
  // In one minute, at its turn, and after some in which nothing was heard.
  for (const spot of [
    [24_170, 24_172, 24_176],
    [24_170, 24_176, 24_177],
    [24_170, 24_171, 24_176, 24_177, Number.NaN, 24_178],
  ]) {
    const look = armed();
    expect(look("24150", [24_170, 24_172])).toEqual([]);
    expect(look("24200", spot)).toEqual([above.id]);
    expect(look("24150", [...spot, 24_174])).toEqual([]);
  }
});

test("a crossing of the new lines before the rule was made, or before the pair was left, is not its own", () => {
  const look = arm(below);
  look("24200", [70, 60]);
  expect(look("24250", [56, 50])).toEqual([]); // in the minute of its making
  expect(look("24200", [70, 60, 61])).toEqual([]);
  expect(look("24250", [56, 50, 49])).toEqual([]);
  expect(look("24250", [56, 50, 49, 48])).toEqual([]);
  expect(look("24300", [56, 56, 54, 53])).toEqual([]);
  expect(look("24300", [56, 56, 54, 56])).toEqual([]);
  expect(look("24300", [56, 56, 54, 56, 53])).toEqual(["below 55"]);
});

test("what the lines were on another day is no crossing", () => {
  const look = arm(below);
  look("24200", 60);
  expect(look("24200", 50, Number.NaN, isoDate("2026-08-19"))).toEqual([]);
});

test("while the chain is not loaded nothing fires; a line that is not there neither", () => {
  const look = arm({ ...below, left: "gone" }, below);
  look("24200", 60);
  expect(look("24200", 50)).toEqual(["below 55"]);
});
