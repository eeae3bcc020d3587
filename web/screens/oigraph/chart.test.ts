import { describe, expect, test } from "vitest";
import type { BarSeries } from "../../charts/chart-spec.ts";
import { choiceOf, windowOf, windowOptions } from "../../kit/time-window/window-choice.ts";
import { AXIS_TITLES, metricData, metricSpec, totalData, totalSpec, windowData, windowSpec } from "./chart.ts";
import { METRICS, type Snapshot } from "./snapshot.ts";
import { tooltipOf } from "./tooltip.ts";
import { windowText } from "./window-words.ts";

const sides = (CE: readonly number[], PE: readonly number[]) => ({
  CE: Float64Array.from(CE),
  PE: Float64Array.from(PE),
});
const range = { min: 0, max: 1 };

const snapshot: Snapshot = {
  strikes: Float64Array.of(23_900, 24_000, 24_100),
  oi: sides([1, 520.04, 3], [4, 134.24, Number.NaN]),
  changeInOI: sides([0.5, 501.49, -1], [1, 51.65, Number.NaN]),
  premium: sides([110.5, 55, 20], [5, 60.25, 120]),
  changeInPremium: sides([1, -2.5, 0], [0, 3, -4]),
  startOi: sides([0.5, 18.55, 4], [3, 82.59, Number.NaN]),
  minMax: { oi: range, changeInOI: range, premium: range, changeInPremium: range },
  totals: { oi: sides([524.04], [138.24]), changeInOI: sides([500.99], [52.65]), startOi: sides([23.05], [85.59]) },
  atm: 24_000,
  basis: "spot",
  price: 24_010,
  prevPrice: 23_900,
  maxPain: 24_000,
  pcr: 0.26,
  pcrChange: -32,
  decimals: 2,
  first: 555,
  last: 735,
  cadence: 1,
  to: 735,
  from: 720,
  wantedFrom: 720,
};
const facts = { decimals: 2, strikeText: String } as const;
const tell = () => undefined;
const bars = (spec: { readonly series: readonly unknown[] }) => spec.series as readonly BarSeries[];

describe("the charts", () => {
  test("have the axis titles of the specification", () => {
    expect(METRICS.map((metric) => AXIS_TITLES[metric])).toEqual([
      "Open Interest ( In Lakhs )",
      "Change In OI ( In Lakhs )",
      "Premium",
      "Change in Premium",
    ]);
  });

  test.each(METRICS)("of %s: calls beside puts of each strike, the ATM marked", (metric) => {
    const data = metricData(snapshot, metric);
    expect(data.x).toBe(snapshot.strikes);
    expect(data.columns).toEqual([snapshot[metric].CE, snapshot[metric].PE]);
    expect(data.marks).toEqual([{ at: 24_000 }]);
    expect(bars(metricSpec(metric, facts, tell)).map(({ label, slot }) => [label, slot])).toEqual([
      ["Calls", 0],
      ["Puts", 1],
    ]);
  });

  test("a metric without a figure is no chart of zeros", () => {
    const minMax = { ...snapshot.minMax, changeInOI: { min: Number.NaN, max: Number.NaN } };
    expect(metricData({ ...snapshot, minMax }, "changeInOI").x).toHaveLength(0);
    expect(metricData({ ...snapshot, atm: Number.NaN }, "oi").marks).toEqual([]);
  });

  test("over a window: bars at its end, outlines at its start, in one place", () => {
    expect(windowData(snapshot).columns).toEqual([
      snapshot.oi.CE,
      snapshot.oi.PE,
      snapshot.startOi.CE,
      snapshot.startOi.PE,
    ]);
    expect(bars(windowSpec(facts, tell)).map(({ slot, outlined }) => [slot, outlined ?? false])).toEqual([
      [0, false],
      [1, false],
      [0, true],
      [1, true],
    ]);
  });

  test("the pair of totals: one bar a side, labelled", () => {
    const data = totalData(snapshot, "oi", false);
    expect(data.columns.map((column) => column[0])).toEqual([524.04, 138.24]);
    expect(totalData(snapshot, "oi", true).columns).toHaveLength(4);
    expect(bars(totalSpec("oi", false)).map(({ labels }) => labels)).toEqual(["every", "every"]);
    const [calls] = bars(totalSpec("changeInOI", false));
    expect(calls?.labelText?.(-1234.5, 0, [])).toBe("\u22121,235");
    expect(calls?.labelText?.(52.65, 0, [])).toBe("+52.7");
  });

  test("labels cut lakhs to three digits, and prices never", () => {
    const labelOf = (metric: (typeof METRICS)[number], value: number, decimals: 2 | 4 = 2) =>
      bars(metricSpec(metric, { ...facts, decimals }, tell))[0]?.labelText?.(value, 0, []);
    expect([labelOf("oi", 520.04), labelOf("oi", 76.84), labelOf("oi", 0.254)]).toEqual(["520", "76.8", "0.25"]);
    expect(labelOf("changeInOI", 76.84)).toBe("+76.8");
    expect(labelOf("premium", 1054.25)).toBe("1,054.25");
    expect(labelOf("changeInPremium", 0.0125, 4)).toBe("+0.0125");
  });
});

