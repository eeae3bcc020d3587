/**
 * Hot: the figures of a chain at one moment, as columns of the strikes shown. A column is computed when it is asked for
 * first, and once: columns of the table and formulas share it.
 */

import { FIELDS, HIGH, LOW, OPEN, VOL } from "#contract/domain/columns.ts";
import { CE, PE } from "#contract/domain/instruments.ts";
import { CALLS, type ChainParams, PUTS, type SideIndex } from "#contract/domain/snapshots/chain-table.ts";
import type { SideDisplay } from "#kernel/display.ts";
import { columnOf } from "#market/reference/moment.ts";
import { COLUMNS } from "./columns.ts";
import type { ChainFigures, FillContext, SideFigures } from "./context.ts";
import { createChainPricer } from "./prices.ts";

export function createChainFigures(): ChainFigures {
  const pricer = createChainPricer();
  let greeks: readonly [SideDisplay, SideDisplay] | undefined;
  let price: (() => readonly [SideDisplay, SideDisplay]) | undefined;
  /** IV and greeks are computed for both sides together, where a column needs them. */
  const greeksOf = (side: SideIndex): SideDisplay => {
    greeks ??= price?.();
    if (greeks === undefined) throw new Error("figures are asked for before they begin");
    return greeks[side];
  };
  const sides = [createSide(CALLS, greeksOf), createSide(PUTS, greeksOf)] as const;
  return {
    sides: [sides[0].figures, sides[1].figures],
    begin(context, params, kernel, pricing) {
      greeks = undefined;
      price = () => pricer.price(kernel, context, pricing);
      for (const side of sides) side.begin(context, params);
    },
  };
}

function createSide(side: SideIndex, greeksOf: (side: SideIndex) => SideDisplay) {
  /** Columns by name, and which of them are of this run. */
  const columns = new Map<string, Float64Array>();
  const done = new Set<string>();
  let context: FillContext | undefined;
  let params: ChainParams | undefined;
  const contractsOf = ({ table }: FillContext): Int32Array => (side === CALLS ? table.ce : table.pe);
  const begun = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("figures are asked for before they begin");
    return value;
  };

  /** The column of a name, filled once a run. */
  function once(name: string, fill: (out: Float64Array, rows: number) => void): Float64Array {
    const { rows } = begun(context);
    let column = columns.get(name);
    if (column === undefined || column.length < rows) {
      column = new Float64Array(rows + 16);
      columns.set(name, column);
      done.delete(name);
    }
    if (!done.has(name)) {
      done.add(name);
      fill(column, rows);
    }
    return column;
  }

  /** Cells of a column by contract, from `base`; ABSENT and what is not listed are NaN. */
  function gather(out: Float64Array, rows: number, from: ArrayLike<number> | undefined, base: number): void {
    const of = begun(context);
    const contracts = contractsOf(of);
    const { from: first } = of;
    for (let i = 0; i < rows; i++) {
      const row = contracts[first + i]!;
      const value = row < 0 || from === undefined ? -1 : from[base + row]!;
      out[i] = value < 0 ? Number.NaN : value;
    }
  }

  const figures: SideFigures = {
    side,
    type: side === CALLS ? CE : PE,
    get context() {
      return begun(context);
    },
    get params() {
      return begun(params);
    },
    of(key) {
      const column = COLUMNS[key];
      return column.kind === "raw"
        ? figures.raw(column.field)
        : once(key, (out, rows) => column.fill(out, rows, figures));
    },
    raw: (field) =>
      once(FIELDS[field]!, (out, rows) => {
        const { moment } = begun(context);
        gather(out, rows, columnOf(moment, field), moment.base);
        if (field !== OPEN && field !== HIGH && field !== LOW) return;
        const volume = figures.raw(VOL);
        for (let i = 0; i < rows; i++) if (!(volume[i]! > 0)) out[i] = Number.NaN;
      }),
    token: (name) => once(name, (out, rows) => gather(out, rows, begun(context).day.tokens[name], 0)),
    greeks: () => greeksOf(side),
    isListed: (i) => contractsOf(begun(context))[begun(context).from + i]! >= 0,
  };
  return {
    figures,
    begin(nextContext: FillContext, nextParams: ChainParams): void {
      context = nextContext;
      params = nextParams;
      done.clear();
    },
  };
}
