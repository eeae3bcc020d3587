/** The rows of a strike choice, worked out when the choice or the chain changes and not on a tick. */
import {
  type ChosenRows,
  centreOf,
  rowsOf,
  type StrikeChoice,
  spanOf,
} from "#contract/domain/choices/strike-choice.ts";
import type { ChainMoment } from "../chain.ts";

export interface KeyedRows extends ChosenRows {
  /** The date and the choice as strikes: the key of lines that are made of them, until other strikes take part. */
  readonly key: string;
}

export interface RowChooser {
  of(choice: StrikeChoice, at: Pick<ChainMoment, "table" | "atm" | "day">): KeyedRows;
}

export function createRowChooser(): RowChooser {
  let rows: KeyedRows | undefined;
  let from: readonly unknown[] = [];

  return {
    of(choice, { table, atm, day: { date, priceScale } }) {
      const centre = choice.kind === "around" ? centreOf(choice.centre, table, atm, priceScale) : -1;
      const now = [choice, table, centre];
      if (!rows || now.some((one, i) => one !== from[i])) {
        const chosen = rowsOf(choice, table, atm, priceScale);
        const { from: first, to } = spanOf(choice, table, atm, priceScale);
        const strikes = [table.strikes[centre], table.strikes[first], table.strikes[to - 1]];
        const key = [date, textOf(choice), ...strikes, chosen.ce.length, chosen.pe.length].join(" ");
        rows = { ...chosen, key };
        from = now;
      }
      return rows;
    },
  };
}

function textOf(choice: StrikeChoice): string {
  if (choice.kind !== "chosen") return JSON.stringify(choice);
  return choice.picks
    .flatMap(({ strike, ce, pe }) => (ce || pe ? `${strike}${ce ? "c" : ""}${pe ? "p" : ""}` : []))
    .join();
}
