/** An archive that remembers what it was given. */
import type { RoomDay } from "#contract/domain/columns.ts";
import type { Archive, DayManifest } from "../../market/archive/archive.ts";

export interface MemoryArchive extends Archive {
  readonly written: DayManifest[];
  readonly rooms: Map<string, RoomDay>;
  /** What the next writes throw. */
  fault: Error | undefined;
}

export function createMemoryArchive(): MemoryArchive {
  const archive: MemoryArchive = {
    written: [],
    rooms: new Map(),
    fault: undefined,
    days: async () => archive.written,
    day: async (source, date) => archive.written.find((day) => day.source === source && day.date === date),
    read: async () => undefined,
    async writeDay(day, rooms) {
      if (archive.fault) throw archive.fault;
      const list = [...rooms];
      for (const room of list) archive.rooms.set(`${day.date} ${room.room}`, room);
      const manifest: DayManifest = {
        ...day,
        cadence: 1,
        rooms: list.map(({ room }) => ({ room, bytes: 0, checksum: "" })),
      };
      archive.written.push(manifest);
      return manifest;
    },
  };
  return archive;
}
