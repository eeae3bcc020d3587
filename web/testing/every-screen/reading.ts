/** What a trader sees in the page's pane: words, figures, what stands on the canvases. The functions run in the page. */
import type { ChartElement } from "../../charts/use-chart.ts";
import type { GridElement } from "../../grid/grid-handle.ts";
import type { PaneElement } from "../../state/pane/pane.ts";

export interface PaneReading {
  readonly status: "loading" | "ready" | "missing" | "none";
  /** Number of the snapshot. */
  readonly sequence: number;
  /** Of the snapshot: 'live', 'history' or 'replay', and its minute. */
  readonly mode: string;
  /** Of the figures that are shown. */
  readonly date: string;
  readonly minute: number;
  /** 'fresh', 'late', 'stale', 'waiting', 'replay' or 'history', as the header's chip says. */
  readonly freshness: string;
  readonly freshnessText: string;
}

export interface GridReading {
  readonly columns: readonly string[];
  /** Of every row, in the order of the columns. */
  readonly cells: readonly (readonly string[])[];
  /** Row of the inverted strike; -1 where there is none. */
  readonly atm: number;
  readonly first: number;
  readonly last: number;
}

export interface ChartReadings {
  readonly name: string;
  readonly x: readonly number[];
  /** Absent is null. */
  readonly columns: readonly (readonly (number | null)[])[];
  /** Everything written on the canvas. */
  readonly texts: readonly string[];
}

export interface Figures {
  /** The header's figures: '24,200' by 'Maxpain'. */
  readonly header: readonly string[];
  readonly grids: readonly GridReading[];
  readonly charts: readonly ChartReadings[];
}

export function readPane(): PaneReading {
  const pane = document.querySelector<PaneElement>("[data-pane]");
  const state = pane?.paneHandle?.state();
  const chip = pane?.querySelector<HTMLElement>("[data-freshness]");
  return {
    status: state?.status ?? "none",
    sequence: state?.sequence ?? 0,
    mode: state?.clock?.mode ?? "",
    date: state?.clock?.date ?? "",
    minute: state?.clock?.minute ?? -1,
    freshness: chip?.dataset["state"] ?? "",
    freshnessText: chip?.textContent ?? "",
  };
}

/** Every word of the pane that is not on a canvas, but for the chip, whose figures are its own. */
export function readWords(): string {
  const pane = document.querySelector<HTMLElement>("[data-pane]");
  const chip = pane?.querySelector<HTMLElement>("[data-freshness]");
  return (pane?.innerText ?? "").replace(chip?.innerText ?? "", "");
}

/** Of a table whose columns have changed nothing can be read before it is painted. */
export function areTablesPainted(): boolean {
  const all = [...document.querySelectorAll<GridElement>("[data-pane] *")];
  return all.every(({ gridHandle }) => (gridHandle?.paintedVersion ?? 0) >= 0);
}

export function readFigures(): Figures {
  const pane = document.querySelector<HTMLElement>("[data-pane]");
  const all = [...(pane?.querySelectorAll<HTMLElement>("*") ?? [])];

  function gridOf({ gridHandle: handle }: GridElement): GridReading[] {
    if (!handle || handle.paintedVersion < 0) return [];
    const columns = [...handle.columnIds];
    const rows = Array.from({ length: handle.rows }, (_, row) => row);
    return [
      {
        columns,
        cells: rows.map((row) => columns.map((id) => handle.cell(row, id)?.text ?? "")),
        atm: columns.includes("strike") ? rows.findIndex((row) => handle.cell(row, "strike")?.rank === 1) : -1,
        first: handle.visibleRows()?.first ?? 0,
        last: handle.visibleRows()?.last ?? -1,
      },
    ];
  }

  function chartOf(element: ChartElement): ChartReadings[] {
    const data = element.chartHandle?.data();
    if (!data) return [];
    const drawn = element.chartHandle?.drawn();
    const absent = (value: number): number | null => (Number.isNaN(value) ? null : value);
    return [
      {
        name: element.querySelector("[role=img]")?.getAttribute("aria-label")?.split(". ")[0] ?? "",
        x: Array.from(data.x),
        columns: data.columns.map((column) => Array.from(column, absent)),
        texts: drawn ? [...drawn.ticks, ...drawn.valueTicks, ...drawn.barLabels, ...drawn.tags] : [],
      },
    ];
  }

  return {
    header: [...(pane?.querySelectorAll<HTMLElement>("[data-figure]") ?? [])].map((one) => one.textContent ?? ""),
    grids: all.flatMap((element) => ("gridHandle" in element ? gridOf(element as GridElement) : [])),
    charts: all.flatMap((element) => ("chartHandle" in element ? chartOf(element as ChartElement) : [])),
  };
}

/** Texts that say that something was computed wrongly, and should have been a dash. */
const WRONG = /(^|[^A-Za-z])(NaN|undefined|null|-?Infinity|∞|\[object)([^A-Za-z]|$)/;

/** What must never be read on a screen, out of everything that is read on it. */
export function wrongTexts(words: string, { header, grids, charts }: Figures): readonly string[] {
  const cells = grids.flatMap((grid) => grid.cells.flat());
  const texts = [...words.split("\n"), ...header, ...cells, ...charts.flatMap((chart) => chart.texts)];
  return texts.filter((text) => WRONG.test(text));
}
