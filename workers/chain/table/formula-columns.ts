/**
 * Hot: a user's own columns. Their formulas read the built-in columns of their contract's side; those that look back read
 * the same columns at another minute, with the spot, and therefore the greeks, of that minute.
 */

import { firstFilledSlot, lastFilledSlot, slotColumns } from "#contract/domain/columns.ts";
import type { Program, Source } from "#contract/domain/formula/compile.ts";
import { createEvaluator } from "#contract/domain/formula/evaluate.ts";
import type {
  ChainParams,
  ChainPreview,
  ColumnKey,
  CustomColumn,
  CustomKey,
  SideIndex,
} from "#contract/domain/snapshots/chain-table.ts";
import { minute } from "#contract/domain/units.ts";
import type { ChainMoment } from "#market/chain.ts";
import type { ChainFigures, FillContext } from "./context.ts";

/** The figures of the same strikes some minutes ago, or at the open; undefined where there are none. */
export type LookBack = (lag: Source["lag"]) => ChainFigures | undefined;

export interface FormulaColumns {
  /** Starts over with the figures of a moment. */
  begin(params: ChainParams, figures: ChainFigures, rows: number, lookBack: LookBack): void;
  /** Writes a column by strike into a table; nothing where its formula could not be compiled. @param step from row to row */
  write(key: CustomKey, side: SideIndex, table: Float64Array, first: number, step: number): void;
  /** What a formula reads and gives in the only row of these figures. */
  preview(
    asked: NonNullable<ChainParams["preview"]>,
    strike: number,
    figures: ChainFigures,
    lookBack: LookBack,
  ): ChainPreview;
}

export function createFormulaColumns(): FormulaColumns {
  const evaluator = createEvaluator();
  const columns: Float64Array[] = [];
  let absent = Float64Array.of(Number.NaN);
  let run: { params: ChainParams; figures: ChainFigures; rows: number; lookBack: LookBack } | undefined;

  function read(program: Program, side: SideIndex, figures: ChainFigures, lookBack: LookBack): readonly Float64Array[] {
    columns.length = 0;
    for (const { field, lag } of program.sources)
      columns.push((lag === 0 ? figures : lookBack(lag))?.sides[side].of(field as ColumnKey) ?? absent);
    return columns;
  }

  return {
    begin(params, figures, rows, lookBack) {
      run = { params, figures, rows, lookBack };
      if (absent.length >= rows) return;
      absent = new Float64Array(rows + 16).fill(Number.NaN);
    },
    write(key, side, table, first, step) {
      const custom: CustomColumn | undefined = run?.params.custom[key];
      const program = custom?.program;
      if (!run || !custom || !program) return;
      const { rows, figures, lookBack } = run;
      const place = { first, step, divisor: custom.scale };
      evaluator.run(program, read(program, side, figures, lookBack), rows, table, place);
    },
    preview({ formula, program }, strike, figures, lookBack) {
      const result = new Float64Array(1);
      const ofSide = (side: SideIndex): readonly [readonly number[], number] => {
        const sources = read(program, side, figures, lookBack);
        evaluator.run(program, sources, 1, result);
        return [sources.map((column) => column[0]!), result[0]!];
      };
      const [callSources, call] = ofSide(0);
      const [putSources, put] = ofSide(1);
      return { formula, strike, sources: [callSources, putSources], results: [call, put] };
    },
  };
}

/** The chain at the minute that a formula looks back to; undefined in a hole, and before the day's first figures. */
export function lookedBackTo(at: ChainMoment, lag: Source["lag"], moveTo: MoveTo): ChainMoment | undefined {
  const { minutes, open, cadence } = at.day;
  const wanted = lag === "open" ? firstFilledSlot(minutes) : at.minute - open - lag;
  const slot = lag === "open" ? wanted : lastFilledSlot(minutes, wanted);
  // Of a day that is recorded every five minutes the last figures before stand for the minute.
  if (slot < 0 || wanted < 0 || slot <= wanted - cadence || slot >= at.closed) return undefined;
  return moveTo(at, { ...slotColumns(minutes, slot), fields: minutes.fields, slot }, minute(open + slot));
}
type MoveTo = (at: ChainMoment, moment: ChainMoment["moment"], to: ChainMoment["minute"]) => ChainMoment;

/** The same strikes at another moment. */
export const contextAt = (context: FillContext, { moment, spot }: ChainMoment): FillContext => ({
  ...context,
  moment,
  spot: spot.underlying,
});
