/** The legs of the portfolio as a table of a file, one a line, each under the name of its strategy. Pure. */
import type { Profits } from "#contract/domain/strategy/profits.ts";
import { csvField, csvFigure, csvText } from "../../grid/input/export.ts";
import type { HeldStrategy } from "./book/book.ts";
import { contractText, unitsOf } from "./leg-words.ts";

const HEADERS = ["Strategy", "Contract", "Qty", "Price", "Ltp", "Realised Profit", "Unrealised Profit", "Total Profit"];

/** Rupees; '' where a figure is not known. */
export function portfolioCsv(strategies: readonly HeldStrategy[], profits: Profits | undefined): string {
  const lines: (string | number)[][] = [HEADERS];
  let at = 0;
  for (const { name, symbol, legs } of strategies)
    for (const leg of legs) {
      const price = profits?.prices[at] ?? Number.NaN;
      const unrealised = profits?.legs[at++] ?? Number.NaN;
      const figures = [leg.isClosed ? Number.NaN : leg.ltp, price, leg.realised, unrealised, leg.realised + unrealised];
      lines.push([csvField(name), csvField(contractText(symbol, leg)), unitsOf(leg), ...figures.map(csvFigure)]);
    }
  return csvText(lines);
}
