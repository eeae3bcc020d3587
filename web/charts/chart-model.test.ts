import { describe, expect, it } from "vitest";
import { themeOf } from "../styles/tokens.ts";
import { acceptData, createModel, hasScale, indexOf, nearestIndex, positionOf, updateRanges } from "./chart-model.ts";
import type { ChartSpec } from "./chart-spec.ts";
import { readingsAt, summaryText } from "./chart-summary.ts";
import { tooltipContent } from "./cursor/tooltip-content.ts";
import { visibleHoles } from "./series/paint-under.ts";

const theme = themeOf("dark", "normal");
const day: ChartSpec = {
  x: { kind: "minute" },
  y: { format: String },
  series: [
    { kind: "line", id: "pe", label: "PE", colour: "put", format: (value) => value.toFixed(2) },
    { kind: "line", id: "spot", label: "Spot", colour: "ink-3", scale: "y2", format: String },
  ],
};
const board: ChartSpec = {
  x: { kind: "strike", format: String },
  y: { format: String },
  series: [{ kind: "bar", id: "pain", label: "Maxpain", colour: "s1", slot: 0, format: String }],
};

describe("chart model", () => {
  it("of days in a row each has its place, a hole is within a day or a day without figures, and the tooltip names the day", () => {
    const model = createModel(day, theme);
    const none = Number.NaN;
    // Three days of four minutes, the first without figures, the second with a hole.
    const days = [
      { date: "2026-08-14", name: "14 Aug", from: 525, to: 528, at: 0, shift: 30, cadence: 1, why: "Not recorded" },
      { date: "2026-08-17", name: "17 Aug", from: 540, to: 543, at: 4, shift: 15, cadence: 1 },
      { date: "2026-08-18", name: "18 Aug", from: 555, to: 557, at: 8, shift: 0, cadence: 1 },
    ];
    const x = [525, 526, 527, 528, 540, 541, 542, 543, 555, 556, 557];
    const line = [none, none, none, none, 1, none, none, 4, 5, 6, 7];
    acceptData(model, { x, columns: [line, line], days });
    expect(model.xRange).toEqual([525, 557]);
    expect(visibleHoles(model)).toEqual([
      [525, 528],
      [540, 543],
    ]);
    expect(tooltipContent(model, 4)?.title).toBe("17 Aug 09:15");
    expect(tooltipContent(model, 9)?.title).toBe("09:16");
    expect(indexOf(model, 543)).toBe(7);
    expect(indexOf(model, 549)).toBe(-1); // the night is no minute
    expect(summaryText("PE", day, model.data)).toContain("14 Aug 09:15 to 09:17");
  });

  it("ranges each scale over its visible series", () => {
    const model = createModel(day, theme);
    acceptData(model, {
      x: [555, 556],
      columns: [
        [1, 3],
        [24_000, 24_100],
      ],
    });
    expect(model.ranges.y[1]).toBeLessThan(4);
    expect(model.ranges.y2[0]).toBeGreaterThan(23_000);
    expect(model.xRange).toEqual([555, 556]);
    model.hidden.add("pe");
    updateRanges(model);
    expect(model.ranges.y).toEqual([0, 1]);
  });

  it("begins at the first figure of its own lines, or where its data say: charts of a stack begin together", () => {
    const model = createModel(day, theme);
    const columns = [
      [Number.NaN, Number.NaN, 3],
      [Number.NaN, Number.NaN, 24_000],
    ];
    acceptData(model, { x: [555, 556, 557], columns });
    expect(model.xRange[0]).toBe(556);
    acceptData(model, { x: [555, 556, 557], columns, first: 0 });
    expect(model.xRange).toEqual([555, 557]);
  });

  it("has a scale only where a visible series has a value: an axis of nothing would count from 0 to 1", () => {
    const model = createModel(day, theme);
    expect(hasScale(model, "y")).toBe(false);
    const none = Number.NaN;
    const columns = [
      [1, 3],
      [none, none],
    ];
    acceptData(model, { x: [555, 556], columns });
    expect([hasScale(model, "y"), hasScale(model, "y2")]).toEqual([true, false]);
    acceptData(model, {
      x: [555, 556],
      columns: [
        [1, 3],
        [none, 24_100],
      ],
    });
    expect(hasScale(model, "y2")).toBe(true);
    model.hidden.add("spot");
    expect(hasScale(model, "y2")).toBe(false);
  });

  it("begins where the visible lines begin", () => {
    const model = createModel(day, theme);
    const none = Number.NaN;
    acceptData(model, {
      x: [555, 556, 557, 558],
      columns: [
        [none, none, 3, none],
        [none, 24_000, 24_100, 24_100],
      ],
    });
    expect(model.xRange).toEqual([556, 558]);
    model.hidden.add("spot");
    updateRanges(model);
    expect(model.xRange).toEqual([557, 558]);
  });

  it("places strikes evenly, whatever their distance", () => {
    const model = createModel(board, theme);
    acceptData(model, { x: [100, 150, 200, 300], columns: [[4, 3, 2, 1]] });
    expect([...model.positions]).toEqual([0, 1, 2, 3]);
    expect(model.xRange).toEqual([-0.5, 3.5]);
    expect(positionOf(model, 150)).toBe(1);
    expect(positionOf(model, 250)).toBe(2.5);
    expect(positionOf(model, 99)).toBeUndefined();
    expect(positionOf(model, 301)).toBeUndefined();
  });

  it("finds the point at a minute within a cadence", () => {
    const model = createModel(day, theme);
    acceptData(model, {
      x: [555, 560, 600],
      columns: [
        [1, 2, 3],
        [1, 2, 3],
      ],
      cadence: 5,
    });
    expect(indexOf(model, 557)).toBe(0);
    expect(indexOf(model, 597)).toBe(2);
    expect(indexOf(model, 580)).toBe(-1);
    expect(indexOf(model, 700)).toBe(-1);
  });

  it("skips minutes without a figure: of a source that has one in five, and of a hole", () => {
    const model = createModel(day, theme);
    const none = Number.NaN;
    const x = Array.from({ length: 31 }, (_, i) => 555 + i);
    // 09:15, 09:20, 09:25, then nothing until 09:45.
    const pe = x.map((minute) => ([555, 560, 565, 585].includes(minute) ? minute : none));
    acceptData(model, { x, columns: [pe, x.map(() => none)], cadence: 5 });
    const minuteAt = (at: number): number | undefined => x[nearestIndex(model, at)];
    expect([555, 557, 558, 562.4, 562.6, 568].map(minuteAt)).toEqual([555, 555, 560, 560, 565, 565]);
    expect([569, 575, 581].map(minuteAt)).toEqual([undefined, undefined, undefined]);
    expect([582, 585].map(minuteAt)).toEqual([585, 585]);
    model.hidden.add("pe");
    expect(minuteAt(555)).toBeUndefined();
  });

  it("in a row of days reaches as far as a day's own cadence, and says why a day has no figures", () => {
    const model = createModel(day, theme);
    const none = Number.NaN;
    const names = { name: "", shift: 0 };
    const days = [
      { ...names, date: "2026-08-14", from: 500, to: 505, at: 0, cadence: 5 },
      { ...names, date: "2026-08-17", from: 520, to: 525, at: 6, cadence: 1, why: "Not recorded" },
      { ...names, date: "2026-08-18", from: 540, to: 545, at: 12, cadence: 1 },
    ];
    const x = days.flatMap(({ from }) => Array.from({ length: 6 }, (_, i) => from + i));
    const line = x.map((minute) => ([500, 505, 540, 541, 545].includes(minute) ? 1 : none));
    acceptData(model, { x, columns: [line, line], days, cadence: 1 });
    expect([503, 523, 541, 542, 544].map((at) => x[nearestIndex(model, at)])).toEqual([
      505,
      523,
      541,
      undefined,
      undefined,
    ]);
  });

  it("reads what the tooltip and a screen reader say", () => {
    const model = createModel(day, theme);
    const data = {
      x: [555, 556],
      columns: [
        [1, Number.NaN],
        [24_000, 24_100],
      ],
      note: "18 Aug",
    };
    acceptData(model, data);
    expect(tooltipContent(model, 1)).toEqual({
      title: "09:16",
      note: "18 Aug",
      rows: [
        { label: "PE", colour: "put", values: ["-"] },
        { label: "Spot", colour: "ink-3", values: ["24100"] },
      ],
    });
    expect(readingsAt(day, data, 0, (id) => id === "pe").map((reading) => reading.text)).toEqual(["1.00"]);
    expect(summaryText("PE-CE", day, data)).toBe(
      "PE-CE. 09:15 to 09:16. PE last 1.00 at 09:15. Spot last 24100 at 09:16",
    );
    expect(summaryText("PE-CE", day, undefined)).toBe("PE-CE. No data");
  });
});
