/**
 * The current day on disk: an append-only file of minutes in `{DATA_DIR}/journal`, one file a day and source, durable
 * (fdatasync) minute by minute. A finished day is archived, and only then is its journal deleted.
 *
 * The columns in memory are the truth while the process lives: what could not be written (a full disk) stays pending
 * and is written, in order, when there is room again.
 */
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import { type Fence, Fenced, noFence } from "../../platform/data-folder/fence.ts";
import { oneLine, StartError } from "../../platform/start-error.ts";
import type { TradingDay } from "../feed.ts";
import { type PackedBlock, PackedMinutes } from "../minutes/packed-minutes.ts";
import type { ChangedRows } from "../open-day/changed-rows.ts";
import { dayTexts } from "./journal-json.ts";
import { JOURNAL_VERSION, JournalVersionError } from "./journal-layout.ts";
import { type JournalContents, readJournalFile } from "./journal-read.ts";
import { RecordWriter } from "./journal-write.ts";

/** What is gathered before it is written, where a whole day is. */
const DRAIN_BYTES = 1 << 20;
/** Rooms whose contracts are written in one turn of the event loop: a few milliseconds. */
const ROOMS_A_TURN = 24;
const SUFFIX = ".journal";

/** A journal found at the start. */
export interface FoundJournal extends JournalContents {
  readonly path: string;
  /** Bytes after the last whole record: a torn or damaged tail. */
  readonly cut: number;
}

/**
 * Every journal in the folder, oldest day first. A file without a whole first record holds nothing and is skipped. A file
 * of an older version is renamed, so that nothing overwrites it.
 * @param say hears one line about each file that was set aside
 * @throws StartError when the folder cannot be read, or a newer version wrote one.
 */
export async function findJournals(
  folder: string,
  say: (line: string) => void = () => undefined,
): Promise<FoundJournal[]> {
  try {
    await mkdir(folder, { recursive: true });
    const found: FoundJournal[] = [];
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(SUFFIX)).sort()) {
      const path = join(folder, name);
      const journal = await readOrSetAside(path, say);
      if (journal?.contents) found.push({ ...journal.contents, path, cut: journal.size - journal.contents.length });
    }
    return found;
  } catch (error) {
    if (error instanceof JournalVersionError) throw new StartError(`${folder}: ${error.message}`);
    throw new StartError(`Cannot use the journal folder ${folder}: ${oneLine(error)}`);
  }
}

async function readOrSetAside(path: string, say: (line: string) => void) {
  try {
    return await readJournalFile(path);
  } catch (error) {
    if (!(error instanceof JournalVersionError) || error.version > JOURNAL_VERSION) throw error;
    const aside = `${path}.version-${error.version}`;
    await rename(path, aside);
    say(`journal: ${path} was written by an older Strikeboard; it is kept as ${aside} and not read`);
    return undefined;
  }
}

export interface AppendReport {
  readonly bytes: number;
  readonly ms: number;
}

/** What is missing of a journal, in words; undefined where nothing is. */
export function holesOf({ holes, path }: FoundJournal): string | undefined {
  if (holes.length === 0) return undefined;
  const words = holes.map(({ bytes, after, before }) => {
    const until = before === undefined ? "" : ` until ${minuteLabel(minute(before))}`;
    return `${bytes} bytes${after === undefined ? "" : ` after ${minuteLabel(minute(after))}`}${until}`;
  });
  return `the journal was damaged: ${words.join("; ")}; kept as ${asideOf(path)}`;
}

const asideOf = (path: string): string => `${path}.damaged`;

/** Keeps a damaged file as it is, beside the one that will replace it. */
export async function setAside({ path }: FoundJournal): Promise<void> {
  await copyFile(path, asideOf(path));
}

/** The journal of one day. Calls are queued: a later one sees the effect of the earlier. */
export class DayJournal {
  readonly path: string;
  readonly #rooms: readonly RoomDay[];
  readonly #writer = new RecordWriter();
  /** Rows of each room's token table that the file knows. */
  readonly #rows: number[];
  /** The last slot of each room that the file has; below 0 for none. */
  #lastSlots: Int32Array;
  #file: FileHandle | undefined;
  /** Where the next record goes: the end of the last one known to be whole. */
  #end = 0;
  #pending: number[] = [];
  #queue: Promise<unknown> = Promise.resolve();
  readonly #day: TradingDay;
  readonly #changed: readonly ChangedRows[];
  readonly #temporary: string;

  readonly #fence: Fence;

  private constructor(folder: string, day: TradingDay, changed: readonly ChangedRows[], fence: Fence) {
    this.#changed = changed;
    this.#fence = fence;
    this.path = journalPath(folder, day);
    this.#temporary = `${this.path}.new`;
    this.#day = day;
    this.#rooms = day.rooms;
    this.#rows = day.rooms.map((room) => room.tokens.length);
    this.#lastSlots = new Int32Array(day.rooms.length).fill(-2);
  }

  /**
   * A new file that holds the day and `minutes`; it replaces the day's old file once it is whole and durable.
   * @param changed of the day's rooms, in their order; without it, a minute is compared with the one before.
   */
  static create(
    folder: string,
    day: TradingDay,
    minutes: readonly number[],
    changed: readonly ChangedRows[] = [],
    fence: Fence = noFence,
  ): DayJournal {
    const journal = new DayJournal(folder, day, changed, fence);
    journal.#pending = [...minutes];
    return journal;
  }

