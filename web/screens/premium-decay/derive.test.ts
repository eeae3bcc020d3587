import { describe, expect, test } from "vitest";
import type { StrikePick } from "#contract/domain/choices/strike-choice.ts";
import { LTP } from "#contract/domain/columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { formats } from "../../format/format.ts";
import { decayCharts } from "./chart.ts";
import { derivation } from "./derive.ts";
import { halfHoursOf } from "./derive-half-hours.ts";
import { CE_BAR, CE_CHANGE, PE_CHANGE, SLOTS, type Snapshot } from "./snapshot.ts";
import { table } from "./table.ts";

const NONE = Number.NaN;
const kernel = undefined as unknown as Kernel; // this screen prices nothing
/** Rows: spot, future, then call and put by strike. */
const row = (strike: number, side: "ce" | "pe"): number => 2 + (strike - 100) / 5 + (side === "ce" ? 0 : 1);
const pick = (strike: number, ce = true, pe = true): StrikePick => ({ strike, ce, pe });
const BOTH = [pick(100), pick(110)];

function makeDay(symbol = "NIFTY") {
  return makeLiveDay(
    makeRoom({
      symbol,
      spot: { ltp: 109 },
      future: { ltp: 112 },
      strikes: [
        { strike: 100, ce: { ltp: 12 }, pe: { ltp: 2 } },
        { strike: 110, ce: { ltp: 5 }, pe: { ltp: 6 } },
      ],
    }),
  );
}
type Live = ReturnType<typeof makeDay>;
const price = (live: Live, at: number, rupees: number) => live.set(LTP, at, Math.round(rupees * live.day.priceScale));

function run(
  live: Live,
  slot: number,
  picks: readonly StrikePick[] = BOTH,
  mode: "live" | "replay" = "live",
  scratch = derivation.createScratch(),
): Snapshot {
  const params = { choice: { kind: "chosen", picks } } as const;
  const snapshot = derivation.derive({ ...live.input(slot, mode), params, kernel }, scratch);
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}
const cell = ({ values }: Snapshot, at: number, slot: number) => values[at * SLOTS + slot];

/** Slot 0 at the first prices; the calls of slot 1 at 11 and 4.5, of slot 2 at 9.85 and 4. */
function fall(live: Live): Live {
  live.close(0);
  price(live, row(100, "ce"), 11);
  price(live, row(110, "ce"), 4.5);
  live.close(1);
  price(live, row(100, "ce"), 9.85);
  price(live, row(110, "ce"), 4);
  live.close(2);
  return live;
}

