/** The estimators on days made by hand, on which every answer is known. */
import { describe, expect, it } from "vitest";
import {
  ASK,
  BID,
  COMPLETE,
  CORE_FIELDS,
  createLiveColumns,
  createMinuteColumns,
  LTP,
  OI,
  type RoomDay,
  VOL,
} from "#contract/domain/columns.ts";
import { CE, createTokenTable, PE } from "#contract/domain/instruments.ts";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { ABSENT, isoDate, minute, priceScale } from "#contract/domain/units.ts";
import { black76 } from "../options/pricing.ts";
import { simulatedDay } from "../past/simulated-history.ts";
import { asSeen } from "./as-seen.ts";
import { chainView, midPrice } from "./chain-view.ts";
import { level, Measurements } from "./fact.ts";
import { activityFacts } from "./facts/activity-facts.ts";
import { forwardAt, parityError } from "./facts/forward-fit.ts";
import { impliedDeviation } from "./facts/implied-deviation.ts";
import { interestFacts } from "./facts/interest-facts.ts";
import { roomFacts } from "./facts/room-facts.ts";
import { fitSmile, fitSmiles } from "./facts/smile-fit.ts";
import { spotFacts } from "./facts/spot-facts.ts";
import { spreadFacts } from "./facts/spread-facts.ts";
import { volumeFacts } from "./facts/volume-facts.ts";
import type { Observation } from "./observation.ts";
import { roomKind } from "./room-kind.ts";
import { autocorrelation, deviation, excessKurtosis, median, quantile, regress } from "./statistics.ts";
import { judge } from "./verdict.ts";

const DATE = isoDate("2025-08-29");
const EXPIRY = isoDate("2025-09-02");
const FORWARD = 24_510;
const ATM = 0.1;
const [SLOPE, CURVATURE] = [-0.03, 0.05];
const SLOTS = 240;
const LOT = 75;

/** A chain on a known smile: quotes 0.10 wide, everything trades each minute, OI grows by a lot every third. */
function chain(slots = SLOTS): RoomDay {
  const strikes = Array.from({ length: 41 }, (_, i) => 23_500 + i * 50);
  const tokens = createTokenTable(strikes.length * 2);
  for (const strike of strikes) {
    for (const type of [CE, PE]) {
      const row = tokens.length++;
      tokens.type[row] = type;
      tokens.strike[row] = strike * 100;
      tokens.lotSize[row] = LOT;
    }
  }
  const minutes = createMinuteColumns(tokens.length, 376, CORE_FIELDS | (1 << BID) | (1 << ASK));
  for (let slot = 0; slot < slots; slot++) {
    minutes.state[slot] = COMPLETE;
    const root = Math.sqrt(yearsToExpiry("equity-derivatives", EXPIRY, DATE, minute(555 + slot), "forward"));
    for (let row = 0; row < tokens.length; row++) {
      const strike = (tokens.strike[row] ?? 0) / 100;
      const x = Math.log(strike / FORWARD) / (ATM * root);
      const sd = ATM * root * (1 + SLOPE * x + CURVATURE * x * x);
      const price = Math.round(black76(tokens.type[row] === CE, FORWARD, strike, sd) * 100);
      const at = slot * minutes.stride + row;
      const isRound = strike % 1000 === 0;
      const values: readonly (readonly [number, number])[] = [
        [LTP, price],
        [BID, Math.max(price - 5, 5)],
        [ASK, Math.max(price - 5, 5) + 10],
        [VOL, (slot + 1) * LOT * 10],
        [OI, (isRound ? 400 : 100) * LOT + Math.floor(slot / 3) * LOT],
      ];
      for (const [field, value] of values) (minutes.columns[field] ?? [])[at] = value;
    }
  }
  return {
    room: "NIFTY-9/2/2025",
    symbol: "NIFTY",
    exchange: "NSE",
    expiry: EXPIRY,
    date: DATE,
    source: "import",
    priceScale: priceScale(100),
    open: minute(555),
    cadence: 1,
    tokens,
    live: createLiveColumns(tokens.length),
    minutes,
  };
}

