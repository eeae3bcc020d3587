import type { GridSource } from "../grid-model.ts";
import { formatOf, noteOf, type PlacedColumn, withNote, wordOf } from "../layout.ts";

/** Rows `from` to `to`, both included, as spreadsheets paste them: plain numbers between tabs, no header. */
export function toTsv(source: GridSource, columns: readonly PlacedColumn[], from: number, to: number): string {
  const lines = linesOf(source, exported(columns), from, to, (text) => text.replace(/[\t\r\n]+/g, " "));
  return lines.map((fields) => fields.join("\t")).join("\n");
}

/** An id that begins so is of the calls or the puts. */
const SIDE = /^(ce|pe):/;
/** One that ends so counts in that: 'ce:OI Lot'. */
const COUNTED = /(lakh|lot)$/i;

/**
 * The whole table as CSV (RFC 4180) with a header line. Where headers repeat, calls and puts have their side before them, and
 * ids stand for the others.
 */
export function toCsv(source: GridSource, columns: readonly PlacedColumn[]): string {
  const shown = exported(columns);
  const names = shown.map(({ column }) => {
    const repeats = shown.filter((other) => other.column.header === column.header).length > 1;
    const side = SIDE.exec(column.id)?.[0];
    const name = repeats && side ? `${side}${column.header}` : repeats ? column.id : column.header;
    const unit = column.unit ?? COUNTED.exec(column.id)?.[0].toLowerCase() ?? "";
    const isSaid = unit === "" || unit === "unit" || column.header.toLowerCase().includes(unit);
    return csvField(`${name || column.id}${isSaid ? "" : ` (${unit})`}`);
  });
  return csvText([names, ...linesOf(source, shown, 0, source.rows - 1, csvField)]);
}

/** A cell's text as copied and exported. A bare note is left out: behind it the figure would be no number any more. */
function cellPlain(column: PlacedColumn, source: GridSource, row: number): string {
  const number = source.number(row, column.slot);
  if (column.kind === "text") return wordOf(column, source, row, number) ?? "";
  const text = formatOf(column, source, row).plain(number);
  const note = noteOf(column, source, row, number);
  const isFigure = Number.isNaN(note) || column.note?.isBare;
  return isFigure ? text : withNote(column, text, column.note?.format.plain(note) ?? "");
}

/** Bars have no figure of their own, nor has one that leaves no room for it. */
function exported(columns: readonly PlacedColumn[]): readonly PlacedColumn[] {
  return columns.filter(({ kind, boxLeft, boxRight }) =>
    kind === "gutter-bar" ? boxRight > boxLeft : kind !== "oi-bars",
  );
}

function linesOf(
  source: GridSource,
  columns: readonly PlacedColumn[],
  from: number,
  to: number,
  field: (text: string) => string,
): string[][] {
  const lines: string[][] = [];
  for (let row = from; row <= to; row++) lines.push(columns.map((column) => field(cellPlain(column, source, row))));
  return lines;
}

/** @param lines of fields: texts have gone through `csvField` */
export const csvText = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((fields) => `${fields.join(",")}\r\n`).join("");

/** Without the last bits of a division; '' where it is not known. */
export const csvFigure = (value: number): string => (Number.isFinite(value) ? String(Number(value.toFixed(6))) : "");

export function csvField(text: string): string {
  // A text that starts like a formula would run in a spreadsheet; numbers may start with a minus.
  const safe = /^[=+@]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
