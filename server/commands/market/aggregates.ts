/** `npm run market -- aggregates`: makes what finished days came to again, without waiting for a server to ask. */
import { openSimulatedPast } from "../../feeds/simulated/past/open-past.ts";
import { type AggregateStore, createAggregateStore } from "../../market/aggregates/aggregate-store.ts";
import { type AggregateWork, makeAggregates } from "../../market/aggregates/make-aggregates.ts";
import type { Archive, DayManifest } from "../../market/archive/archive.ts";
import type { StoredArchive } from "../../market/archive/stored-archive.ts";
import { aggregateWorkOf } from "../../modules/history/history.ts";
import { createHistoryWork } from "../../modules/history/history-work.ts";
import { oneLine } from "../../platform/start-error.ts";
import { dateOption } from "../typed/command-line.ts";

export interface AggregatesInput {
  readonly archive: StoredArchive;
  /** YYYY-MM-DD; every day unless told. */
  readonly date: string | undefined;
  /** Told of each day as it is made. */
  readonly tell: (line: string) => void;
}

/** @returns the exit code: 1 when a day could not be made. @throws UsageError for a date that is none. */
export async function marketAggregates({ archive, date, tell }: AggregatesInput): Promise<number> {
  const asked = date === undefined ? undefined : dateOption("date", date);
  const days = (await archive.days()).filter((day) => asked === undefined || day.date === asked);
  if (days.length === 0) {
    tell(
      date === undefined ? `${archive.store.place} holds no days` : `${archive.store.place} holds no day of ${date}`,
    );
    return date === undefined ? 0 : 1;
  }
  const store = createAggregateStore({ store: archive.store });
  const doWork = createHistoryWork(openSimulatedPast);
  const work = aggregateWorkOf({ run: (name, _, request) => doWork(name, request) });
  let faults = 0;
  for (const day of days) {
    try {
      tell(await make(archive, store, work, day));
    } catch (error) {
      faults++;
      tell(`${day.date} (${day.source}): not made: ${oneLine(error)}`);
    }
  }
  return faults > 0 ? 1 : 0;
}

async function make(archive: Archive, store: AggregateStore, work: AggregateWork, day: DayManifest): Promise<string> {
  const made = await makeAggregates(archive, work, day);
  await store.write(made);
  const closes = Object.values(made.closes);
  const known = (name: "change" | "iv"): number => closes.filter((close) => close[name] !== null).length;
  const futures = Object.values(made.buildUps).reduce((sum, symbols) => sum + Object.keys(symbols).length, 0);
  return `${day.date} (${day.source}): ${closes.length} of ${day.symbols.length} closes, ${known("change")} changes, ${known("iv")} volatilities, ${futures} futures`;
}
