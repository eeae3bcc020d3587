/** The vault of days: past days that the user keeps in this browser, for when the server is away. In the feed worker. */
import type { DayKey } from "../domain/clock.ts";
import type { RoomName } from "../domain/instruments.ts";
import type { HistoryDay } from "../wire/http/market.ts";

export interface KeptDay {
  /** As the list of days has it; `symbols` are those that are kept. */
  readonly day: HistoryDay;
  readonly rooms: number;
  /** What it takes. */
  readonly bytes: number;
  /** When it was kept, or turned to last: epoch milliseconds. */
  readonly usedAt: number;
}

/** What all kept days may take together. */
export const MOST_VAULT_BYTES = 250 * 1024 * 1024;

/** Called through Comlink. Each rejects with an Error in words for the user. */
export interface VaultApi {
  /** Oldest first. */
  days(): Promise<readonly KeptDay[]>;
  /**
   * Loads what the day lists and these rooms of it, and keeps them beside what is kept of it already.
   * @param day its `symbols` are those whose rooms are meant
   * @returns days that had to leave: those unused for longest
   */
  keep(day: HistoryDay, rooms: readonly RoomName[]): Promise<readonly KeptDay[]>;
  /** A past day's room as the archive's own bytes: the server's, else what is kept; undefined where the day lacks it. */
  roomBytes(room: RoomName, day: DayKey): Promise<Uint8Array | undefined>;
  forget(day: DayKey): Promise<void>;
  /** One file of all that is kept of the day. */
  exportDay(day: DayKey): Promise<Uint8Array<ArrayBuffer>>;
  /** Keeps the day of such a file. @returns it, and the days that had to leave */
  importDay(file: Uint8Array<ArrayBuffer>): Promise<{ readonly day: HistoryDay; readonly left: readonly KeptDay[] }>;
}
