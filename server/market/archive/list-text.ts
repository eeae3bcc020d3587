/** The archive's days as lines of text. */
import type { DayManifest } from "./archive.ts";

export function listLines(days: readonly DayManifest[], folder: string): string[] {
  if (days.length === 0) return [`${folder} holds no days: import some, or let the simulated exchange finish one`];
  const rows = days.map((day) => [
    day.date,
    day.source,
    day.symbols.map(({ symbol, expiries }) => `${symbol} (${expiries.length})`).join(" "),
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
