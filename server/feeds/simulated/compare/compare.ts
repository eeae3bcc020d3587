/**
 * Sets the simulated exchange beside recorded days: each recorded room is measured, and so are the rooms that the
 * simulation makes of the same name on the same date with several seeds, seen as the recorder saw the real one.
 */
import { UNDERLYINGS } from "#contract/domain/instruments.ts";
import { simulatedDay } from "../past/simulated-history.ts";
import { asSeen } from "./as-seen.ts";
import { GROUPS } from "./fact.ts";
import { roomFacts } from "./facts/room-facts.ts";
import { type SpotDay, spotFacts } from "./facts/spot-facts.ts";
import { type Family, familiesOf } from "./families.ts";
import type { Observation } from "./observation.ts";
import type { Recorded } from "./recorded-days.ts";
import { roomKind } from "./room-kind.ts";
import { simulatedSpot } from "./simulated-spot.ts";
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
  readonly families: readonly Family[];
  /** Recorded rooms: date and name. */
  readonly rooms: readonly string[];
  readonly spotDays: number;
  /** Recorded rooms that the simulated exchange does not list. */
  readonly unlisted: readonly string[];
  readonly refused: readonly string[];
}

/** A spot of sixty days is as much as the file of it: more seeds say nothing new. */
const SPOT_SEEDS = 2;

const spotOf = (days: readonly SpotDay[]): Observation[] =>
  days.map((day) => ({ kind: "NIFTY", cadence: 1, date: day.date, measured: spotFacts(day) }));

export async function compare(source: Recorded, { seed, days, tell }: CompareOptions): Promise<Comparison> {
  const recorded: Observation[] = [];
  const simulated: Observation[] = [];
  const rooms: string[] = [];
  const unlisted: string[] = [];
  const seeds = Array.from({ length: days }, (_, i) => seed + i);
  for await (const day of source.days) {
    const listed = day.rooms.filter(({ symbol }) => UNDERLYINGS.some((underlying) => underlying.symbol === symbol));
    const symbols = [...new Set(listed.map(({ symbol }) => symbol))];
    const measured = new Map<string, Observation>();
    for (const each of listed.length === 0 ? [] : seeds) {
      tell?.(`${day.date}: simulated with seed ${each}`);
      const made = simulatedDay(each, day.date, symbols);
      for (const room of listed) {
        // No fact looks at yesterday's prices or volumes.
        const twin = made.room(room.room, "interest");
        if (!twin) continue;
        const { date, cadence } = room;
        const kind = roomKind(room) ?? room.room;
        if (!measured.has(room.room)) measured.set(room.room, { kind, date, cadence, measured: roomFacts(room) });
        simulated.push({ kind, date, cadence, measured: roomFacts(asSeen(twin, room)) });
      }
    }
    recorded.push(...measured.values());
    for (const room of day.rooms) (measured.has(room.room) ? rooms : unlisted).push(`${room.date} ${room.room}`);
  }
  if (source.spot.length > 0) {
    tell?.(`${source.spot.length} days of the spot`);
    const dates = source.spot.map(({ date }) => date);
    recorded.push(...spotOf(source.spot));
    simulated.push(...seeds.slice(0, SPOT_SEEDS).flatMap((each) => spotOf(simulatedSpot(each, dates))));
  }
  const facts = judge(recorded, simulated);
  facts.sort(
    (a, b) =>
      GROUPS.indexOf(a.fact.group) - GROUPS.indexOf(b.fact.group) || (a.kind < b.kind ? -1 : +(a.kind > b.kind)),
  );
  const { refused, spot } = source;
  return { facts, families: familiesOf(facts), rooms, spotDays: spot.length, unlisted, refused };
}
