import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import type { DayChain, DayModel, DaySide } from "./calls/chain-series-calls.ts";
import { type ChainModel, createChainGreeks, type SideGreeks } from "./chain-columns.ts";
import { createKernel } from "./kernel.ts";
import { plainValue } from "./testing/plain-black.ts";
import { specNewtonIv } from "./testing/spec-newton.ts";
import { VARIANTS } from "./variant.ts";

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const COLUMNS = ["iv", "derivedIv", "delta", "gamma", "theta", "vega", "probAbove"] as const;
type Name = (typeof COLUMNS)[number];

/** Prices of a day: `ltp[slot]` holds call and put of each strike in turn, scaled by 100. `lacks[i]` 1: no call, 2: no put. */
function makeChain(strike: readonly number[], ltp: readonly (readonly number[])[], lacks: readonly number[] = []) {
  const stride = 2 * strike.length + 3;
  const cells = new Int32Array(stride * ltp.length).fill(-1);
  const callRows = Int32Array.from(strike, (_, i) => (lacks[i] === 1 ? -1 : 2 * i + 1));
  const putRows = Int32Array.from(strike, (_, i) => (lacks[i] === 2 ? -1 : 2 * i + 2));
  ltp.forEach((prices, slot) => {
    cells.set(prices, slot * stride + 1);
  });
  return { ltp: { cells, stride }, priceScale: 100, strike: Float64Array.from(strike), callRows, putRows };
}

/** Columns of a day for what is asked, filled with a mark. */
function columnsFor(names: readonly Name[], cells: number): DaySide {
  return Object.fromEntries(names.map((name) => [name, new Float64Array(cells).fill(-7)]));
}

