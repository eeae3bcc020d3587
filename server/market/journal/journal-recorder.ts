/** Keeps what the book closes: the current day in its journal, finished days in the archive. */
import { rm } from "node:fs/promises";
import { MISSING_MINUTE, type Source } from "#contract/domain/columns.ts";
import type { IsoDate, Minute } from "#contract/domain/units.ts";
import { minute } from "#contract/domain/units.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { type Fence, isReplaced } from "../../platform/data-folder/fence.ts";
import type { Log } from "../../platform/log.ts";
import { oneLine, StartError } from "../../platform/start-error.ts";
import type { Archive } from "../archive/archive.ts";
import type { ResumePoint, TradingDay } from "../feed.ts";
import type { MarketMetrics } from "../market-metrics.ts";
import type { ChangedRows } from "../open-day/changed-rows.ts";
import type { DayRecorder } from "../open-day/day-recorder.ts";
import { isOtherSimulation } from "../open-day/earlier-minutes.ts";
import { DayJournal, type FoundJournal, findJournals, holesOf, setAside } from "./journal.ts";

export interface JournalRecorderDeps {
  readonly folder: string;
  /** The feed's: journals of another source are not ours to touch, its feed may come back for them. */
  readonly source: Source;
  readonly archive: Archive;
  /** Where the days come from, in the words of the archive's manifests. */
  readonly origin: string;
  readonly clock: WallClock;
  readonly log: Log;
  readonly metrics: MarketMetrics;
  /** Asked before each write; without it nobody else can have the folder. */
  readonly fence?: Fence | undefined;
  /** Called at the start of a day, once the days before it are archived, with its date. */
  readonly afterArchiving?: ((today: IsoDate) => Promise<void>) | undefined;
}

/** The unfinished day among one source's journals (the newest), and the finished ones that were never archived. */
function sortJournals(found: readonly FoundJournal[]): {
  readonly current: FoundJournal | undefined;
  readonly finished: readonly FoundJournal[];
} {
  const byDate = [...found].sort((a, b) => (a.day.date < b.day.date ? -1 : a.day.date > b.day.date ? 1 : 0));
  return { current: byDate.at(-1), finished: byDate.slice(0, -1) };
}

/** Where a feed resumes: after the journal's last minute, or before the first of a day that has none yet. */
export function resumePoint({ day, lastMinute }: FoundJournal): ResumePoint {
  const first = Math.min(...day.rooms.map((room) => room.open as number));
  return { date: day.date, minute: minute(lastMinute ?? first - 1), day };
}

/** Why the journal cannot be written; its minutes are in memory only. */
const DEGRADED = "minutes are kept in memory only";
/** Until a finished day that could not be archived is tried again. */
const RETRY_MS = 5 * 60_000;

export class JournalRecorder implements DayRecorder {
  readonly #deps: JournalRecorderDeps;
  #found: FoundJournal | undefined;
  #journal: Promise<DayJournal> | undefined;
  #open: TradingDay | undefined;
  #fault: string | undefined;
  #damage: string | undefined;
  #archiving: Promise<void> = Promise.resolve();
  /** Finished days that the archive has not got, or whose journal stays: why, and what takes back their next attempt. */
  readonly #unarchived = new Map<TradingDay, { readonly fault: string; readonly cancel: () => void }>();
  #begun: Promise<void> = Promise.resolve();
  #isStopped = false;

  private constructor(deps: JournalRecorderDeps, found: FoundJournal | undefined) {
    this.#deps = deps;
    this.#found = found;
  }

  /** Reads the journals, and archives the days that ended without. @throws StartError in one line. */
  static async start(deps: JournalRecorderDeps): Promise<JournalRecorder> {
    const ours = (await findJournals(deps.folder, (line) => deps.log.warn({}, line))).filter(
      (found) => found.day.source === deps.source,
    );
    const { current, finished } = sortJournals(ours);
    for (const found of current ? [...finished, current] : finished) {
      if (found.cut > 0) deps.log.warn({ date: found.day.date, bytes: found.cut }, "journal: a torn tail was cut off");
    }
    const recorder = new JournalRecorder(deps, current);
    for (const found of ours) {
      const words = holesOf(found);
      if (words === undefined) continue;
      deps.log.error({ date: found.day.date }, words);
      await setAside(found).catch((error) =>
        deps.log.warn({ fault: oneLine(error) }, "the damaged journal is not kept"),
      );
      if (found === current) recorder.#damage = words;
    }
    for (const found of finished) recorder.#archiveFound(found);
    return recorder;
  }

  /** Where the feed goes on; undefined when there is no unfinished day. */
  get resume(): ResumePoint | undefined {
    return this.#found && resumePoint(this.#found);
  }