describe("the tooltip", () => {
  test("tells both figures of both sides, their ratio, and the place of the strike", () => {
    expect(tooltipOf(snapshot, 1, "oi", false)).toEqual({
      title: "24,000",
      note: "ATM",
      head: ["OI", "Change"],
      rows: [
        { label: "Calls", colour: "call", values: ["520.04", "+501.49"] },
        { label: "Puts", colour: "put", values: ["134.24", "+51.65"] },
        { label: "PCR", values: ["0.26", ""] },
      ],
    });
    expect(tooltipOf(snapshot, 2, "oi", false)?.note).toBe("ATM + 1");
    expect(tooltipOf(snapshot, 2, "oi", false)?.rows.map(({ values }) => values[0])).toEqual(["3.00", "-", "-"]);
  });

  test("over a window tells the start, too; of the premium the straddle", () => {
    expect(tooltipOf(snapshot, 0, "oi", true)).toMatchObject({
      note: "ATM \u2212 1",
      head: ["12:00", "OI", "Change"],
      rows: [{ values: ["0.50", "1.00", "+0.50"] }, { values: ["3.00", "4.00", "+1.00"] }, {}],
    });
    expect(tooltipOf(snapshot, 0, "premium", false)?.rows[2]).toEqual({ label: "Straddle", values: ["115.50", ""] });
    expect(tooltipOf(snapshot, 3, "oi", true)).toBeUndefined();
    expect(tooltipOf(undefined, 0, "oi", true)).toBeUndefined();
  });
});

describe("the window in words", () => {
  test("its choices", () => {
    expect(windowOptions(true).map(({ label }) => label)).toEqual([
      "Current (live)",
      ...[3, 5, 6, 10, 15, 30, 60, 120].map((minutes) => `Last ${minutes} minutes`),
      "Custom",
    ]);
    expect(windowOptions(false)[0]?.label).toBe("Current");
    for (const { value } of windowOptions(true)) expect(choiceOf(windowOf(value, 555))).toBe(value);
    expect(windowOf("custom", 555)).toEqual({ from: 555, to: undefined });
  });

  test("its minutes, and why they are others than those asked for", () => {
    const times = { to: 735, from: 720, wantedFrom: 720 };
    expect(windowText(times, false)).toBe("bars 12:15 · outlines 12:00");
    expect(windowText(times, true)).toBe("bars 12:15 · outlines previous close");
    expect(windowText({ ...times, from: 701 }, false)).toBe("bars 12:15 · outlines 11:41 (12:00 has no data)");
    expect(windowText({ ...times, wantedFrom: 500 }, false)).toBe("bars 12:15 · outlines 12:00, the first figures");
    expect(windowText({ ...times, from: Number.NaN }, false)).toBe("bars 12:15 · no figures before");
  });
});
