/** What do seven columns of a user's own formulas cost the derivation of a chain of 200 strikes, beside the chain itself? */

import type { RoomDay } from "#contract/domain/columns.ts";
import { compileFormula } from "#contract/domain/formula/compile.ts";
import {
  type ChainParams,
  COLUMN_KEYS,
  type ColumnId,
  type CustomColumn,
  type CustomKey,
} from "#contract/domain/snapshots/chain-table.ts";
import { minute } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket } from "#market/__fixtures__/market.ts";
import { derivation } from "../../web/screens/option-chain-new/derive.ts";
import { screen } from "../../web/screens/option-chain-new/screen.ts";
import { DEFAULT_VIEWS } from "../../web/screens/option-chain-new/views.ts";
import { interleave, median, note, type Row, row } from "../report.ts";

const FORMULAS = [
  "( LTP - Prev Close ) * OI",
  "OI Chg / OI * 100",
  "Volume / OI",
  "( LTP - Vwap ) / Vwap * 100",
  "LTP - Intrinsic",
  "abs( Net Chg ) * OI Lakh",
  "Vol Lakh - OI Lakh",
] as const;
const CUSTOM: Readonly<Record<CustomKey, CustomColumn>> = Object.fromEntries(
  FORMULAS.map((formula) => {
    const compiled = compileFormula(formula, COLUMN_KEYS);
    if (!compiled.ok) throw new Error(compiled.error.message);
    return [`${formula}#`, { program: compiled.program, scale: 1 }];
  }),
);
const RUNS = 20;

export function chainFormulas(question: string, day: RoomDay, kernel: Kernel, rounds: number): Row[] {
  const { exchange, symbol, expiry } = day;
  const market = makeMarket({ day, structureVersion: 1, minuteVersion: 1, tickVersion: 1 });
  const pane: PaneContext = {
    exchange,
    symbol,
    expiry,
    expiries: [expiry],
    futureExpiry: undefined,
    futureExpiries: [],
  };
  const clock = { mode: "live", date: day.date, minute: minute(day.open + 340), speed: 1 } as const;
  const deriveOf = (columns: readonly ColumnId[]) => {
    const params: ChainParams = { ...screen.defaults, columns, custom: CUSTOM, strikeRange: 100 };
    const scratch = derivation.createScratch();
    return () => {
      for (let i = 0; i < RUNS; i++) derivation.derive({ market, pane, params, clock, kernel }, scratch);
    };
  };
  const own = Object.keys(CUSTOM) as CustomKey[];
  const builtIn = DEFAULT_VIEWS["chain"].columns;
  const competitors = { builtIn: deriveOf(builtIn), own: deriveOf(own), both: deriveOf([...builtIn, ...own]) };
  interleave(60, competitors); // compiled before it counts
  const times = interleave(rounds, competitors);
  return [
    // A view has seven columns: this is what a user who makes all of them pays.
    row(
      question,
      "chain of 200 strikes: a view of seven formula columns / the default view",
      median(times.own.map((time, i) => time / times.builtIn[i])),
    ),
    row(
      question,
      "chain of 200 strikes: seven formula columns added / seven built-in ones",
      median(times.both.map((time, i) => time / times.builtIn[i] - 1)),
    ),
    note(question, "chain of 200 strikes, seven built-in columns", median(times.builtIn) / RUNS, "ms"),
    note(question, "chain of 200 strikes, seven formula columns besides", median(times.both) / RUNS, "ms"),
  ];
}
