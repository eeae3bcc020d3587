/** Lists by symbol or by date: lots, freeze quantities, holidays, weekend sessions, members of an index, sectors. */
import { columnIndexes, createDateReader, nameIn, positiveIn, shown } from "./cell-values.ts";
import { RowError } from "./chain-format.ts";
import type { ReferenceFormat } from "./reference-format.ts";

/** Some lists write 'NSE:RELIANCE'. */
const symbolIn = (cells: readonly string[], column: number, name: string): string =>
  nameIn(cells, column, name).replace(/^(NSE|BSE):/, "");

/** @throws RowError unless it is a whole number above 0. */
function unitsIn(cells: readonly string[], column: number, name: string): number {
  const units = positiveIn(cells, column, name);
  if (!Number.isInteger(units)) throw new RowError(`${name} is not a whole number: ${shown(cells[column])}`);
  return units;
}

export const lotList: ReferenceFormat<"lots"> = {
  becomes: "reference",
  name: "list of lots",
  columns: ["Stock", "Lot_Size"],
  isExact: true,
  kind: "lots",
  needs: ["asOf"],
  createReader(header, { asOf }) {
    const at = columnIndexes(header, ["Stock", "Lot_Size"]);
    return (cells) => ({
      symbol: symbolIn(cells, at.Stock, "Stock"),
      lot: unitsIn(cells, at.Lot_Size, "Lot_Size"),
      from: asOf,
    });
  },
};

export const freezeList: ReferenceFormat<"freeze"> = {
  becomes: "reference",
  name: "list of freeze quantities",
  columns: ["SYMBOL", "VOL_FRZ_QTY"],
  kind: "freeze",
  needs: ["asOf"],
  createReader(header, { asOf }) {
    const at = columnIndexes(header, ["SYMBOL", "VOL_FRZ_QTY"]);
    return (cells) => ({
      symbol: symbolIn(cells, at.SYMBOL, "SYMBOL"),
      units: unitsIn(cells, at.VOL_FRZ_QTY, "VOL_FRZ_QTY"),
      from: asOf,
    });
  },
};

const holidayFormat = (name: string, column: string): ReferenceFormat<"holidays"> => ({
  becomes: "reference",
  name,
  columns: [column, "description"],
  kind: "holidays",
  needs: [],
  createReader(header) {
    const { [column]: dateAt, description: describedAt } = columnIndexes(header, [column, "description"]);
    const read = createDateReader();
    return (cells) => ({
      date: read.exchangeDate(cells, dateAt, column),
      description: cells[describedAt].trim(),
    });
  },
});

export const holidayList = holidayFormat("list of holidays", "date");
export const holidayReply = holidayFormat("list of holidays (reply of the NSE site)", "tradingDate");

export const weekendSessions: ReferenceFormat<"sessions"> = {
  becomes: "reference",
  name: "list of weekend sessions",
  columns: ["date"],
  isExact: true,
  kind: "sessions",
  needs: [],
  createReader(header) {
    const at = columnIndexes(header, ["date"]);
    const read = createDateReader();
    return (cells) => ({ date: read.exchangeDate(cells, at.date, "date") });
  },
};

const MEMBERS = ["Company Name", "Industry", "Symbol", "Series", "ISIN Code"] as const;

export const indexMembers: ReferenceFormat<"constituents"> = {
  becomes: "reference",
  name: "members of an index",
  columns: MEMBERS,
  kind: "constituents",
  needs: ["asOf", "index"],
  createReader(header, { asOf, index }) {
    const at = columnIndexes(header, MEMBERS);
    return (cells) => ({
      index,
      symbol: symbolIn(cells, at.Symbol, "Symbol"),
      company: nameIn(cells, at["Company Name"], "Company Name"),
      industry: cells[at.Industry].trim(),
      from: asOf,
    });
  },
};

export const sectorList: ReferenceFormat<"sectors"> = {
  becomes: "reference",
  name: "sectors by symbol",
  columns: ["SYMBOL", "SECTOR"],
  kind: "sectors",
  needs: ["asOf"],
  createReader(header, { asOf }) {
    const at = columnIndexes(header, ["SYMBOL", "SECTOR"]);
    return (cells) => ({
      symbol: symbolIn(cells, at.SYMBOL, "SYMBOL"),
      sector: nameIn(cells, at.SECTOR, "SECTOR"),
      from: asOf,
    });
  },
};
