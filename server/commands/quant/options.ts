/** Lines of an options table as what the kernel prices: the columns it needs are found by name, the others are left alone. */
import { recordOf } from "#contract/domain/record-of.ts";
import type { ChainModel } from "#kernel/chain-columns.ts";
import { shown } from "../../market/importers/formats/cell-values.ts";
import { type CsvRecord, DataError } from "./source.ts";

/** `quant solve` finds the IV of a price, `quant price` the price of an IV. */
export type Known = "price" | "iv";

const COMMON = ["model", "type", "S", "K", "T_years", "r", "q_or_extra"] as const;

export interface TableOption extends ChainModel {
  readonly isCall: boolean;
  readonly strike: number;
  /** Its price in rupees, or its IV as a fraction. */
  readonly known: number;
}

const MODELS: Readonly<Record<string, ChainModel["model"]>> = { BS: "spot", BLACK76: "usdinr" };

/**
 * @param name the file's, for messages
 * @returns the reader of the records below the header
 * @throws DataError naming file and line: columns that the header lacks; from the reader, what a line has wrong
 */
export function createOptionReader(name: string, header: CsvRecord, known: Known) {
  const table = createTable(name, header, [...COMMON, known]);

  return (record: CsvRecord): TableOption => {
    const type = table.text(record, "type");
    if (type !== "CE" && type !== "PE") throw table.fault(record, `type is CE or PE, not ${shown(type)}`);
    const model = MODELS[table.text(record, "model")];
    if (model === undefined)
      throw table.fault(record, `model is BS or BLACK76, not ${shown(table.text(record, "model"))}`);
    const rate = table.number(record, "r");
    const extra = table.number(record, "q_or_extra");
    // What the model has no place for is not dropped in silence.
    if (model === "spot" && extra !== 0) throw table.fault(record, "q_or_extra must be 0: BS pays no dividend yield");
    if (model !== "spot" && extra !== rate)
      throw table.fault(record, "r and q_or_extra must be equal: BLACK76 has one rate");
    return {
      model,
      isCall: type === "CE",
      underlying: table.positive(record, "S"),
      strike: table.positive(record, "K"),
      years: table.amount(record, "T_years"),
      rate,
      known: table.amount(record, known),
    };
  };
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Cells by the names of their columns. @throws DataError naming file and line; so do all its readers */
export function createTable<Column extends string>(name: string, header: CsvRecord, columns: readonly Column[]) {
  const fault = ({ line }: CsvRecord, why: string): DataError => new DataError(`${name}: line ${line}: ${why}`);
  const titles = header.cells.map((cell) => cell.trim());
  const missing = columns.filter((column) => !titles.includes(column));
  if (missing.length > 0) throw fault(header, `the header lacks ${missing.join(", ")}; it has ${titles.join(", ")}`);
  const at = recordOf(columns, (column) => titles.indexOf(column));

  function text(record: CsvRecord, column: Column): string {
    const cell = record.cells[at[column]];
    if (cell === undefined || record.cells.length !== titles.length)
      throw fault(record, `has ${record.cells.length} cells, the header ${titles.length}`);
    return cell.trim();
  }

  function number(record: CsvRecord, column: Column): number {
    const cell = text(record, column);
    if (!NUMBER.test(cell)) throw fault(record, `${column} is not a number: ${shown(cell)}`);
    const value = Number(cell);
    if (!Number.isFinite(value)) throw fault(record, `${column} is not a finite number: ${shown(cell)}`);
    return value;
  }

  function positive(record: CsvRecord, column: Column): number {
    const value = number(record, column);
    if (!(value > 0)) throw fault(record, `${column} is not above 0: ${value}`);
    return value;
  }

  function amount(record: CsvRecord, column: Column): number {
    const value = number(record, column);
    if (value < 0) throw fault(record, `${column} is below 0: ${value}`);
    return value;
  }

  return { fault, text, number, positive, amount };
}