describe("the change of premium", () => {
  test("is ltp[i] - ltp[1] added up over a side, from slot 1; the first spot and future are dropped", () => {
    const { series, base, totals } = run(fall(makeDay()), 2);
    const rounded = Array.from(series.lines.ce, (value) => Math.round(value * 100) / 100);
    expect(rounded).toEqual([NONE, 0, -1.65]);
    expect([...series.lines.pe]).toEqual([NONE, 0, 0]);
    expect(series.lines.both[2]).toBeCloseTo(-1.65, 10);
    expect([...series.lines.spot]).toEqual([NONE, 109, 109]);
    expect([...series.lines.future]).toEqual([NONE, 112, 112]);
    expect(base).toEqual({ minute: 556, ce: 15.5, pe: 8, priced: 4, chosen: 4 });
    expect([...(totals ?? [])].slice(1)).toEqual([series.lines.ce[2], 0]);
  });

  test("counts only the sides that are on", () => {
    const { series, ...facts } = run(fall(makeDay()), 2, [pick(100, true, false), pick(110, false, false)]);
    expect(series.lines.ce[2]).toBeCloseTo(-1.15, 10);
    expect(series.lines.pe[2]).toBeNaN();
    expect(facts.base).toMatchObject({ ce: 11, pe: NONE, priced: 1, chosen: 1 });
    expect([cell(facts as Snapshot, 0, PE_CHANGE), cell(facts as Snapshot, 1, CE_CHANGE)]).toEqual([NONE, NONE]);
  });

  test("by strike, with bars against the largest; a contract without a first price is told, and has no figure", () => {
    const live = makeDay();
    price(live, row(110, "pe"), 0);
    const snapshot = run(fall(live), 2);
    expect(cell(snapshot, 0, CE_CHANGE)).toBeCloseTo(-1.15, 10);
    expect(cell(snapshot, 0, CE_BAR)).toBe(1);
    expect(cell(snapshot, 1, CE_BAR)).toBeCloseTo(0.5 / 1.15, 10);
    expect(cell(snapshot, 1, PE_CHANGE)).toBeNaN();
    expect(snapshot.base).toMatchObject({ priced: 3, chosen: 4 });
  });

  test("there is none before the second minute, also in a replay of a day that goes on", () => {
    const live = fall(makeDay());
    const { series, base, halfHours } = run(live, 0, BOTH, "replay");
    expect([...series.lines.ce]).toEqual([NONE]);
    expect(base).toMatchObject({ minute: NONE, priced: 0 });
    expect(halfHours.to).toHaveLength(0);
  });

  test("the session of USDINR has 481 points", () => {
    const live = makeDay("USDINR");
    live.close(0, 480);
    const { ce } = run(live, 480, BOTH, "replay").series.lines;
    expect(ce).toHaveLength(481);
    expect(ce[480]).toBe(0);
  });

  test("a replay that steps back and on, and another choice, show what a fresh one shows", () => {
    const live = fall(makeDay());
    price(live, row(110, "ce"), 3);
    live.close(4, 5);
    const scratch = derivation.createScratch();
    for (const [slot, picks] of [
      [5, BOTH],
      [0, BOTH],
      [2, [pick(110)]],
      [4, BOTH],
    ] as const) {
      const fresh = run(live, slot, picks, "replay");
      // The key counts how often the lines were started over.
      const series = { ...fresh.series, key: expect.any(String) };
      expect(run(live, slot, picks, "replay", scratch)).toEqual({ ...fresh, series });
    }
  });
});

test("half-hours add up to the change since the base; a mark in a hole has no figure", () => {
  const line = Float64Array.from({ length: 80 }, (_, slot) => (slot < 1 ? NONE : slot - 1));
  const { to, ce } = halfHoursOf(555, { ce: line, pe: line }, 556);
  expect([...to]).toEqual([570, 600, 630, 634]);
  expect([...ce]).toEqual([14, 30, 30, 4]);
  line[45] = NONE;
  expect([...halfHoursOf(555, { ce: line, pe: line }, 556).ce]).toEqual([14, NONE, NONE, 4]);
});

test("calls green, puts red, the sum dashed ink; overlays on the second axis, named by what is on", () => {
  const chart = (hasSpot: boolean, hasFuture: boolean) =>
    decayCharts({ base: 556, decimals: 2, hasSpot, hasFuture })[0];
  const looks = chart(true, false)?.lines.map(({ label, colour, scale = "y" }) => [label, colour, scale]);
  expect(looks).toEqual([
    ["CE", "up", "y"],
    ["PE", "down", "y"],
    ["CE + PE", "ink", "y"],
    ["Spot", "s8", "y2"],
    ["Future", "fut", "y2"],
  ]);
  expect([chart(true, false), chart(false, true), chart(true, true)].map((one) => one?.y2?.unit)).toEqual([
    "Spot",
    "Future",
    "Spot, Future",
  ]);
  expect(chart(true, true)?.unit).toBe("Σ ( ltp − ltp at 09:16 ), ₹ a unit");
});

test("a premium has the decimals of its prices: a tick of USDINR is no 0.00", () => {
  const texts = ([2, 4] as const).map((decimals) => {
    const [decay] = decayCharts({ base: 541, decimals, hasSpot: true, hasFuture: false });
    const [ce] = table.columns(decimals, formats.whole);
    const cell = ce?.cell.kind === "gutter-bar" ? ce.cell.format.text(0.0025) : "";
    return [decay?.lines[0]?.format?.(0.0025), cell];
  });
  expect(texts).toEqual([
    ["0.00", "0.00"],
    ["+0.0025", "+0.0025"],
  ]);
});
