/** Past days that belong to what the board shows. */
import type { DayKey, ExchangeTime, FrozenDay } from "#contract/domain/clock.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";

/** Whose days go with a board: those of its own day, or those that the live market is kept as. */
export const sourceOf = (day: FrozenDay | undefined, live: ExchangeTime["source"] | undefined): DayKey["source"] =>
  typeof day === "object" ? day.source : live === "sim" || live === "kite" ? live : "import";

/** Of the wanted source where it has the day, else of another. @param symbol absent: whatever the day has */
export function recordedDay(
  days: readonly HistoryDay[],
  date: IsoDate,
  source: DayKey["source"],
  symbol: string | undefined,
): DayKey | undefined {
  const having = days.filter(
    (day) => day.date === date && (symbol === undefined || Object.values(day.symbols).flat().includes(symbol)),
  );
  const found = having.find((day) => day.source === source) ?? having[0];
  return found && { source: found.source, date };
}

/** The same, but never a simulated day for a recorded one or the other way round: their prices have nothing to do with each other. */
export function settlementDay(...[days, date, source, symbol]: Parameters<typeof recordedDay>): DayKey | undefined {
  const isSimulated = source === "sim";
  return recordedDay(
    days.filter((day) => (day.source === "sim") === isSimulated),
    date,
    source,
    symbol,
  );
}
