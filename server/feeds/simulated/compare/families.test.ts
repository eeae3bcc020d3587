/** The answer, on markets that are alike and on markets that are not. */
import { describe, expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { draw, normal, subkey } from "../exchange/random.ts";
import { comparisonLines } from "./comparison-text.ts";
import { type Fact, type Group, level, Measurements } from "./fact.ts";
import { allowedShare, type Family, familiesOf } from "./families.ts";
import type { Observation } from "./observation.ts";
import { judge } from "./verdict.ts";

const factsOf = (group: Group, count: number) => Array.from({ length: count }, (_, i) => level(group, `fact ${i}`));
const VOLUME = factsOf("volume", 20);
const ACTIVITY = factsOf("activity", 20);
const SPREADS = factsOf("spreads", 6);
const RECORDED_DAYS = 5;
const SEEDS = 6;
/** Of the log of a level, from day to day. */
const SD = 0.3;

/** Turns a standard normal draw into the day's figure. */
type Market = (fact: Fact, z: number) => number;
const figure = (z: number): number => 100 * Math.exp(SD * z);
const alike: Market = (_, z) => figure(z);

function market(seed: number, facts: readonly Fact[], days: number, repeats: number, of: Market): Observation[] {
  const made: Observation[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (let day = 0; day < days; day++) {
      const measured = new Measurements();
      const key = subkey(subkey(seed, repeat + 1), day + 1);
      facts.forEach((fact, i) => {
        measured.set(fact, of(fact, normal(draw(key, i))));
      });
      made.push({ kind: "NIFTY, 1-6 days", cadence: 1, date: isoDate(`2026-01-0${day + 1}`), measured });
    }
  }
  return made;
}

function familiesFor(trial: number, simulated: Market, facts: readonly Fact[] = [...VOLUME, ...ACTIVITY]): Family[] {
  const real = market(1000 + trial, facts, RECORDED_DAYS, 1, alike);
  return familiesOf(judge(real, market(5000 + trial, facts, RECORDED_DAYS, SEEDS, simulated)));
}

const trials = (count: number, simulated: Market) =>
  Array.from({ length: count }, (_, trial) => familiesFor(trial, simulated));
const family = (families: readonly Family[], group: Family["group"]) => families.find((one) => one.group === group);

describe("families of facts", () => {
  it("of one market are inside, nearly always, and recorded days are outside about as often as simulated ones", () => {
    const all = trials(60, alike);
    const alarms = all.filter((families) => family(families, "volume")?.isInside === false).length;
    expect(alarms).toBeLessThanOrEqual(9);
    const rate = (side: "recorded" | "simulated") => {
      const shares = all.flatMap((families) =>
        families.filter(({ group }) => group === "volume").map((one) => one[side]),
      );
      return shares.reduce((sum, { outside }) => sum + outside, 0) / shares.reduce((sum, { of }) => sum + of, 0);
    };
    expect(rate("recorded")).toBeGreaterThan(0.03);
    expect(rate("recorded")).toBeLessThan(0.1);
    expect(Math.abs(rate("simulated") - rate("recorded"))).toBeLessThan(0.012);
  });

  it("are outside where the simulated days are elsewhere, or spread twice as wide, and only those", () => {
    const shifted = trials(10, ({ group }, z) => (group === "volume" ? 2 * figure(z) : figure(z)));
    const wide = trials(10, ({ group }, z) => figure(group === "volume" ? 2 * z : z));
    for (const families of [...shifted, ...wide]) {
      expect(family(families, "volume")?.isInside).toBe(false);
      expect(family(families, "all")?.isInside).toBe(false);
    }
    const others = [...shifted, ...wide].filter((families) => family(families, "activity")?.isInside === true);
    expect(others.length).toBeGreaterThanOrEqual(17);
  });

  it("are inside where simulated days keep nearer to the middle than recorded ones", () => {
    for (const families of trials(10, (_, z) => figure(z / 2)))
      expect(family(families, "all")).toMatchObject({ isInside: true });
  });

  it("do not let one fact hide that is wrong by far", () => {
    const [wrong] = VOLUME;
    const [families] = trials(1, (fact, z) => figure(fact === wrong ? z + 20 : z / 2));
    const volume = family(families, "volume");
    expect(volume?.simulated.outside).toBeLessThanOrEqual((volume?.allowed ?? 0) * (volume?.simulated.of ?? 0));
    expect(volume?.furthest.simulated).toBeGreaterThan(volume?.furthest.allowed ?? Number.NaN);
    expect(volume?.isInside).toBe(false);
  });

  it("are outside where simulated days lack what recorded ones show", () => {
    const [families] = trials(1, ({ group }, z) => (group === "volume" ? Number.NaN : figure(z)));
    expect(family(families, "volume")).toMatchObject({ isInside: false });
    expect(family(families, "activity")).toMatchObject({ isInside: true });
  });

  it("with hardly a recorded pair of days are held to those of all rooms", () => {
    const facts = [...VOLUME, ...ACTIVITY];
    const real = [...market(1, facts, RECORDED_DAYS, 1, alike), ...market(2, SPREADS, 1, 1, alike)];
    const made = [...market(3, facts, RECORDED_DAYS, SEEDS, alike), ...market(4, SPREADS, 1, SEEDS, () => 100)];
    const families = familiesOf(judge(real, made));
    expect(family(families, "spreads")).toMatchObject({ isHeldToAll: true, recorded: { outside: 0, of: 0 } });
    expect(family(families, "volume")).toMatchObject({ isHeldToAll: false });
    const rooms = families.filter(({ group }) => group === "volume" || group === "activity");
    const outside = rooms.reduce((sum, { recorded }) => sum + recorded.outside, 0);
    const of = rooms.reduce((sum, { recorded }) => sum + recorded.of, 0);
    const trialsOf = family(families, "spreads")?.simulated.of ?? 0;
    expect(family(families, "spreads")?.allowed).toBe(allowedShare([{ recorded: { outside, of }, trials: trialsOf }]));
  });
});

describe("the allowance", () => {
  it("is that of counting two shares", () => {
    const p = 10.5 / 101;
    expect(allowedShare([{ recorded: { outside: 10, of: 100 }, trials: 400 }])).toBeCloseTo(
      0.1 + 1.645 * Math.sqrt(p * (1 - p) * (1 / 100 + 1 / 400)),
      10,
    );
  });

  it("weights the recorded shares as the simulated days have them", () => {
    const many = { recorded: { outside: 0, of: 100_000 }, trials: 1e6 };
    const few = { recorded: { outside: 50_000, of: 100_000 }, trials: 1e6 };
    expect(allowedShare([many, few])).toBeCloseTo(0.25, 2);
    expect(allowedShare([many, { ...few, trials: 0 }])).toBeCloseTo(0, 3);
  });
});

it("prints both shares of each family, and the answer", () => {
  const real = market(1, VOLUME, RECORDED_DAYS, 1, alike);
  const facts = judge(real, market(2, VOLUME, RECORDED_DAYS, SEEDS, alike));
  const text = comparisonLines(
    { facts, families: familiesOf(facts), rooms: ["a"], spotDays: 0, unlisted: ["2026-01-21 ACC"], refused: [] },
    "1..6",
  ).join("\n");
  expect(text).toMatch(
    /^ {2}volume +20 +\d+ of 100, \d+\.\d % +\d+ of 600, \d+\.\d % +\d+\.\d % +\d\.\d +\d\.\d +inside$/m,
  );
  expect(text).toContain("not simulated: 1 recorded rooms, 2026-01-21 ACC");
});