describe.each(VARIANTS)("IV and greeks by slot, %s", (variant) => {
  const kernel = createKernel(loadQuantModule(variant));

  function run(chain: DayChain, model: DayModel, from: number, to: number, names: readonly Name[] = COLUMNS) {
    const cells = chain.strike.length * model.underlying.length;
    const out = { call: columnsFor(names, cells), put: columnsFor(names, cells) };
    kernel.priceSlots(chain, model, from, to, out);
    return out;
  }

  /** priceChain for one slot, through the prices in rupees. */
  function alone(chain: DayChain, day: DayModel, slot: number) {
    const n = chain.strike.length;
    const rupees = (rows: Int32Array) =>
      Float64Array.from(rows, (row) => {
        const price = row < 0 ? 0 : chain.ltp.cells[slot * chain.ltp.stride + row]!;
        return price > 0 ? price / chain.priceScale : 0;
      });
    const model = { ...day, underlying: day.underlying[slot]!, years: day.years[slot]! };
    const out = createChainGreeks(n);
    const { strike } = chain;
    kernel.priceChain(
      { length: n, strike, callPrice: rupees(chain.callRows), putPrice: rupees(chain.putRows) },
      model,
      out,
    );
    return out;
  }

  function expectSame(got: DaySide, wanted: SideGreeks, slot: number, strikes: number): void {
    for (const name of COLUMNS) {
      const part = got[name]?.subarray(slot * strikes, (slot + 1) * strikes);
      if (part) expect([...part]).toEqual([...wanted[name]]);
    }
  }

  const days = fc.integer({ min: 1, max: 9 }).chain((count) => {
    const price = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 5, max: 90_000 }) },
      { weight: 1, arbitrary: fc.constantFrom(-1, 0, 2_000_000_000) },
    );
    const slot = fc.record({
      prices: fc.array(price, { minLength: 2 * count, maxLength: 2 * count }),
      underlying: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 2_350_000, max: 2_450_000 }).map((x) => x / 100) },
        { weight: 1, arbitrary: fc.constantFrom(0, -5, Number.POSITIVE_INFINITY) },
      ),
      years: fc.oneof(fc.constant(6 / 365), fc.constantFrom(0, -1, Number.NaN, 90 / 525_600, 1 / 525_600)),
    });
    return fc.record({
      name: fc.constantFrom<ChainModel["model"]>("spot", "usdinr", "forward"),
      strikes: fc.array(fc.integer({ min: 460, max: 500 }), { minLength: count, maxLength: count }),
      lacks: fc.array(fc.nat(5), { maxLength: count }),
      slots: fc.array(slot, { maxLength: 5 }),
    });
  });

  it("do not depend on what the kernel did before: nothing, or prices from IVs", () => {
    const chain = makeChain([24_400, 24_600], [[25_050, 9_540, 13_125, 17_880]]);
    const model = {
      model: "spot",
      underlying: Float64Array.of(24_512.35),
      years: Float64Array.of(8 / 365),
      rate: 0.1,
    } as const;
    const wanted = alone(chain, model, 0);
    for (const isUsed of [false, true]) {
      const other = createKernel(loadQuantModule(variant));
      const given = createChainGreeks(2);
      given.call.iv.fill(0.2);
      const moment = { ...model, underlying: 24_512.35, years: 8 / 365 };
      if (isUsed) other.valueChain(2, chain.strike, moment, given, new Float64Array(2), new Float64Array(2));
      const out = { call: columnsFor(["iv", "derivedIv"], 2), put: columnsFor(["iv", "derivedIv"], 2) };
      other.priceSlots(chain, model, 0, 1, out);
      expectSame(out.call, wanted.call, 0, 2);
      expectSame(out.put, wanted.put, 0, 2);
    }
  });

  it("are those of each minute's chain, with its own underlying and time", () => {
    fc.assert(
      fc.property(days, ({ name, strikes, lacks, slots }) => {
        const chain = makeChain(
          strikes.map((level) => level * 50),
          slots.map(({ prices }) => prices),
          lacks,
        );
        const model = {
          model: name,
          underlying: Float64Array.from(slots, ({ underlying }) => underlying),
          years: Float64Array.from(slots, ({ years }) => years),
          rate: 0.1,
        };
        const all = run(chain, model, 0, slots.length);
        const vols = run(chain, model, 0, slots.length, ["iv", "derivedIv"]);
        slots.forEach((_, slot) => {
          const wanted = alone(chain, model, slot);
          for (const got of [all, vols]) {
            expectSame(got.call, wanted.call, slot, strikes.length);
            expectSame(got.put, wanted.put, slot, strikes.length);
          }
        });
      }),
      { numRuns: 400 },
    );
  });

  it("are the same from rows in any order, from cells of either kind, and for any scale", () => {
    fc.assert(
      fc.property(days, fc.constantFrom(1, 100, 10_000, 400), ({ strikes, slots }, priceScale) => {
        const made = makeChain(
          strikes.map((x) => 50 * x),
          slots.map(({ prices }) => prices),
        );
        const { cells, stride } = made.ltp;
        const pairs = { ...made, priceScale };
        const model = {
          model: "spot",
          underlying: Float64Array.from(slots, ({ underlying }) => underlying),
          years: Float64Array.from(slots, ({ years }) => years),
          rate: 0.1,
        } as const;
        const turn = (row: number) => stride - 1 - row;
        const turned = new Int32Array(cells.length);
        for (let i = 0; i < cells.length; i++) turned[i - (i % stride) + turn(i % stride)] = cells[i]!;
        const [callRows, putRows] = [made.callRows.map(turn), made.putRows.map(turn)];
        const wanted = run(pairs, model, 0, slots.length);
        expect(run({ ...pairs, ltp: { cells: turned, stride }, callRows, putRows }, model, 0, slots.length)).toEqual(
          wanted,
        );
        expect(run({ ...pairs, ltp: { cells: Float64Array.from(cells), stride } }, model, 0, slots.length)).toEqual(
          wanted,
        );
      }),
      { numRuns: 60 },
    );
  });

  it("show the IV that the specification's iteration ends at", () => {
    const strikes = [23_800, 24_000, 24_200];
    const spots = [23_950.5, 24_010.25, 24_100];
    const option = (slot: number, strike: number, isCall: boolean) =>
      ({ model: "spot", isCall, underlying: spots[slot]!, strike, years: 6 / 365, rate: 0.1 }) as const;
    const ltp = spots.map((_, slot) =>
      strikes.flatMap((strike, i) =>
        [true, false].map(
          (isCall) => 5 * Math.round(20 * plainValue(option(slot, strike, isCall), 0.11 + 0.01 * i).price),
        ),
      ),
    );
    const model: DayModel = {
      model: "spot",
      underlying: Float64Array.from(spots),
      years: new Float64Array(3).fill(6 / 365),
      rate: 0.1,
    };
    const { call, put } = run(makeChain(strikes, ltp), model, 0, 3, ["derivedIv"]);
    spots.forEach((_, slot) => {
      strikes.forEach((strike, i) => {
        const prices = ltp[slot]!;
        expect(call.derivedIv![3 * slot + i]).toBe(specNewtonIv(option(slot, strike, true), prices[2 * i]! / 100));
        expect(put.derivedIv![3 * slot + i]).toBe(specNewtonIv(option(slot, strike, false), prices[2 * i + 1]! / 100));
      });
    });
  });

  it("show the same IV as the chain at a rounding tie, too", () => {
    // Newton's last step ends this many units of 1e-4 beside the root (pricing/derived-iv.ts), give or take some thousandths.
    const missUnits = (h: number, v: number, sigma: number) => ((h * h - (v * v) / 4) * 1.25e-5) / sigma;
    const steps = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 4000 }), between(0.998, 1.002), steps, (units, share, step) => {
        const option = { model: "spot", isCall: true, underlying: 24_000, strike: 24_000 + 100 * step } as const;
        const moment = { years: 6 / 365, rate: 0.1 };
        const tie = (units + 0.5) * 1e-4;
        const v = tie * Math.sqrt(moment.years);
        const h = Math.abs(Math.log(option.underlying / option.strike) + moment.rate * moment.years) / v;
        const sigma = tie - 1e-4 * share * missUnits(h, v, tie);
        const { price } = plainValue({ ...option, ...moment }, sigma);
        fc.pre(price > 0.05);
        const ltp = { cells: Float64Array.of(price), stride: 1 };
        const rows = { callRows: Int32Array.of(0), putRows: Int32Array.of(-1) };
        const chain = { ltp, priceScale: 1, strike: Float64Array.of(option.strike), ...rows };
        const model: DayModel = {
          model: "spot",
          underlying: Float64Array.of(option.underlying),
          years: Float64Array.of(moment.years),
          rate: moment.rate,
        };
        const { call } = run(chain, model, 0, 1, ["derivedIv"]);
        expect(call.derivedIv![0]).toBe(alone(chain, model, 0).call.derivedIv[0]);
        expect(Math.abs(call.derivedIv![0]! - tie)).toBeLessThan(0.501e-4);
      }),
      { numRuns: 1000 },
    );
  });

  it("have a gap where there is no underlying, and write nothing outside the slots and columns asked for", () => {
    const prices = [9000, 8000];
    const chain = makeChain([24_000], [prices, prices, prices, prices]);
    const model: DayModel = {
      model: "spot",
      underlying: Float64Array.of(24_010, 24_010, Number.NaN, 24_010),
      years: new Float64Array(4).fill(6 / 365),
      rate: 0.1,
    };
    const { call, put } = run(chain, model, 1, 3, ["iv", "delta"]);
    expect(Object.keys(call)).toEqual(["iv", "delta"]);
    for (const column of [call.iv!, call.delta!, put.iv!]) {
      expect([column[0], column[3]]).toEqual([-7, -7]);
      expect(column[1]).not.toBeNaN();
      expect(column[2]).toBeNaN();
    }
  });

  it("take any number of strikes and slots", () => {
    const strikes = Array.from({ length: 600 }, (_, i) => 20_000 + 15 * i);
    const ltp = [0, 1].map((slot) => strikes.flatMap((_, i) => [500 + i + slot, 900 - i]));
    const chain = makeChain(strikes, ltp);
    const model: DayModel = {
      model: "forward",
      underlying: Float64Array.of(24_000, 24_100),
      years: Float64Array.of(30 / 365, 29 / 365),
      rate: 0.07,
    };
    const got = run(chain, model, 0, 2);
    for (const slot of [0, 1]) {
      const wanted = alone(chain, model, slot);
      expectSame(got.call, wanted.call, slot, 600);
      expectSame(got.put, wanted.put, slot, 600);
    }
    expect(run(makeChain([], [[], []]), model, 0, 2).call.iv).toHaveLength(0);
    expect(run(chain, model, 1, 1).put.iv?.every((iv) => iv === -7)).toBe(true);
  });

  it.each([1, 2, 31, 127, 128, 255, 256])("of %i strikes: more slots than the core takes at once", (count) => {
    const strikes = Array.from({ length: count }, (_, i) => 24_000 + 2 * i);
    const size = Math.ceil(600 / count) + 2;
    const ltp = Array.from({ length: size }, (_, slot) =>
      strikes.flatMap((_, i) => [30_000 - 9 * slot, 8_000 + 150 * i]),
    );
    const chain = makeChain(strikes, ltp);
    const model: DayModel = {
      model: "spot",
      underlying: Float64Array.from(ltp, (_, slot) => (slot === 1 ? Number.NaN : 24_050 + slot / 8)),
      years: Float64Array.from(ltp, (_, slot) => (9 - slot / 376) / 365),
      rate: 0.1,
    };
    for (const names of [["derivedIv"], ["vega", "derivedIv"]] as const) {
      const { call, put } = run(chain, model, 0, size, names);
      for (const slot of [0, 2, 3, size >> 1, size - 1]) {
        if (slot === 1) continue;
        const wanted = alone(chain, model, slot);
        expectSame(call, wanted.call, slot, count);
        expectSame(put, wanted.put, slot, count);
      }
      expect(call.derivedIv!.subarray(count, 2 * count).every(Number.isNaN)).toBe(true);
    }
  });

  it("refuse columns that are too short", () => {
    const chain = makeChain([24_000], [[9000, 8000]]);
    const model: DayModel = {
      model: "spot",
      underlying: Float64Array.of(24_010),
      years: Float64Array.of(6 / 365),
      rate: 0.1,
    };
    const none = new Float64Array(0);
    expect(() => kernel.priceSlots(chain, model, 0, 1, { call: { iv: none }, put: {} })).toThrow(RangeError);
    expect(() => kernel.priceSlots(chain, model, 0, 2, { call: {}, put: {} })).toThrow(RangeError);
    const shortModel = { ...model, years: none };
    expect(() => kernel.priceSlots(chain, shortModel, 0, 1, { call: {}, put: {} })).toThrow(RangeError);
    const short = { ...chain, putRows: new Int32Array(0) };
    expect(() => kernel.priceSlots(short, model, 0, 1, { call: {}, put: {} })).toThrow(RangeError);
  });
});
