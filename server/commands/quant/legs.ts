/** Lines of a table of legs as what the kernel's payoff takes. */
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { type IsoDate, isoDate, type Minute, minute } from "#contract/domain/units.ts";
import type { PayoffLeg } from "#kernel/payoff-legs.ts";
import { shown } from "../../market/importers/formats/cell-values.ts";
import { createTable } from "./options.ts";
import type { CsvRecord } from "./source.ts";

export interface LegSettings {
  readonly model: "spot" | "usdinr";
  /** Now, for legs that say the date of their expiry. */
  readonly date?: IsoDate;
  readonly at?: Minute;
}

const COLUMNS = ["type", "side", "quantity", "strike", "entry_price", "iv"] as const;
const SIDES: Readonly<Record<string, number>> = { BUY: 1, SELL: -1 };
const TYPES = ["CE", "PE", "FUT"] as const;

/**
 * @param name the file's, for messages
 * @returns the reader of the records below the header
 * @throws DataError naming file and line, as does the reader
 */
export function createLegReader(name: string, header: CsvRecord, { model, date, at }: LegSettings) {
  const titles = header.cells.map((cell) => cell.trim());
  const hasYears = titles.includes("T_years");
  const table = createTable(name, header, [...COLUMNS, hasYears ? "T_years" : "expiry"]);
  const segment = model === "usdinr" ? "currency-derivatives" : "equity-derivatives";

  function yearsOf(record: CsvRecord): number {
    if (hasYears) return table.amount(record, "T_years");
    if (date === undefined) throw table.fault(record, "its expiry is a date: say --date YYYY-MM-DD, or give T_years");
    const expiry = dateIn(record);
    // As the screens count: whole days, and minutes on the last.
    if (expiry === date && at === undefined) throw table.fault(record, "it expires on --date: say --at HH:MM, too");
    return yearsToExpiry(segment, expiry, date, at ?? minute(0), "spec");
  }

  function dateIn(record: CsvRecord): IsoDate {
    try {
      return isoDate(table.text(record, "expiry"));
    } catch {
      throw table.fault(record, `expiry is not a date (YYYY-MM-DD): ${shown(table.text(record, "expiry"))}`);
    }
  }

  return (record: CsvRecord): PayoffLeg => {
    const word = table.text(record, "type");
    const type = TYPES.find((known) => known === word);
    if (type === undefined) throw table.fault(record, `type is CE, PE or FUT, not ${shown(word)}`);
    const sign = SIDES[table.text(record, "side").toUpperCase()];
    if (sign === undefined) throw table.fault(record, `side is BUY or SELL, not ${shown(table.text(record, "side"))}`);
    const isOption = type !== "FUT";
    return {
      type,
      quantity: sign * table.positive(record, "quantity"),
      strike: isOption ? table.positive(record, "strike") : 0,
      entry: table.amount(record, "entry_price"),
      years: yearsOf(record),
      iv: isOption ? table.amount(record, "iv") : 0,
    };
  };
}
