/** The archive's days as lines of text. */
import type { DayManifest } from "./archive.ts";

/** Symbols named one by one: a day may have two hundred, and one such would push every line off the terminal. */
const NAMED = 4;

export function listLines(days: readonly DayManifest[], folder: string): string[] {
  if (days.length === 0) return [`${folder} holds no days: import some, or let the simulated exchange finish one`];
  const rows = days.map((day) => [
    day.date,
    day.source,
    symbolWords(day.symbols),
    `${day.rooms.length} rooms`,
    `${day.cadence} min`,
    `${(day.rooms.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(2)} MB`,
    day.origin,
  ]);
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
}

/** 'NIFTY (4) BANKNIFTY (1)', each with its expiries; 'and 16 more' behind the first. */
function symbolWords(symbols: DayManifest["symbols"]): string {
  const named = symbols.slice(0, NAMED).map(({ symbol, expiries }) => `${symbol} (${expiries.length})`);
  const rest = symbols.length - NAMED;
  return [...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join(" ");
}
