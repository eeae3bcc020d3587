import { expect, test } from "vitest";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import type { ChartSpec } from "../../charts/chart-spec.ts";
import type { PaneElement } from "../../state/pane/pane.ts";
import { chartCsv, csvFiles, headOf } from "./csv-files.ts";

const clock = { mode: "replay", date: isoDate("2026-08-18"), minute: minute(800), speed: 1 } as const;
const [NEAR, NEXT, CURRENCY] = [isoDate("2026-08-25"), isoDate("2026-09-29"), isoDate("2026-09-28")];
const context = makePane({
  ...{ symbol: "M&M", expiry: NEAR, expiries: [NEAR, NEXT] },
  ...{ futureExpiry: CURRENCY, futureExpiries: [NEAR, CURRENCY, NEXT] },
});
const paneOf = (context: PaneContext, scope: string, recorded = Number.NaN) =>
  ({
    paneHandle: { state: () => ({ clock, context, recorded }) },
    dataset: { scope },
    getAttribute: () => "Max Pain",
    querySelectorAll: (wanted: string) =>
      wanted === "*" ? [] : [{ dataset: { csv: "Max Pain" }, csvHandle: () => "Strike" }],
  }) as unknown as PaneElement;

test("the head says what the figures are of", () => {
  expect(headOf({ title: 'PCR, "all"', symbol: "M&M", expiry: NEAR, clock }).split("\r\n")).toEqual([
    'Screen,"PCR, ""all"""',
    "Symbol,M&M",
    "Expiry,2026-08-25",
    "Date,2026-08-18",
    "Minute,13:20",
    "Units,prices in rupees; OI and volume in units where no heading says otherwise",
    "",
  ]);
  expect(headOf({ title: "HV IV", symbol: "M&M", clock })).toContain("Expiry,\r\n");
});

test("in a hole the file is of the minute that its figures are of", () => {
  const pane = (recorded: number) => paneOf(context, "symbol expiry", recorded);
  const [hole] = csvFiles(pane(795));
  expect(hole?.name).toBe("M&M 2026-08-25 Max Pain 2026-08-18 1315.csv");
  expect(hole?.text).toContain("\r\nMinute,13:15\r\n");
  expect(csvFiles(pane(Number.NaN))[0]?.text).toContain("\r\nMinute,13:20\r\n");
});

test("a file names symbol and expiry as the pane's header does", () => {
  const namesOf = (scope: string, over: Partial<PaneContext> = {}) =>
    csvFiles(paneOf({ ...context, ...over }, scope))[0]
      ?.text.split("\r\n")
      .slice(1, 3);
  expect(namesOf("symbol expiry")).toEqual(["Symbol,M&M", "Expiry,2026-08-25"]);
  expect(namesOf("symbol")).toEqual(["Symbol,M&M", "Expiry,"]);
  expect(namesOf("symbol futureExpiry", { futureExpiry: NEXT })).toEqual(["Symbol,M&M", "Expiry,2026-09-29"]);
  expect(namesOf("symbol futureExpiry")).toEqual(["Symbol,M&M", "Expiry,2026-08-25"]); // another symbol's is chosen
  expect(namesOf("futureExpiry")).toEqual(["Symbol,", "Expiry,2026-09-28"]);
  expect(namesOf("")).toEqual(["Symbol,", "Expiry,"]);
  expect(csvFiles(paneOf(context, "futureExpiry"))[0]?.name).toBe("2026-09-28 Max Pain 2026-08-18 1320.csv");
});

const spec = {
  x: { kind: "minute" },
  y: { format: String, unit: "ratio" },
  y2: { format: String },
  series: [
    { kind: "line", id: "pcr", label: "PCR", colour: "ink", format: String },
    { kind: "line", id: "spot", label: "Spot", colour: "ink", scale: "y2", format: String },
  ],
} as const satisfies ChartSpec;

test("charts over one axis make one table; what is absent stays empty", () => {
  const x = [555, 556];
  const first = {
    spec,
    data: () => ({
      x,
      columns: [
        [0.1 + 0.2, Number.NaN],
        [24_000, 24_010.5],
      ],
    }),
  };
  const second = { spec: { ...spec, series: [spec.series[0]] }, data: () => ({ x, columns: [[1, 2]] }) };
  expect(chartCsv([first, second]).split("\r\n")).toEqual([
    "Time,PCR (ratio),Spot,PCR (ratio)",
    "09:15,0.3,24000,1",
    "09:16,,24010.5,2",
    "",
  ]);
  const named = [first, second].map((chart, i) => ({ ...chart, name: ["Near", "Next"][i]! }));
  expect(chartCsv(named)).toMatch(/^Time,Near: PCR \(ratio\),Spot,Next: PCR \(ratio\)\r\n/);
  const row = [
    { date: "2026-08-17", name: "17 Aug", from: 167, to: 542, at: 0, shift: 388, cadence: 1 },
    { date: "2026-08-18", name: "18 Aug", from: 555, to: 556, at: 1, shift: 0, cadence: 1 },
  ];
  const inARow = { ...first, data: () => ({ ...first.data(), x: [542, 556], days: row }) };
  expect(chartCsv([inARow])).toMatch(/\r\n2026-08-17 15:30,0.3,24000\r\n2026-08-18 09:16,,24010.5\r\n/);
  const days = { spec: { ...spec, x: { kind: "date" } as const }, data: () => ({ x: [20_683], columns: [[1], [2]] }) };
  expect(chartCsv([days])).toContain("\r\n2026-08-18,1,2\r\n");
});

test("a column says its unit: the line's own, its axis's, or by the chart's heading; an axis with a line's name has none", () => {
  const columns = [[1], [2], [3]];
  const data = () => ({ x: [555], columns });
  const lines = [
    { ...spec.series[0], label: "IV", unit: "%" },
    { ...spec.series[1], label: "Spot" },
    { ...spec.series[1], label: "Future" },
  ];
  const priced = { ...spec, y: { format: String, unit: "₹" }, y2: { format: String, unit: "Spot" }, series: lines };
  expect(chartCsv([{ name: "Calls", spec: priced, data }])).toMatch(/^Time,IV \(%\),Spot,Future\r\n/);
  const pain = { ...spec, y: { format: String }, series: [{ ...spec.series[0], label: "Total pain" }] };
  const name = "Maxpain ( In Crores )";
  expect(chartCsv([{ name, spec: pain, data }])).toMatch(/^Time,Maxpain \( In Crores \): Total pain\r\n/);
});
