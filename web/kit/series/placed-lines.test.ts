import { expect, test } from "vitest";
import { type PlacedLine, withPlaced } from "./placed-lines.ts";
import { plainTick } from "./price-axis.ts";
import type { SeriesChart } from "./series-chart.ts";

const y = { format: plainTick };
const look = (id: string) => ({ id, label: id, colour: "s1" as const, format: String });
const charts: readonly SeriesChart<unknown, string>[] = [
  { id: "upper", label: "Upper", share: 60, lines: [look("pcr")], y, y2: y },
  { id: "lower", label: "Lower", share: 40, lines: [look("volume")], y },
];
const placed = (chart: string, scale: PlacedLine["scale"] = "y"): PlacedLine => ({ chart, scale, look: look("own:1") });
const drawn = (...lines: readonly PlacedLine[]) =>
  withPlaced(charts, lines).map(({ id, lines: all }) => [id, ...all.map((line) => `${line.id} ${line.scale ?? "y"}`)]);

test("a line stands in its chart, on its axis", () => {
  expect(drawn(placed("upper", "y2"), placed("lower"))).toEqual([
    ["upper", "pcr y", "own:1 y2"],
    ["lower", "volume y", "own:1 y"],
  ]);
});

test("in a chart below where its chart, or its axis, is not there", () => {
  expect(drawn(placed("gone"), placed("lower", "y2"))).toEqual([
    ["upper", "pcr y"],
    ["lower", "volume y"],
    ["own", "own:1 y", "own:1 y"],
  ]);
  expect(withPlaced(charts, [placed("gone")])[2]?.share).toBe(40);
});

test("without lines the charts are the same object", () => {
  expect(withPlaced(charts, [])).toBe(charts);
});