  /** Minutes that are in memory only. */
  get pending(): number {
    return this.#pending.length;
  }

  /**
   * Makes a closed minute (and whatever is pending) durable.
   * @throws the file system's error, or Fenced; the minute then stays pending.
   */
  append(minute: number): Promise<AppendReport> {
    return this.#enqueue(() => {
      this.#pending.push(minute);
      return this.#write();
    });
  }

  /** Makes what is pending durable. @throws as {@link append}. */
  flush(): Promise<AppendReport> {
    return this.#enqueue(() => this.#write());
  }

  close(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#file?.close();
      this.#file = undefined;
    });
  }

  /** Forgets the day on disk. */
  async remove(): Promise<void> {
    await this.close();
    this.#fence.check();
    // A disk that refused all day has no such file.
    await rm(this.path, { force: true });
  }

  async #write(): Promise<AppendReport> {
    const started = performance.now();
    this.#fence.check();
    const bytes = this.#file === undefined ? await this.#begin() : await this.#extend(this.#file);
    return { bytes, ms: performance.now() - started };
  }

  async #begin(): Promise<number> {
    // A file of its own: a process that was replaced may hold the old one, and is fenced before it renames.
    await unlink(this.#temporary).catch(() => undefined);
    const file = await open(this.#temporary, "w");
    try {
      const rows = this.#rooms.map((room) => room.tokens.length);
      const blocks = this.#rooms.map(({ minutes }) => (minutes instanceof PackedMinutes ? minutes.blocks : []));
      this.#writer.reset();
      await this.#writeDay();
      // The first minute after a room's blocks has all rows: to compare it with them, they would be unpacked.
      const lastSlots = new Int32Array(rows.length).fill(-2);
      let end = await this.#drain(file, 0);
      // Room by room and minute by minute, so that the backlog of a whole day is never one buffer. What is packed already
      // is written as it is. A minute that closes meanwhile comes after those that are written here.
      for (const [index, packed] of blocks.entries()) {
        for (const block of packed) this.#writer.block(index, block);
        if (this.#writer.length > DRAIN_BYTES) end = await this.#drain(file, end);
      }
      const written = this.#pending.length;
      for (let i = 0; i < written; i++) {
        this.#writer.minute(this.#pending[i], this.#rooms, rows, {
          isWritten: (index, slot) => holds(blocks[index], slot),
          lastSlots,
        });
        // A minute of the whole market takes some milliseconds.
        end = await this.#drain(file, end);
      }
      end = await this.#drain(file, end);
      await file.sync();
      this.#fence.check();
      await rename(this.#temporary, this.path);
      await syncFolder(this.path);
      this.#fence.check();
      this.#pending.splice(0, written);
      for (let i = 0; i < rows.length; i++) this.#rows[i] = rows[i];
      this.#lastSlots = lastSlots;
      this.#file = file;
      this.#end = end;
      return end;
    } catch (error) {
      await file.close().catch(() => undefined);
      // Of a process that was replaced, the file of that name may be its successor's by now.
      if (!(error instanceof Fenced)) await unlink(this.#temporary).catch(() => undefined);
      throw error;
    }
  }

  /** The record of the day, some rooms a turn: ticks pass in between. */
  async #writeDay(): Promise<void> {
    let texts = 0;
    this.#writer.beginDay();
    for (const text of dayTexts(this.#day)) {
      this.#writer.text(text);
      if (++texts % ROOMS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#writer.endText();
  }

  /** Writes what the writer holds at `end`; gives the end after it. */
  async #drain(file: FileHandle, end: number): Promise<number> {
    const length = await writeAll(file, this.#writer.written, end);
    this.#writer.reset();
    return end + length;
  }

  async #extend(file: FileHandle): Promise<number> {
    const minutes = this.#pending.length;
    if (minutes === 0) return 0;
    const rows = this.#rooms.map((room) => room.tokens.length);
    this.#writer.reset();
    for (let i = 0; i < rows.length; i++) {
      if (rows[i] > this.#rows[i]) this.#writer.extended(i, this.#rooms[i].tokens, this.#rows[i]);
    }
    let end = this.#end;
    const lastSlots = this.#lastSlots.slice();
    try {
      for (let i = 0; i < minutes; i++) {
        this.#writer.minute(this.#pending[i], this.#rooms, rows, { changed: this.#changed, lastSlots });
        end = await this.#drain(file, end);
      }
      await file.datasync();
    } catch (error) {
      await file.truncate(this.#end).catch(() => undefined);
      throw error;
    }
    // Who took the folder before the minute was durable may have read the journal without it, and makes its own.
    this.#fence.check();
    const bytes = end - this.#end;
    this.#end = end;
    this.#lastSlots = lastSlots;
    this.#pending.splice(0, minutes);
    for (let i = 0; i < rows.length; i++) this.#rows[i] = rows[i];
    return bytes;
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

const holds = (blocks: readonly PackedBlock[], slot: number): boolean =>
  blocks.some(({ first, state }) => (state[slot - first] ?? MISSING_MINUTE) !== MISSING_MINUTE);

const journalPath = (folder: string, day: TradingDay): string => join(folder, `${day.date}-${day.source}${SUFFIX}`);

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
  return bytes.length;
}

/** Makes the rename itself durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(join(path, ".."), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
