/** What a pane shows as CSV files (RFC 4180): one for each table, and one for all charts over the same axis. */
import type { MarketClock } from "#contract/domain/clock.ts";
import { minute } from "#contract/domain/units.ts";
import { ownFutureExpiry } from "#contract/worker/own-future-expiries.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { ChartData, ChartHandle, ChartSpec } from "../../charts/chart-spec.ts";
import type { ChartDay } from "../../charts/day-row.ts";
import type { ChartElement } from "../../charts/use-chart.ts";
import { timeFormat } from "../../format/format.ts";
import type { GridElement } from "../../grid/grid-handle.ts";
import { csvField, csvFigure, csvText } from "../../grid/input/export.ts";
import type { PaneElement, PaneState } from "../../state/pane/pane.ts";
import { lineLabel } from "../series/line-label.ts";

interface CsvFile {
  readonly name: string;
  readonly text: string;
}

/** What the figures are of. */
export interface CsvFacts {
  /** The screen's heading, and what of it this is. */
  readonly title: string;
  /** Absent: the figures are not of one alone. */
  readonly symbol?: string | undefined;
  readonly expiry?: string | undefined;
  readonly clock: MarketClock | undefined;
}

const UNITS = "prices in rupees; OI and volume in units where no heading says otherwise";

/** A table that is no grid, found as `[data-csv]`, which holds its name: what it writes is a header line and a line a row. */
export type CsvElement = HTMLElement & { csvHandle?: () => string };

/** Whatever stands in the pane now. */
export function csvFiles(pane: PaneElement): readonly CsvFile[] {
  const state = pane.paneHandle?.state();
  const screen = pane.getAttribute("aria-label") ?? "";
  const subject = subjectOf(pane, state?.context);
  const facts = (title: string): CsvFacts => ({ title, ...subject, clock: state && figuresClock(state) });
  const tables = [...pane.querySelectorAll<GridElement & CsvElement>("[data-grid], [data-csv]")].flatMap((element) => {
    const { grid, csv } = element.dataset;
    const text = element.gridHandle?.toCsv() ?? element.csvHandle?.() ?? "";
    return text === "" ? [] : [fileOf(facts(titleOf(screen, grid ?? csv)), text)];
  });
  const handles = [...pane.querySelectorAll("*")].flatMap((element) => {
    const handle = (element as ChartElement).chartHandle;
    const name = element.querySelector("h2, h3")?.textContent ?? "";
    return handle?.spec === undefined ? [] : [{ name, spec: handle.spec, data: handle.data }];
  });
  const charts = byAxis(handles).map((group) => fileOf(facts(`${screen} chart`), chartCsv(group)));
  return numbered([...tables, ...charts]);
}

/** As the pane's header names them. */
function subjectOf(pane: PaneElement, context: PaneContext | undefined): Pick<CsvFacts, "symbol" | "expiry"> {
  if (!context) return {};
  const scope = new Set(pane.dataset["scope"]?.split(" "));
  const isOfSymbol = scope.has("symbol");
  const future = isOfSymbol ? ownFutureExpiry(context) : context.futureExpiry;
  return {
    symbol: isOfSymbol ? context.symbol : undefined,
    expiry: scope.has("futureExpiry") ? future : scope.has("expiry") ? context.expiry : undefined,
  };
}

/** In a hole the figures are of an earlier minute than the clock's. */
const figuresClock = ({ clock, recorded }: Pick<PaneState<unknown>, "clock" | "recorded">): MarketClock | undefined =>
  clock && !Number.isNaN(recorded) ? { ...clock, minute: minute(recorded) } : clock;

/** Two files never have one name. */
const numbered = (files: readonly CsvFile[]): readonly CsvFile[] =>
  files.map((file, i) => {
    const same = files.slice(0, i).filter(({ name }) => name === file.name).length;
    return same === 0 ? file : { ...file, name: file.name.replace(/\.csv$/, ` ${same + 1}.csv`) };
  });

const titleOf = (screen: string, table = ""): string =>
  table === "" || table.toLowerCase() === screen.toLowerCase() ? screen : `${screen} ${table}`;

