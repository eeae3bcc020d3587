/** An archive that tells of the days it is given. */
import type { Archive } from "../archive/archive.ts";

/** @param onWritten is called once a day is whole. */
export const observedArchive = (archive: Archive, onWritten: () => void): Archive => ({
  days: () => archive.days(),
  day: (source, date) => archive.day(source, date),
  read: (key) => archive.read(key),
  async writeDay(day, rooms) {
    const manifest = await archive.writeDay(day, rooms);
    onWritten();
    return manifest;
  },
});
