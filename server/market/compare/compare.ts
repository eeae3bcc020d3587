/**
 * Sets the simulated exchange beside recorded days: each recorded room is measured, and so are the rooms that the
 * simulation makes of the same name on the same date with several seeds, seen as the recorder saw the real one.
 */
import { simulatedDay } from "../../feeds/simulated/simulated-history.ts";
import { asSeen } from "./as-seen.ts";
import { GROUPS, type Measured } from "./fact.ts";
import type { Recorded } from "./recorded-days.ts";
import { roomFacts } from "./room-facts.ts";
import { roomKind } from "./room-kind.ts";
import { simulatedSpot } from "./simulated-spot.ts";
import { spotFacts } from "./spot-facts.ts";
import { type ComparedFact, judge } from "./verdict.ts";

export interface CompareOptions {
  readonly seed: number;
  /** Simulated days for each recorded one: seeds from `seed` on. */
  readonly days: number;
  /** Told what is being measured. */
  readonly tell?: (what: string) => void;
}

export interface Comparison {
  /** By group, then by kind of room. */
  readonly facts: readonly ComparedFact[];
  /** Recorded rooms: date and name. */
  readonly rooms: readonly string[];
  readonly spotDays: number;
  readonly refused: readonly string[];
}

/** A spot of sixty days is as much as the file of it: more seeds say nothing new. */
const SPOT_SEEDS = 2;
const SPOT_KIND = "NIFTY";

interface Sums {
  readonly recorded: Measured[];
  readonly simulated: Measured[];
}

export async function compare(source: Recorded, { seed, days, tell }: CompareOptions): Promise<Comparison> {
  const kinds = new Map<string, Sums>();
  const rooms: string[] = [];
  const seeds = Array.from({ length: days }, (_, i) => seed + i);
  for await (const day of source.days) {
    for (const room of day.rooms) {
      const kind = roomKind(room) ?? room.room;
      const sums = kinds.get(kind) ?? { recorded: [], simulated: [] };
      kinds.set(kind, sums);
      sums.recorded.push(roomFacts(room));
      rooms.push(`${room.date} ${room.room}`);
    }
    for (const each of seeds) {
      tell?.(`${day.date}: simulated with seed ${each}`);
      const made = simulatedDay(each, day.date);
      for (const room of day.rooms) {
        const simulated = made.room(room.room);
        if (simulated) kinds.get(roomKind(room) ?? room.room)?.simulated.push(roomFacts(asSeen(simulated, room)));
      }
    }
  }
  const facts = [...kinds].flatMap(([kind, sums]) => judge({ kind, ...sums }));
  if (source.spot.length > 0) {
    tell?.(`${source.spot.length} days of the spot`);
    const dates = source.spot.map(({ date }) => date);
    const simulated = seeds.slice(0, SPOT_SEEDS).flatMap((each) => simulatedSpot(each, dates));
    facts.push(
      ...judge({ kind: SPOT_KIND, recorded: source.spot.map(spotFacts), simulated: simulated.map(spotFacts) }),
    );
  }
  facts.sort((a, b) => GROUPS.indexOf(a.fact.group) - GROUPS.indexOf(b.fact.group));
  return { facts, rooms, spotDays: source.spot.length, refused: source.refused };
}
