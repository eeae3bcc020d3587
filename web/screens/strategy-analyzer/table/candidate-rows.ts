/** The candidates as the grid reads them: their columns stay as the worker sent them. Pure. */
import { inkCode } from "#contract/domain/snapshots/cell-style.ts";
import { STRATEGY_KINDS, winsMostAtZero } from "#contract/domain/strategy/strategy-kinds.ts";
import type { GridSource } from "../../../grid/grid-model.ts";
import { levelText } from "../../../kit/strategy/figures/figure-rows.ts";
import { strikeTextOf } from "../../../kit/strikes/strike-list.ts";
import { type Checked, candidateAt, kindAt, legsText, nameAt } from "../candidate.ts";
import type { Analysis } from "../snapshot.ts";
import { breakEvenText, chanceTitle, REMOTE_REWARD, ratioText } from "../words.ts";
import {
  AT_TARGET,
  BREAK_EVENS,
  IS_CHECKED,
  IS_REMOTE,
  MAX_LOSS,
  MAX_PROFIT,
  NAME,
  PER_RISK,
  POP,
  REWARD,
  RULE,
} from "./columns.tsx";

const KINDS = STRATEGY_KINDS.map(({ name }) => name);
const RULE_EVERY = 5;
const [UP, DOWN] = [inkCode("up"), inkCode("down")];

export interface CandidateRows extends GridSource {
  /** What the rows are of. */
  readonly analysis: Analysis;
}

/** What stands beside the analysis. */
interface Marks {
  readonly version: number;
  readonly checked: Checked;
  /** -1: none. */
  readonly chosen: number;
  readonly decimals: 2 | 4;
}

export function candidateRows(analysis: Analysis, { version, checked, chosen, decimals }: Marks): CandidateRows {
  const { rows, kind, packed, maxProfit, maxLoss, reward, lower, upper, pop, rule, atTarget, perRisk } = analysis;
  const level = levelText(decimals);
  const strike = strikeTextOf(analysis.strikes);
  const figures: Readonly<Record<number, Float64Array>> = {
    [MAX_PROFIT]: maxProfit,
    [MAX_LOSS]: maxLoss,
    [REWARD]: reward,
    [POP]: pop,
    [RULE]: rule,
    [AT_TARGET]: atTarget,
    [PER_RISK]: perRisk,
  };
  const toned = new Set([MAX_PROFIT, MAX_LOSS, AT_TARGET]);
  const isRemote = (row: number): boolean => winsMostAtZero(kindAt(analysis, row));

  return {
    analysis,
    version,
    rows,
    names: KINDS,
    chosen,
    key: (row) => kind[row]! * 2 ** 32 + (packed[row]! >>> 0),
    rule: (row) => row > 0 && row % RULE_EVERY === 0,
    number(row, slot) {
      const column = figures[slot];
      if (column) return column[row]!;
      if (slot === NAME) return kind[row]!;
      if (slot === IS_CHECKED) return checked.size > 0 && checked.has(nameAt(analysis, row)) ? 1 : 0;
      if (slot === IS_REMOTE) return ratioText(reward[row]!) !== "-" && isRemote(row) ? 1 : Number.NaN;
      return Number.NaN;
    },
    style(row, slot) {
      const value = toned.has(slot) ? figures[slot]![row]! : 0;
      return value > 0 ? UP : value < 0 ? DOWN : 0;
    },
    text(row, slot) {
      if (slot === IS_CHECKED) return nameAt(analysis, row);
      if (slot === BREAK_EVENS) return breakEvenText(lower[row]!, upper[row]!, level);
      return legsText(candidateAt(analysis, row), "   ", strike);
    },
    tip(row, slot) {
      if (slot === POP) return chanceTitle(rule[row]!);
      return slot === REWARD && isRemote(row) ? REMOTE_REWARD : undefined;
    },
  };
}