const measuredOf = (found: Measurements, name: string): number => {
  const hit = [...found].find(([fact]) => fact.name === name);
  if (!hit) throw new Error(`not measured: ${name}`);
  return hit[1];
};

describe("statistics", () => {
  it("of small lists", () => {
    expect(quantile([4, 1, 3, 2], 0.25)).toBe(1.75);
    expect(median([])).toBeNaN();
    expect(deviation([1, 3])).toBe(1);
    expect(excessKurtosis([-1, 1, -1, 1])).toBe(-2);
    expect(regress([1, 2, 3, 4, 5], [2, 4, 6, 8, 10])).toEqual({ slope: 2, correlation: 1 });
    expect(autocorrelation([1, -1, 1, -1, 1, -1, 1, -1], 1)).toBeCloseTo(-1);
  });
});

describe("volatility", () => {
  it("is found back from the price, near and far", () => {
    for (const [strike, sd] of [
      [24_500, 0.01],
      [25_400, 0.02],
      [23_000, 0.03],
      [30_000, 0.4],
    ] as const) {
      for (const isCall of [true, false]) {
        const price = black76(isCall, FORWARD, strike, sd);
        expect(impliedDeviation(isCall, FORWARD, strike, price)).toBeCloseTo(sd, 6);
      }
    }
    expect(impliedDeviation(true, FORWARD, 24_000, 500)).toBeNaN();
  });

  it("is fitted as the smile it was made from", () => {
    const view = chainView(chain());
    const fit = fitSmile(view, 100);
    expect(fit?.forward).toBeCloseTo(FORWARD, 1);
    expect(fit?.atm).toBeCloseTo(ATM, 3);
    expect(fit?.b).toBeCloseTo(SLOPE, 2);
    expect(fit?.k).toBeCloseTo(CURVATURE, 2);
    expect(forwardAt(view, 100, midPrice)).toBeCloseTo(FORWARD, 1);
    expect(parityError(view, 100, midPrice)).toBeLessThan(0.05);
  });
});

describe("facts of a chain", () => {
  const day = chain();
  const view = chainView(day);
  const fits = fitSmiles(view);

  it("measure its quotes", () => {
    expect(measuredOf(spreadFacts(view, fits), "spread at a premium of 50..100, ticks")).toBe(2);
    expect(measuredOf(spreadFacts(view, fits), "contracts without bid or ask, %")).toBe(0);
  });

  it("measure its open interest", () => {
    const found = interestFacts(view, fits);
    expect(measuredOf(found, "steps that publish, %")).toBeCloseTo(33.1, 0);
    expect(measuredOf(found, "contracts that a publication changes, %")).toBe(100);
    expect(measuredOf(found, "changes that are up, %")).toBe(100);
    expect(measuredOf(found, "puts per call")).toBe(1);
  });

  it("measure its volume and activity", () => {
    expect(() => measuredOf(volumeFacts(view, fits), "whole day, thousand contracts")).toThrow("not measured");
    const whole = chainView(chain(370));
    expect(measuredOf(volumeFacts(whole, new Map()), "whole day, thousand contracts")).toBeCloseTo(
      (82 * 370 * 10) / 1000,
    );
    expect(measuredOf(volumeFacts(view, fits), "puts per call")).toBe(1);
    const found = activityFacts(view, fits);
    expect(measuredOf(found, "contracts that trade in a step, % of those traded today")).toBe(100);
    expect(() => measuredOf(found, "contracts without a trade at the end, %")).toThrow("not measured");
  });

  it("do not reach over a hole", () => {
    const holed = chain();
    holed.minutes.state.fill(0, 50, 60);
    expect(chainView(holed).steps).not.toContainEqual([49, 60]);
    expect(chainView(holed).steps).toHaveLength(SLOTS - 10 - 2);
  });
});

describe("a simulated room as a recorder saw it", () => {
  it("has its minutes, its fields and its contracts only", () => {
    const real = chain();
    real.minutes.state.fill(0, 0, 30);
    const fields = CORE_FIELDS;
    const recorded: RoomDay = { ...real, minutes: { ...real.minutes, fields } };
    const made = chain();
    (made.minutes.columns[VOL] ?? [])[40 * made.minutes.stride] = 0;
    const seen = chainView(asSeen(made, recorded));
    expect(seen.slots[0]).toBe(30);
    expect(seen.hasQuotes).toBe(false);
    expect(seen.day.minutes.columns[LTP]?.[40 * seen.day.minutes.stride]).toBe(ABSENT);
    expect(made.minutes.columns[LTP]?.[40 * made.minutes.stride]).not.toBe(ABSENT);
  });
});

