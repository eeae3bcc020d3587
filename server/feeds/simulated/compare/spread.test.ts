/** The spread of recorded days, on days whose spread is known. */
import { describe, expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { around, type Fact, level, Measurements, perStep, scale, unscale } from "./fact.ts";
import { kindOf, type Observation, sightings } from "./observation.ts";
import { distance, MOST_SPREADS, Spreads } from "./spread.ts";

const VOLUME = level("volume", "some");
const OTHER = level("volume", "another");
const SHARE = level("activity", "share, %", 5);
const SLOPE = around("smile", "slope", 0.02);

const dateOf = (i: number) => isoDate(`2026-01-${String(i + 1).padStart(2, "0")}`);

function observation(
  kind: string,
  date: number,
  values: readonly (readonly [Fact, number])[],
  cadence = 1,
): Observation {
  const measured = new Measurements();
  for (const [fact, value] of values) measured.set(fact, value);
  return { kind, cadence, date: dateOf(date), measured };
}

const days = (kind: string, fact: Fact, values: readonly number[]): Observation[] =>
  values.map((value, i) => observation(kind, i, [[fact, value]]));

const spreadsOf = (observations: readonly Observation[]) => new Spreads(sightings(observations));

describe("the scale of a fact", () => {
  it("is a logarithm for levels, softened at their unit, and a distance around zero", () => {
    expect(scale(VOLUME, Math.E)).toBeCloseTo(1);
    expect(scale(SHARE, 0)).toBeCloseTo(Math.log(5));
    expect(scale(SLOPE, -0.04)).toBeCloseTo(-2);
    expect(scale(VOLUME, 0)).toBeNaN();
    expect(scale(SHARE, -6)).toBeNaN();
    for (const fact of [VOLUME, SHARE, SLOPE]) expect(unscale(fact, scale(fact, 0.7))).toBeCloseTo(0.7);
  });
});

describe("kinds of rooms", () => {
  it("are one whatever the cadence, but for facts from step to step", () => {
    const every5 = observation("NIFTY, 1-6 days", 0, [], 5);
    expect(kindOf(VOLUME, every5)).toBe("NIFTY, 1-6 days");
    expect(kindOf(perStep(VOLUME), every5)).toBe("NIFTY, 1-6 days, every 5 min");
    expect(kindOf(perStep(VOLUME), observation("NIFTY, 1-6 days", 0, []))).toBe("NIFTY, 1-6 days");
  });
});

describe("a spread", () => {
  it("of many days is their own standard deviation, for a day beside their mean", () => {
    const values = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 10 * Math.exp(0.3) : 10 * Math.exp(-0.3)));
    const many = values.map((value, i) => observation("x", i % 28, [[VOLUME, value]]));
    const found = spreadsOf(many).reference(VOLUME, "x");
    expect(found?.deviation).toBeCloseTo(0.3, 2);
    expect(found?.middle).toBeCloseTo(Math.log(10));
    expect(found && distance(found, Math.log(10) + 0.6)).toBeCloseTo(2, 1);
  });

  it("of a kind with one day is that of the fact in other kinds", () => {
    const wide = days("a", VOLUME, [1, 10, 1, 10, 1, 10, 1, 10]);
    const one = spreadsOf([...wide, ...days("b", VOLUME, [50])]).reference(VOLUME, "b");
    expect(one?.middle).toBeCloseTo(Math.log(50));
    // sd of the wide kind, with its degrees of freedom: ln(10) / 2 x sqrt(8 / 7).
    expect(one?.deviation).toBeCloseTo((Math.log(10) / 2) * Math.sqrt(8 / 7), 5);
  });

  it("of a kind with few days lies between its own and that of the others", () => {
    const few = [...days("a", VOLUME, [1, 10, 1, 10, 1, 10, 1, 10]), ...days("b", VOLUME, [50, 50])];
    const deviation = spreadsOf(few).reference(VOLUME, "b")?.deviation ?? Number.NaN;
    const squares = 8 * (Math.log(10) / 2) ** 2;
    // The fact: seven degrees of freedom, and two of the family, in which it is alone, with the eight of both kinds.
    const fact = (squares + (2 * squares) / 8) / 9;
    // One degree of freedom with nothing in it, beside two with that of the fact.
    expect(deviation).toBeCloseTo(Math.sqrt((2 * fact) / 3), 5);
  });

  it("leaves a date out whole: neither its other room nor its part in other kinds vouches for it", () => {
    const rooms = [
      observation("a", 0, [[VOLUME, 1]]),
      observation("a", 0, [[VOLUME, 1000]]),
      observation("a", 1, [[VOLUME, 10]]),
      observation("b", 0, [[VOLUME, 1]]),
      observation("b", 1, [[VOLUME, 10]]),
      observation("b", 2, [[VOLUME, 10]]),
    ];
    const without = spreadsOf(rooms).reference(VOLUME, "a", dateOf(0));
    expect(without).toMatchObject({ days: 1, middle: Math.log(10) });
    const whole = spreadsOf(rooms).reference(VOLUME, "a");
    expect(whole?.days).toBe(3);
    expect(without?.deviation ?? 0).toBeLessThan((whole?.deviation ?? 0) / 4);
    expect(spreadsOf(days("a", VOLUME, [3])).reference(VOLUME, "a", dateOf(0))).toBeUndefined();
  });

  it("that nobody recorded is 30 % or a unit, however other facts spread", () => {
    const told = days("a", OTHER, [1, 100, 1, 100, 1, 100]);
    const spreads = spreadsOf([...told, ...days("a", VOLUME, [10]), ...days("a", SHARE, [2])]);
    const volume = spreads.reference(VOLUME, "a");
    expect(volume && distance(volume, scale(VOLUME, 13))).toBeCloseTo(MOST_SPREADS);
    const share = spreads.reference(SHARE, "a");
    expect(share && distance(share, scale(SHARE, 7))).toBeCloseTo(MOST_SPREADS);
  });

  it("is the same for rooms whether or not the spot was recorded", () => {
    const spot = level("spot", "some");
    const rooms = [...days("a", VOLUME, [1, 2, 3, 4, 5]), ...days("b", VOLUME, [1])];
    const alone = spreadsOf(rooms).reference(VOLUME, "b");
    expect(spreadsOf([...rooms, ...days("s", spot, [1, 100, 1, 100, 1])]).reference(VOLUME, "b")).toEqual(alone);
  });
});
