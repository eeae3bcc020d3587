/** The lists of the futures that moved most over a window. */
import type { Measure } from "#contract/worker/futures-row.ts";
import type { BoardWindow } from "./futures-board.ts";

/** What a list is of. Only futures that moved that way are in it: a gainer has gained. */
export interface Ranking {
  readonly measure: Measure;
  readonly falling?: true;
}

/** Rows of the board, those that moved most first; equal ones stay in the board's order. What is absent is in no list. */
export function rankMoves(window: BoardWindow, { measure, falling }: Ranking): number[] {
  const { percent } = window[measure];
  const sign = falling ? -1 : 1;
  const rows: number[] = [];
  for (let row = 0; row < percent.length; row++) if (percent[row]! * sign > 0) rows.push(row);
  return rows.sort((a, b) => (percent[b]! - percent[a]!) * sign || a - b);
}
