/** The rows of a strike choice, worked out when the choice or the chain changes and not on a tick. */
import { type ChosenRows, centreOf, rowsOf, type StrikeChoice } from "#contract/domain/choices/strike-choice.ts";
import type { ChainMoment } from "../chain.ts";

export interface KeyedRows extends ChosenRows {
  /** Another text for other rows: the key of lines that are made of them. */
  readonly key: string;
}

export interface RowChooser {
  of(choice: StrikeChoice, at: Pick<ChainMoment, "table" | "atm" | "day">): KeyedRows;
}

export function createRowChooser(): RowChooser {
  let rows: KeyedRows | undefined;
  let from: readonly unknown[] = [];
  let count = 0;

  return {
    of(choice, { table, atm, day: { priceScale } }) {
      const centre = choice.kind === "around" ? centreOf(choice.centre, table, atm, priceScale) : -1;
      const now = [choice, table, centre];
      if (!rows || now.some((one, i) => one !== from[i])) {
        rows = { ...rowsOf(choice, table, atm, priceScale), key: String(++count) };
        from = now;
      }
      return rows;
    },
  };
}