  /** Why minutes are not durable, or a finished day not archived; undefined while all is well. */
  get fault(): string | undefined {
    const waiting = [...this.#unarchived].map(([{ date }, { fault }]) => `${date} ${fault}`);
    const faults = this.#fault === undefined ? waiting : [this.#fault, ...waiting];
    return faults.length === 0 ? undefined : faults.join("; ");
  }

  /** What was lost of the open day's journal, in words; undefined where nothing was. */
  get damage(): string | undefined {
    return this.#damage;
  }

  known(day: TradingDay): TradingDay | undefined {
    const found = this.#found;
    if (found === undefined || found.day.date !== day.date || found.day.source !== day.source) return undefined;
    return isOtherSimulation(found.day, day) ? undefined : found.day;
  }

  begin(day: TradingDay, minutes: readonly number[], changed: readonly ChangedRows[]): void {
    const previous = this.#journal;
    const finished = this.#open;
    const found = this.#found;
    if (found?.day.date !== day.date && finished?.date !== day.date) this.#damage = undefined;
    this.#open = day;
    this.#found = undefined;
    const isSame = finished !== undefined && finished.date === day.date && finished.source === day.source;
    const journal = (async () => {
      const old = await previous;
      if (old && isSame) await old.close();
      else if (old && finished) this.#archiveOpened(old, finished);
      if (found && found.day.date < day.date) this.#archiveFound(found);
      this.#archiving = this.#archiving.then(() => this.#deps.afterArchiving?.(day.date));
      return DayJournal.create(this.#deps.folder, day, minutes, changed, this.#deps.fence);
    })();
    this.#journal = journal;
    this.#begun = journal.then(async (begun) => {
      await begun.flush();
    });
    this.#begun.catch((error) => this.#degrade(error));
  }

  written(): Promise<void> {
    return this.#begun.catch(() => undefined);
  }

  /** Resolves when the day that was begun is durable. @throws StartError when it cannot be made so. */
  async ready(): Promise<void> {
    try {
      await this.#begun;
    } catch (error) {
      throw new StartError(`Cannot write the journal in ${this.#deps.folder}: ${oneLine(error)}`);
    }
  }

  async minute(at: Minute): Promise<boolean> {
    const current = this.#journal;
    try {
      const journal = await current;
      if (journal === undefined) return true;
      const { bytes, ms } = await journal.append(at);
      this.#deps.metrics.journalBytes.inc(bytes);
      this.#deps.metrics.journalSeconds.observe(ms / 1000);
      if (this.#fault !== undefined && current === this.#journal) {
        this.#fault = undefined;
        this.#deps.log.info("journal: writing again, every minute of the day is durable");
      }
      return true;
    } catch (error) {
      this.#degrade(error);
      return !isReplaced(error, this.#deps.fence);
    }
  }

  /** Waits for what is being written and archived. The journal of an unfinished day stays. */
  async stop(): Promise<void> {
    // What is not archived yet is tried again by the next start.
    this.#isStopped = true;
    for (const { cancel } of this.#unarchived.values()) cancel();
    const journal = await this.#journal?.catch(() => undefined);
    await journal?.flush().catch((error) => this.#degrade(error));
    await journal?.close();
    await this.#archiving;
  }

  #degrade(error: unknown): void {
    const fault = `${oneLine(error)}: ${DEGRADED}`;
    if (this.#fault === undefined)
      this.#deps.log.error({ fault: oneLine(error) }, `journal: ${DEGRADED} until it can be written`);
    this.#fault = fault;
  }

  #archiveOpened(journal: DayJournal, day: TradingDay): void {
    this.#archiving = this.#archiving.then(async () => {
      // Whatever could not be written stays in memory: the archive is made from there.
      await journal.flush().catch(() => undefined);
      await this.#archiveDay(day, () => journal.remove());
      await journal.close();
    });
  }

  #archiveFound(found: FoundJournal): void {
    this.#archiving = this.#archiving.then(async () => {
      await this.#archiveDay(found.day, () => rm(found.path, { force: true }));
    });
  }

  /** The journal goes only when the archive has the day: it is tried until it has, or another process leads. */
  async #archiveDay(day: TradingDay, forget: () => Promise<void>, wasWritten = false): Promise<void> {
    const { archive, origin, clock, log } = this.#deps;
    let isWritten = wasWritten;
    try {
      this.#deps.fence?.check();
      const { date, source, symbols } = day;
      if (!isWritten && day.rooms.some((room) => room.minutes.state.some((state) => state !== MISSING_MINUTE))) {
        await archive.writeDay({ date, source, symbols, origin }, day.rooms);
      }
      isWritten = true;
      this.#deps.fence?.check();
      await forget();
      this.#unarchived.delete(day);
      log.info({ date, source, rooms: day.rooms.length }, "archived the finished day");
    } catch (error) {
      const fault = `${isWritten ? "is archived, but its journal stays" : "is not archived"}: ${oneLine(error)}`;
      log.error({ date: day.date, fault }, "the journal of a finished day stays");
      if (this.#isStopped || isReplaced(error, this.#deps.fence)) return;
      const cancel = clock.after(RETRY_MS, () => {
        this.#archiving = this.#archiving.then(() => this.#archiveDay(day, forget, isWritten));
      });
      this.#unarchived.set(day, { fault, cancel });
    }
  }
}
