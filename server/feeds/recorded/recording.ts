/** An archived day, opened to be served again as today. */
import { lastFilledSlot, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Archive, DayManifest } from "../../market/archive/archive.ts";
import { loadRoomDay } from "../../market/archive/blob-codec.ts";
import { FeedError } from "../../market/feed.ts";
import { packRoom } from "../../market/minutes/pack-room.ts";
import { oneLine } from "../../platform/start-error.ts";

export interface Recording {
  readonly manifest: DayManifest;
  readonly rooms: readonly RoomDay[];
  /** The first and the last minute of the day that any room has. */
  readonly first: number;
  readonly last: number;
  /** The last minute in which any room trades. */
  readonly close: number;
}

/** @throws FeedError: no such day (it lists those that are archived), or a damaged one. */
export async function openRecording(archive: Archive, date: IsoDate): Promise<Recording> {
  const days = await archive.days();
  // Real sources come first within a date.
  const manifest = days.find((day) => day.date === date);
  if (manifest === undefined) throw new FeedError(`${date} is not archived: ${archivedDays(days)}`);
  const rooms: RoomDay[] = [];
  for (const { room } of manifest.rooms) {
    try {
      const stored = await archive.read({ source: manifest.source, date, room });
      const day = stored && (await loadRoomDay(stored));
      if (day === undefined) continue;
      packRoom(day);
      rooms.push(day);
    } catch (error) {
      throw new FeedError(`The recorded day ${date} cannot be read: ${oneLine(error)}`, { cause: error });
    }
  }
  const filled = rooms.filter((room) => lastFilledSlot(room.minutes) >= 0);
  if (filled.length === 0) throw new FeedError(`The recorded day ${date} has no minutes`);
  return {
    manifest,
    rooms,
    first: Math.min(...filled.map((room) => room.open + firstFilledSlot(room))),
    last: Math.max(...filled.map((room) => room.open + lastFilledSlot(room.minutes))),
    close: Math.max(...rooms.map((room) => room.open + room.minutes.slots - 1)),
  };
}

/**
 * How many minutes a snapshot stands for: figures are joined up to one and a half cadences apart, and what is longer is
 * a hole. 1 for minutes, 7 for snapshots every five minutes.
 */
const standingMinutes = (cadence: number): number => Math.floor(cadence * 1.5);

/** The slot whose figures are those of a minute: its own, or the last before it that still stands; -1 in a hole. */
export function standingSlot({ minutes, open, cadence }: RoomDay, at: number): number {
  const slot = at - open;
  if (slot < 0 || slot >= minutes.slots) return -1;
  const last = lastFilledSlot(minutes, slot);
  return slot - last < standingMinutes(cadence) ? last : -1;
}

/** Whether the room was captured in this very minute. */
export const hasMinute = ({ minutes, open }: RoomDay, at: number): boolean =>
  at >= open && at < open + minutes.slots && minutes.state[at - open] !== MISSING_MINUTE;

/** Whether any room has figures for the minute. */
export const isCovered = ({ rooms }: Recording, at: number): boolean =>
  rooms.some((room) => standingSlot(room, at) >= 0);

/** The first minute after the last capture before `at`, and the next capture's: the ends of a hole. */
export function holeAround({ rooms, first, last }: Recording, at: number): { from: number; until: number } {
  let from = at;
  while (from > first && !rooms.some((room) => hasMinute(room, from - 1))) from--;
  let until = at;
  while (until <= last && !rooms.some((room) => hasMinute(room, until))) until++;
  return { from, until };
}

const firstFilledSlot = ({ minutes }: RoomDay): number => minutes.state.findIndex((state) => state !== MISSING_MINUTE);

/** Days that the message lists: the newest. */
const LISTED_DAYS = 10;

function archivedDays(days: readonly DayManifest[]): string {
  const dates = [...new Set(days.map((day) => day.date))];
  if (dates.length === 0) return "no day is; import one with npm run market -- import <files>";
  const shown = dates.slice(-LISTED_DAYS);
  return `archived ${dates.length === 1 ? "is" : "are"} ${dates.length > shown.length ? "..., " : ""}${shown.join(", ")}`;
}