function fileOf(facts: CsvFacts, body: string): CsvFile {
  const { symbol, expiry, title, clock } = facts;
  const parts = [symbol, expiry, title, clock?.date, clock && timeOf(clock).replace(":", "")];
  const name = parts.filter((part) => part !== undefined && part !== "").join(" ");
  return { name: `${name.replace(/[^\w.,()& -]+/g, "-")}.csv`, text: `${headOf(facts)}\r\n${body}` };
}

/** Lines of a name and a value, before the figures. */
export function headOf({ title, symbol, expiry, clock }: CsvFacts): string {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ["Screen", title],
    ["Symbol", symbol],
    ["Expiry", expiry],
    ["Date", clock?.date],
    ["Minute", clock && timeOf(clock)],
    ["Units", UNITS],
  ];
  return csvText(lines.map(([name, value = ""]) => [name, csvField(value)]));
}

const timeOf = (clock: MarketClock): string => timeFormat.plain(clock.minute);

interface Drawn {
  /** The chart's heading: it stands before series that several charts have. */
  readonly name?: string;
  readonly spec: ChartSpec;
  readonly data: ChartHandle["data"];
}

/** Charts that stand over one axis make one table. */
function byAxis(handles: readonly Drawn[]): readonly (readonly Drawn[])[] {
  const groups: Drawn[][] = [];
  for (const handle of handles) {
    const data = handle.data();
    if (data === undefined || data.x.length === 0) continue;
    const same = groups.find(([first]) => first?.spec.x.kind === handle.spec.x.kind && isSameAxis(first.data(), data));
    if (same) same.push(handle);
    else groups.push([handle]);
  }
  return groups;
}

function isSameAxis(a: ChartData | undefined, b: ChartData): boolean {
  if (a?.x.length !== b.x.length) return false;
  for (let i = 0; i < b.x.length; i++) if (a.x[i] !== b.x[i]) return false;
  return true;
}

type Axis = readonly [head: string, text: (x: number) => string];
const AXES: Readonly<Record<Exclude<ChartSpec["x"]["kind"], "number">, Axis>> = {
  minute: ["Time", timeFormat.plain],
  date: ["Date", (day) => new Date(day * 86_400_000).toISOString().slice(0, 10)],
  strike: ["Strike", String],
};
const axisOf = ({ x }: ChartSpec): Axis => (x.kind === "number" ? [x.name, csvFigure] : AXES[x.kind]);

/** Several days in a row: '2026-08-17 10:15'. */
const dayAxis = (days: readonly ChartDay[]): Axis => [
  "Time",
  (x) => {
    const { date = "", shift = 0 } = days.findLast(({ from }) => from <= x) ?? {};
    return `${date} ${timeFormat.plain(x + shift)}`;
  },
];

/** Every series of the charts by x, whether its line is shown or not; a figure that is absent stays empty. */
export function chartCsv(charts: readonly Drawn[]): string {
  const [first] = charts;
  const data = first?.data();
  if (!first || !data) return "";
  const { days } = data;
  const [axis, textOf] = days ? dayAxis(days) : axisOf(first.spec);
  const labels = charts.flatMap(({ spec }) => spec.series.map(({ label }) => label));
  const columns = charts.flatMap(({ name = "", spec, data: read }) =>
    spec.series.map((series, i) => {
      const isSecond = series.kind === "line" && series.scale === "y2";
      const unit = (series.kind === "line" && series.unit) || (isSecond ? spec.y2?.unit : spec.y.unit);
      // An axis without a unit leaves it to the heading: 'Maxpain ( In Crores )'. One with a line's name counts in no unit.
      const isNamed = unit === undefined && !isSecond && name !== "";
      const label = isNamed ? `${name}: ${series.label}` : lineLabel(series.label, name, labels);
      return {
        head: unit === undefined || labels.includes(unit) ? label : `${label} (${unit})`,
        values: read()?.columns[i],
      };
    }),
  );
  const lines = [[axis, ...columns.map(({ head }) => csvField(head))]];
  for (let row = 0; row < data.x.length; row++)
    lines.push([textOf(data.x[row]!), ...columns.map(({ values }) => csvFigure(values?.[row] ?? Number.NaN))]);
  return csvText(lines);
}
