/** Changes of open interest, or volume, of the strikes around the money, interval by interval. */
import { createLevelReader, type LevelReader, type Levels } from "#chain/chain-levels.ts";
import { fittingFrame } from "#contract/domain/choices/frames.ts";
import { inRupees } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainReader, createChainReader } from "#market/chain.ts";
import { createDayLines, type DayLines } from "#market/lines/day-lines.ts";
import { createTimeRows, type TimeRowReader, type TimeRows } from "#market/lines/time-rows.ts";
import { type StrikeRange, selectRange } from "#market/reference/atm.ts";
import { createDayReference, type DayReference, spotOverSlots } from "#market/reference/reference-series.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { strikeAt } from "#market/strikes/strikes.ts";
import { thresholdsOf } from "./derive-thresholds.ts";
import { screen } from "./screen.ts";
import type { Metric, Params, SideCells, Snapshot } from "./snapshot.ts";

interface Scratch {
  readonly chain: ChainReader;
  readonly times: TimeRowReader;
  readonly levels: LevelReader;
  readonly spot: DayLines<"spot">;
  readonly reference: DayReference;
  readonly range: StrikeRange;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => {
    const reference = createDayReference();
    const neverPriced = (): Kernel => {
      throw new Error("The heat map prices nothing");
    };
    return {
      chain: createChainReader(),
      times: createTimeRows(),
      levels: createLevelReader(neverPriced, reference),
      spot: createDayLines(["spot"]),
      reference,
      range: { from: 0, to: 0 },
    };
  },

  derive({ params, ...input }, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    const { metric, range } = params;
    const { day, table, atm } = at;
    const frame = fittingFrame(params.frame, day.cadence);
    const times = scratch.times(at, frame);
    selectRange(table, atm, range, scratch.range);
    const { from, to } = scratch.range;
    const first = times.steps[0] ?? 0;
    const columns = times.count === 0 ? 0 : times.steps[times.count - 1]! - first;
    // The row of time that ends each column, and the one that it begins at; -1 where it does not exist.
    const rowOfStep = new Int32Array(columns + 1).fill(-1);
    for (let row = 0; row < times.count; row++) rowOfStep[times.steps[row]! - first] = row;
    const ends = Float64Array.from({ length: columns }, (_, column) =>
      endOf(times, rowOfStep[column + 1]!, first + column + 1, frame, day.open),
    );
    const isGap = Uint8Array.from({ length: columns }, (_, column) =>
      rowOfStep[column]! < 0 || rowOfStep[column + 1]! < 0 ? 1 : 0,
    );
    const level = (row: number): Levels | undefined =>
      row < 0 ? undefined : scratch.levels.at(at, times.slots[row]!, false);
    const side = (rows: Int32Array): SideCells =>
      cellsOf(metric, columns, Array.from(rows.subarray(from, to)).reverse(), (column) => [
        level(rowOfStep[column]!),
        level(rowOfStep[column + 1]!),
      ]);
    const ce = side(table.ce);
    const pe = side(table.pe);
    const reference = scratch.reference.upTo(at);
    const { lines } = scratch.spot.upTo(at, {
      key: "",
      read: (stretch) => spotOverSlots(stretch.lines.spot, at, stretch, reference),
    });
    const lot = day.tokens.lotSize[table.ce.find((row) => row >= 0) ?? 0] || 1;
    return {
      metric,
      frame,
      cadence: day.cadence,
      strikes: Float64Array.from({ length: to - from }, (_, row) =>
        inRupees(strikeAt(table, to - 1 - row), day.priceScale),
      ),
      atmRow: atm < 0 ? -1 : to - 1 - atm,
      times: ends,
      begin: day.open + first * frame,
      isGap,
      isPartial: times.isPartial,
      ce,
      pe,
      spotLine: Float64Array.from({ length: columns }, (_, column) => {
        const row = rowOfStep[column + 1]!;
        return row < 0 ? Number.NaN : lines.spot[times.slots[row]!]!;
      }),
      thresholds: thresholdsOf({ symbol: at.day.symbol, metric, lot, changes: [ce.change, pe.change] }),
      lot,
      spot: spotFacts(at),
    };
  },
});

const endOf = ({ minutes }: TimeRows, row: number, step: number, frame: number, open: number): number =>
  row < 0 ? open + step * frame : minutes[row]!;

function cellsOf(
  metric: Metric,
  columns: number,
  rows: readonly number[],
  levels: (column: number) => readonly [Levels | undefined, Levels | undefined],
): SideCells {
  const cells = rows.length * columns;
  const made = () => new Float64Array(cells).fill(Number.NaN);
  const out = { change: made(), percent: made(), ltp: made(), net: new Float64Array(columns).fill(Number.NaN) };
  const field = metric === "oi" ? "oi" : "volume";
  for (let column = 0; column < columns; column++) {
    const [then, now] = levels(column);
    if (!now) continue;
    rows.forEach((token, row) => {
      if (token < 0) return;
      const cell = row * columns + column;
      out.ltp[cell] = now.ltp[token]!;
      const before = then?.[field][token] ?? Number.NaN;
      const change = now[field][token]! - before;
      out.change[cell] = change;
      out.percent[cell] = before > 0 ? (change / before) * 100 : Number.NaN;
      if (!Number.isNaN(change)) out.net[column] = (Number.isNaN(out.net[column]!) ? 0 : out.net[column]!) + change;
    });
  }
  return out;
}
