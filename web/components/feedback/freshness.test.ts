import { describe, expect, it } from "vitest";
import { type FreshnessReading, freshnessState, freshnessText } from "./freshness.ts";

const live: FreshnessReading = {
  mode: "live",
  age: 400,
  source: "Simulated",
  date: "2026-08-18",
  minute: 735 + 3 / 60,
  speed: 1,
};

describe("freshness", () => {
  it("turns late after 3 s and stale after 15 s", () => {
    const at = (age: number | undefined) => freshnessState({ ...live, age });
    expect([at(3000), at(3001), at(15_000), at(15_001), at(undefined)]).toEqual([
      "fresh",
      "late",
      "late",
      "stale",
      "waiting",
    ]);
  });

  it("is late at least while its feed is in trouble, and only live", () => {
    const at = (change: Partial<FreshnessReading>) => freshnessState({ ...live, trouble: "NSE: silent", ...change });
    expect([at({}), at({ trouble: "" }), at({ age: 15_001 }), at({ age: undefined })]).toEqual([
      "late",
      "fresh",
      "stale",
      "waiting",
    ]);
    expect([at({ mode: "replay" }), at({ mode: "history" })]).toEqual(["replay", "history"]);
    expect(at({ trouble: "", lacks: "no figures of the day before" })).toBe("fresh");
  });

  it("gives figures of finished days no age", () => {
    const daily: FreshnessReading = { ...live, age: undefined, isDaily: true };
    expect(freshnessText(daily)).toMatchObject({ state: "fresh", age: "daily" });
    expect(freshnessState({ ...daily, trouble: "NSE: silent" })).toBe("late");
  });

  it("says before the session when it opens, and gives those figures no age", () => {
    const before: FreshnessReading = { ...live, age: 60_000, minute: 510, opensAt: 555 };
    expect(freshnessText(before)).toMatchObject({ state: "waiting", age: "opens 09:15", clock: "08:30:00 · 1x" });
    expect(freshnessState({ ...before, opensAt: Number.NaN })).toBe("stale");
  });

  it("measures minute data in cadences", () => {
    const at = (age: number) => freshnessState({ ...live, age, cadence: 5 });
    expect([at(450_000), at(450_001), at(900_001)]).toEqual(["fresh", "late", "stale"]);
  });

  it("says age, source, exchange date and time, and speed", () => {
    expect(freshnessText(live)).toEqual({
      state: "fresh",
      age: "0.4 s",
      origin: "Simulated · 18 Aug 2026",
      clock: "12:15:03 · 1x",
    });
    expect(freshnessText({ ...live, age: 6_000, speed: 60 })).toMatchObject({ age: "6.0 s", clock: "12:15:03 · 60x" });
    expect(freshnessText({ ...live, age: 42_700 }).age).toBe("42 s stale");
    expect(freshnessText({ ...live, age: undefined }).age).toBe("waiting");
  });

  it("says whose figures stand in a hole of the recording", () => {
    const at = (minute: number, recorded: number, cadence = 1) =>
      freshnessText({ ...live, mode: "replay", minute, recorded, cadence }).age;
    expect(at(620, 620)).toBe("10:20 replay");
    expect(at(620.5, 620)).toBe("10:20 replay");
    expect(at(621, 620)).toBe("10:21 replay, figures of 10:20");
    expect(at(625, 615)).toBe("10:25 replay, figures of 10:15");
    expect(at(801, 798, 5)).toBe("13:21 replay, figures of 13:18"); // between two snapshots of a five-minute source
    expect(at(560, Number.NaN)).toBe("09:20 replay, no figures yet");
    expect(freshnessText({ ...live, mode: "history", minute: 940, recorded: 930 }).age).toBe(
      "history, figures of 15:30",
    );
  });

  it("shows the clock in replay, the date in history", () => {
    expect(freshnessText({ ...live, mode: "replay", minute: 755, speed: 2 })).toMatchObject({
      state: "replay",
      age: "12:35 replay",
      clock: "12:35 · 2 s/step",
    });
    expect(freshnessText({ ...live, mode: "history", minute: 930 })).toMatchObject({
      state: "history",
      clock: "15:30",
    });
  });
});
