/** Lines through a day beside what the chain shows of the same minute. */
import { beforeAll, describe, expect, it } from "vitest";
import { LTP, OI, VOL, VWAP } from "#contract/domain/columns.ts";
import { createChainGreeks } from "#kernel/chain-columns.ts";
import { createSideDisplay, roundForDisplay } from "#kernel/display.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { type ChainMoment, createChainReader } from "#market/chain.ts";
import { createDayLines } from "#market/lines/day-lines.ts";
import { createDayReference } from "#market/reference/reference-series.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { type GreekFigure, greeksOverSlots } from "./greek-lines.ts";
import { createSideTotalLines, totalsOverSlots } from "./side-totals.ts";
import { createChainPricer } from "./table/prices.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const STRIKES = [23_900, 24_000, 24_100];
const SPOT = 0;
const call = (strike: number): number => 1 + 2 * STRIKES.indexOf(strike);

function makeDay() {
  const live = makeLiveDay(
    makeRoom({
      spot: { ltp: 24_000 },
      strikes: STRIKES.map((strike) => ({
        strike,
        ce: { ltp: 24_260 - strike, oi: 100 },
        pe: { ltp: strike - 23_780, oi: 70 },
      })),
    }),
  );
  const tick = (spot: number, ltp: number): void => {
    live.set(LTP, SPOT, spot * 100);
    live.set(LTP, call(24_000), ltp * 100);
  };
  live.close(0);
  tick(24_020, 270.55);
  live.close(1, 2);
  live.lose(2);
  tick(23_980, 251.2);
  live.close(3);
  tick(24_005, 262.1);
  return live;
}

/** What a chain shows of one strike at a slot, or at the live moment. */
function shownAt(at: ChainMoment, strike: number, figure: GreekFigure): number {
  const price = at.moment.columns[LTP]?.[at.moment.base + call(strike)] ?? Number.NaN;
  const out = createChainGreeks(1);
  const columns = { strike: Float64Array.of(strike), callPrice: Float64Array.of(price / 100) };
  const model = {
    model: "spot",
    underlying: at.spot.modelSpot / 100,
    years: at.years,
    rate: at.underlying.rate,
  } as const;
  kernel.priceChain({ length: 1, ...columns, putPrice: Float64Array.of(0) }, model, out);
  const shown = createSideDisplay(1);
  roundForDisplay(out.call, 1, shown);
  return shown[figure][0] as number;
}

describe("IV and greeks through the day", () => {
  const figures = ["iv", "delta", "vega"] as const;

  it.each(figures)("%s is what the chain shows of each minute, and of the tick", (figure) => {
    const live = makeDay();
    const reader = createChainReader();
    const reference = createDayReference();
    const lines = createDayLines(["call", "put"]);
    const upTo = (slot: number) => {
      const at = reader.open(live.input(slot));
      if (!at) throw new Error("no chain");
      const known = reference.upTo(at);
      const set = lines.upTo(at, {
        key: "",
        read: (stretch) =>
          greeksOverSlots(
            kernel,
            [
              { figure, strike: 1, side: "ce", out: stretch.lines.call },
              { figure, strike: 2, side: "pe", out: stretch.lines.put },
            ],
            at,
            stretch,
            known,
          ),
      });
      return set.lines;
    };
    const { call: line, put } = upTo(4);
    const wanted = [0, 1, 3].map((slot) => {
      const at = createChainReader().open(live.input(slot, "replay"));
      return at && shownAt(at, 24_000, figure);
    });
    const now = createChainReader().open(live.input(4));
    expect([...line]).toEqual([wanted[0], wanted[1], Number.NaN, wanted[2], now && shownAt(now, 24_000, figure)]);
    expect(Number.isNaN(put[0])).toBe(false);
  });

  it("in forward mode call and put of a strike have one IV, as in the chain", () => {
    const live = makeDay();
    const pane = { ...live.input(4).pane, pricing: { forward: true, untraded: false } };
    const at = createChainReader().open({ ...live.input(4), pane });
    if (!at) throw new Error("no chain");
    const lines = createDayLines(["call", "put", "delta"]);
    const read = (stretch: Parameters<Parameters<typeof lines.upTo>[1]["read"]>[0]) =>
      greeksOverSlots(
        kernel,
        [
          { figure: "iv", strike: 1, side: "ce", out: stretch.lines.call },
          { figure: "iv", strike: 1, side: "pe", out: stretch.lines.put },
          { figure: "delta", strike: 1, side: "pe", out: stretch.lines.delta },
        ],
        at,
        stretch,
        createDayReference().upTo(at),
      );
    const { call, put, delta } = lines.upTo(at, { key: "", read }).lines;
    expect([...call]).toEqual([...put]);
    expect(Array.from(call, Number.isNaN)).toEqual([false, false, true, false, false]);
    const context = { rows: 1, from: 1, table: at.table, moment: at.moment, scale: 100 };
    const [, puts] = createChainPricer().price(kernel, context, at.pricing);
    expect([put[4], delta[4]]).toEqual([puts.iv[0], puts.delta[0]]);
  });

  it("an option that has not traded today has none, unless the board prices it", () => {
    const live = makeDay();
    live.set(VOL, call(24_000), 0);
    live.close(4);
    for (const [untraded, isGap] of [
      [false, true],
      [true, false],
    ] as const) {
      const pane = { ...live.input(4).pane, pricing: { forward: false, untraded } };
      const at = createChainReader().open({ ...live.input(4, "replay"), pane });
      if (!at) throw new Error("no chain");
      const out = new Float64Array(5);
      const stretch = { minutes: live.day.minutes, from: 3, to: 5, first: 0 };
      const wanted = [{ figure: "iv", strike: 1, side: "ce", out } as const];
      greeksOverSlots(kernel, wanted, at, stretch, createDayReference().upTo(at));
      expect([3, 4].map((slot) => Number.isNaN(out[slot]))).toEqual([false, isGap]);
    }
  });

  it("an option without a price has a gap", () => {
    const live = makeDay();
    live.set(LTP, call(24_000), 0);
    live.close(4);
    const at = createChainReader().open(live.input(4, "replay"));
    if (!at) throw new Error("no chain");
    const out = new Float64Array(5);
    const known = createDayReference().upTo(at);
    const stretch = { minutes: live.day.minutes, from: 4, to: 5, first: 0 };
    greeksOverSlots(kernel, [{ figure: "iv", strike: 1, side: "ce", out }], at, stretch, known);
    expect(out[4]).toBeNaN();
  });
});

describe("totals of a side", () => {
  it("add the chosen rows up by slot; gaps where a minute, a side or the field is missing", () => {
    const { day } = makeDay();
    const totals = createSideTotalLines(4);
    const stretch = { minutes: day.minutes, from: 0, to: 4, first: 0 };
    const rows = { ce: Int32Array.of(call(23_900), call(24_100)), pe: Int32Array.of() };
    totalsOverSlots(kernel, totals, OI, rows, stretch);
    expect([...totals.ce]).toEqual([200, 200, Number.NaN, 200]);
    expect([...totals.pe]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    totalsOverSlots(kernel, totals, VWAP, rows, stretch);
    expect(totals.ce.every(Number.isNaN)).toBe(true);
  });
});
