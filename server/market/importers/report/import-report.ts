/** What an import found and did, as data; report-text.ts writes it out. */
import { MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DayBuilder } from "../rooms/day-builder.ts";
import type { Refilled } from "../rooms/refill-next.ts";
import { dayNotes } from "./day-notes.ts";

export interface Reject {
  readonly line: number;
  readonly reason: string;
}

/** Rejects that are kept with their reason; the others are only counted. */
const KEPT_REJECTS = 10_000;

export class FileReport {
  readonly path: string;
  readonly name: string;
  format: string | undefined;
  /** In JSON: items are counted as lines. */
  isList = false;
  /** Lines after the header. */
  lines = 0;
  imported = 0;
  rejected = 0;
  /** Lines about what the product does not show: bonds, other exchanges. */
  passed = 0;
  readonly rejects: Reject[] = [];
  /** Why nothing of the file was imported: a whole sentence with file and line. */
  error: string | undefined;

  constructor(path: string, name: string) {
    this.path = path;
    this.name = name;
  }

  reject(line: number, reason: string): void {
    this.rejected++;
    if (this.rejects.length < KEPT_REJECTS) this.rejects.push({ line, reason });
  }
}

export interface RoomReport {
  readonly room: RoomName;
  readonly symbol: string;
  readonly expiry: IsoDate;
  /** Options, and the spot where there is one. */
  readonly contracts: number;
  readonly lot: number;
  readonly minutes: number;
}

export type DayStatus = "new" | "replaced" | "unchanged" | "not written (dry run)" | "failed";

/** A room of the archive that the import changes: how many minutes it has. */
export interface ReplacedRoom {
  readonly room: RoomName;
  /** undefined where the archived room cannot be read. */
  readonly before: number | undefined;
  readonly after: number;
}

/** Minutes of the day, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface DayReport {
  readonly date: IsoDate;
  readonly files: readonly string[];
  status: DayStatus;
  /** In a dry run, the status that the import would have. */
  wouldBe: DayStatus | undefined;
  error: string | undefined;
  /** Rooms of earlier imports that this one changes. */
  replaces: readonly ReplacedRoom[];
  readonly rooms: readonly RoomReport[];
  /** Rooms of earlier imports of the day that stay as they are. */
  readonly kept: number;
  /** Minutes that any room has. */
  readonly minutes: number;
  readonly covered: Span;
  readonly session: Span;
  readonly cadence: number;
  /** Between the first and the last minute, longer than the cadence. */
  readonly gaps: readonly Span[];
  /** What was noticed, a line each. */
  readonly notes: readonly string[];
  /** Compressed, on disk. */
  bytes: number;
}

/** The end-of-day figures of one file. */
export interface DailyReport {
  readonly file: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly days: number;
  readonly isDryRun: boolean;
  /** Days that had no figures before. */
  newDays: number;
  underlyings: number;
  contracts: number;
  /** Rows that were there with the very same figures. */
  unchanged: number;
  /** Rows that were there with other figures. */
  replaced: number;
  /** Rows in place of which a better source's stay. */
  outranked: number;
  /** Symbols whose volume is absent, as the lot of their contracts is not known. */
  unknownLots: readonly string[];
  error: string | undefined;
}

export const dailyReport = (file: string, dates: readonly IsoDate[], isDryRun: boolean): DailyReport => ({
  file,
  from: dates[0],
  to: dates[dates.length - 1],
  days: dates.length,
  isDryRun,
  newDays: 0,
  underlyings: 0,
  contracts: 0,
  unchanged: 0,
  replaced: 0,
  outranked: 0,
  unknownLots: [],
  error: undefined,
});

/** The reference rows of one file. */
export interface ReferenceReport {
  readonly file: string;
  /** The file of the data folder that the rows went to. */
  readonly target: string;
  readonly isDryRun: boolean;
  /** Rows that the file gave, after what it repeats. */
  rows: number;
  added: number;
  replaced: number;
  /** What the rows say otherwise than the built-in tables: one sentence each. */
  differences: readonly string[];
  error: string | undefined;
}

export interface ImportReport {
  readonly files: readonly FileReport[];
  readonly days: readonly DayReport[];
  readonly daily: readonly DailyReport[];
  readonly reference: readonly ReferenceReport[];
  /** Archived days whose previous figures this import changed. */
  readonly refilled: readonly Refilled[];
}

/** Whether everything that was asked for is imported: bad lines are reported, bad files and days are failures. */
export function hasFailed({ files, days, daily, reference }: ImportReport): boolean {
  const outcomes = [...days, ...daily, ...reference];
  return outcomes.length === 0 || [...files, ...outcomes].some(({ error }) => error !== undefined);
}

/** After the day's rooms were finished. */
export function dayReport(builder: DayBuilder, rooms: readonly RoomReport[], kept: number): DayReport {
  const builders = builder.rooms;
  const filled = new Set<number>();
  for (const { day } of builders)
    for (let slot = 0; slot < day.minutes.slots; slot++)
      if (day.minutes.state[slot] !== MISSING_MINUTE) filled.add(day.open + slot);
  const minutes = [...filled].sort((a, b) => a - b);
  const opens = builders.map(({ day }) => day.open as number);
  const closes = builders.map(({ day }) => day.open + day.minutes.slots - 1);
  const cadence = Math.min(...builders.map(({ day }) => day.cadence));
  return {
    date: builder.date,
    files: [...builder.files],
    status: "new",
    wouldBe: undefined,
    error: undefined,
    replaces: [],
    rooms,
    kept,
    minutes: minutes.length,
    covered: { from: minutes[0], to: minutes[minutes.length - 1] },
    session: { from: Math.min(...opens), to: Math.max(...closes) },
    cadence,
    gaps: gapsOf(minutes, cadence),
    notes: dayNotes(builder),
    bytes: 0,
  };
}

export function roomReport({ room, symbol, expiry, tokens, minutes }: RoomDay): RoomReport {
  const filled = minutes.state.reduce((count, state) => count + (state === MISSING_MINUTE ? 0 : 1), 0);
  return { room, symbol, expiry, contracts: tokens.length, lot: tokens.lotSize[0], minutes: filled };
}

function gapsOf(minutes: readonly number[], cadence: number): Span[] {
  const gaps: Span[] = [];
  for (let i = 1; i < minutes.length; i++) {
    if (minutes[i] - minutes[i - 1] > cadence * 1.5) gaps.push({ from: minutes[i - 1] + 1, to: minutes[i] - 1 });
  }
  return gaps;
}