describe("facts of the spot", () => {
  it("tell a free walk from one that goes back", () => {
    const walk = (step: (i: number) => number) => {
      const closes = new Float64Array(375);
      let price = 25_000;
      for (let i = 0; i < closes.length; i++) closes[i] = price *= Math.exp(step(i) * 1e-4);
      return spotFacts({ date: DATE, open: 25_000, closes, before: 25_000 * Math.exp(-20e-4) });
    };
    const back = walk((i) => (i % 2 === 0 ? 3 : -3));
    expect(measuredOf(back, "sd of a 1-min return, whole day, bp")).toBeCloseTo(3, 1);
    expect(measuredOf(back, "overnight gap, size, bp")).toBeCloseTo(20, 6);
    expect(measuredOf(back, "autocorrelation of returns, lag 1 min")).toBeCloseTo(-1, 2);
    expect(measuredOf(back, "variance ratio, 5 min")).toBeCloseTo(0.2, 2);
    const trend = walk(() => 2);
    expect(measuredOf(trend, "variance ratio, 15 min")).toBeCloseTo(15, 1);
  });
});

describe("a verdict", () => {
  const some = level("volume", "some", 0.5);
  const observed = (values: readonly number[]): Observation[] =>
    values.map((value, i) => {
      const measured = new Measurements();
      measured.set(some, value);
      return { kind: "x", cadence: 1, date: isoDate(`2025-08-${String(i + 1).padStart(2, "0")}`), measured };
    });

  it("is told for every fact of a recorded day", () => {
    const verdictOf = (values: readonly number[]) => judge(observed([10]), observed(values))[0]?.verdict;
    expect(verdictOf([9, 12, 12.9])).toBe("inside");
    expect(verdictOf([14])).toBe("outside");
    expect(verdictOf([])).toBe("not simulated");
  });

  it("takes the middle half of many days", () => {
    const [fact] = judge(observed([1, 2, 3, 4, 5, 6, 7, 8, 9]), observed([8]));
    expect(fact).toMatchObject({ band: { low: 3, high: 7 }, verdict: "outside" });
  });

  it("sets a simulated day beside the recorded days but that of its own date", () => {
    const [fact] = judge(observed([10, 20]), observed([20, 10]));
    // The first simulated day is like the second recorded one, which is all that it is set beside.
    expect(fact.distances.simulated).toEqual([0, 0]);
    expect(fact.distances.recorded.map(Math.sign)).toEqual([-1, 1]);
    expect(judge(observed([10, 20]), observed([20]))[0].distances.simulated).toEqual([0, Number.NaN]);
  });

  it("is asked of rooms of one kind", () => {
    const kind = (expiry: string, symbol = "NIFTY") => roomKind({ symbol, date: DATE, expiry: isoDate(expiry) });
    expect(kind("2025-08-29")).toBe("NIFTY, expiry day");
    expect(kind("2025-09-02")).toBe("NIFTY, 1-6 days");
    expect(kind("2025-09-23")).toBeUndefined();
    expect(kind("2025-09-30")).toBe("NIFTY, 25-45 days");
    // Without weeklies, the monthly of four weeks is the near room as that of three is.
    expect(kind("2025-09-30", "BANKNIFTY")).toBe("BANKNIFTY, 16-38 days");
  });
});

describe("a simulated room that is told no more of yesterday than its open interest", () => {
  it("has the same facts", () => {
    const day = simulatedDay(3, isoDate("2026-02-03"));
    const [whole, told] = [day.room("MIDCPNIFTY-2/24/2026"), day.room("MIDCPNIFTY-2/24/2026", "interest")];
    if (!whole || !told) throw new Error("not listed");
    const facts = [...roomFacts(whole)];
    expect(facts.length).toBeGreaterThan(30);
    expect([...roomFacts(told)]).toEqual(facts);
  });
});
