import { expect, test } from "vitest";
import { straddleCharts } from "./chart.ts";

test("what stands for the spot has its own name, in the heading, the legend and for screen readers", () => {
  const visible = { main: true, spot: true };
  const charts = straddleCharts({ ce: 89.75, pe: 89.75, spotName: "Future", decimals: 4, visible, extremes: false });
  const below = charts.at(-1);
  expect([below?.heading, below?.label, below?.lines[0]?.label]).toEqual([
    "Future",
    "Future through the day",
    "Future",
  ]);
  expect(below?.lines[0]?.format?.(89.775)).toBe("89.7750");
});
