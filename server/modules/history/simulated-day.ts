/** Days of the simulated exchange's past, made when they are asked for; the rooms made last are kept. */
import type { RoomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { StoredBlob } from "../../market/archive/archive.ts";
import { AppError } from "../../platform/errors.ts";
import type { ByteCache } from "../../platform/limits/byte-cache.ts";
import { dropOldest } from "../../platform/limits/drop-oldest.ts";
import type { HistoryRunner, SimulatedFacts } from "./history-jobs.ts";
import type { HistoryMetrics } from "./history-metrics.ts";
import type { PastDay } from "./past-day.ts";

export type OpenSimulatedDay = (date: IsoDate) => Promise<PastDay>;

export interface SimulatedDaysDeps {
  readonly seed: number;
  /** What the exchange lists; undefined for all. */
  readonly symbols: readonly string[] | undefined;
  readonly runner: HistoryRunner;
  readonly cache: ByteCache<StoredBlob>;
  readonly metrics: HistoryMetrics;
}

/** More than the days that are listed, so that a roll-over forgets no day that somebody looks at. */
const KEPT_DAYS = 24;
/** Of all rooms of those days: some 2 MB. */
const KEPT_CHECKSUMS = 17_000;

export function createSimulatedDays({ seed, symbols, runner, cache, metrics }: SimulatedDaysDeps): OpenSimulatedDay {
  const days = new Map<IsoDate, Promise<SimulatedFacts>>();
  const checksums = new Map<string, string>();

  function factsOf(date: IsoDate): Promise<SimulatedFacts> {
    const known = days.get(date);
    if (known !== undefined) return known;
    const facts = runner.run("simulatedDay", date, { seed, symbols, date });
    days.set(date, facts);
    dropOldest(days, KEPT_DAYS);
    facts.catch(() => days.delete(date));
    return facts;
  }

  async function stored(date: IsoDate, room: RoomName): Promise<StoredBlob> {
    const key = `${date} ${room}`;
    const kept = cache.get(key);
    metrics.cacheLookups.inc({ outcome: kept === undefined ? "miss" : "hit" });
    if (kept !== undefined) return kept;
    const blob = await runner.run("simulatedRoom", key, { seed, symbols, date, room });
    if (blob === undefined) throw new AppError("not-found");
    cache.set(key, blob);
    checksums.set(key, blob.checksum);
    dropOldest(checksums, KEPT_CHECKSUMS);
    return blob;
  }

  return async (date) => {
    const { symbols, rooms, spots } = await factsOf(date);
    return {
      date,
      source: "sim",
      symbols,
      rooms,
      spots: async () => spots,
      checksum: async (room) => checksums.get(`${date} ${room}`) ?? (await stored(date, room)).checksum,
      stored: (room) => stored(date, room),
    };
  };
}
