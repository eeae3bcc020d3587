/**
 * Day by day: what every finished day came to, made once, kept, and put together into the replies that look back over
 * many days. Days that lack theirs (just archived, just imported) are made in the background; a reply tells what there is.
 *
 *     const aggregates = createAggregates({ archive, store, work, past: [], endedBefore, log });
 *     await aggregates.volatility();   // the reply as bytes, made again when a day is
 *     aggregates.refresh();            // a day was archived
 */
import { addDays } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { AppError } from "../../platform/errors.ts";
import type { ReplyBlob } from "../../platform/http/blob-reply.ts";
import { dropOldest } from "../../platform/limits/drop-oldest.ts";
import type { Log } from "../../platform/log.ts";
import { oneLine } from "../../platform/start-error.ts";
import type { Archive, DayManifest } from "../archive/archive.ts";
import { SOURCES } from "../archive/layout.ts";
import { jsonBlob } from "../day-json/reply-blob.ts";
import type { AggregateStore } from "./aggregate-store.ts";
import type { DayAggregates } from "./day-aggregates.ts";
import { type AggregateWork, makeAggregates, versionOf } from "./make-aggregates.ts";
import { futuresDailyReply, futuresHistoryReply, volatilityReply } from "./merge.ts";
import type { PastAnswer, PastDailies, PastQuestion } from "./past-dailies.ts";

export interface AggregatesDeps {
  readonly archive: Archive;
  readonly store: AggregateStore;
  readonly work: AggregateWork;
  /** Days that the archive does not have; the ones to be believed first come first. */
  readonly past: readonly PastDailies[];
  /** Days up to this one (not included) have ended. */
  readonly endedBefore: () => IsoDate;
  readonly log: Log;
}

export interface Aggregates {
  /** Looks for archived days that lack theirs, and makes them in the background. */
  refresh(): void;
  /** @param upTo the last day that is told; every ended one unless given. */
  volatility(upTo?: IsoDate): Promise<ReplyBlob>;
  /** undefined when no day up to `upTo` knows that expiry. */
  futuresHistory(expiry: IsoDate, upTo?: IsoDate): Promise<ReplyBlob | undefined>;
  /** What they traded at; undefined as above. */
  futuresDaily(expiry: IsoDate, upTo?: IsoDate): Promise<ReplyBlob | undefined>;
  /** Resolves when every day that was found has been made. Never rejects. */
  settled(): Promise<void>;
  /** No further day is begun. */
  stop(): Promise<void>;
}

/** One of volatility, two of each of three months on two exchanges, and some of past days. */
const MOST_REPLIES = 20;

export function createAggregates(deps: AggregatesDeps): Aggregates {
  const { archive, store, work, past, endedBefore, log } = deps;
  const versions = new WeakMap<DayManifest, string>();
  /** Days that could not be made, as they were: tried again when they change. */
  const failed = new Set<string>();
  const replies = new Map<string, { readonly of: PastAnswer; readonly blob: ReplyBlob | undefined }>();
  /** When they were made. */
  let repliesBefore: IsoDate | undefined;
  let making: Promise<void> = Promise.resolve();
  let isQueued = false;
  let isStopped = false;

  const version = (manifest: DayManifest): string => {
    const found = versions.get(manifest) ?? versionOf(manifest);
    versions.set(manifest, found);
    return found;
  };

  const nameOf = (manifest: DayManifest): string => `${keyOf(manifest)} ${version(manifest)}`;

  /** Stored days, but for those of which the archive has another version by now. */
  async function archivedDays(): Promise<{ whole: DayAggregates[]; missing: DayManifest[] }> {
    const stored = new Map((await store.days()).map((day) => [keyOf(day), day]));
    const missing: DayManifest[] = [];
    for (const manifest of await archive.days()) {
      if (stored.get(keyOf(manifest))?.madeOf === version(manifest)) continue;
      stored.delete(keyOf(manifest));
      missing.push(manifest);
    }
    const order = (day: DayAggregates): number => SOURCES.indexOf(day.source);
    return { whole: [...stored.values()].sort((a, b) => order(a) - order(b)), missing };
  }

  async function makeMissing(): Promise<void> {
    isQueued = false;
    const { missing } = await archivedDays();
    for (const manifest of missing) {
      const name = nameOf(manifest);
      if (isStopped || failed.has(name)) continue;
      try {
        await store.write(await makeAggregates(archive, work, manifest));
        log.debug({ date: manifest.date, source: manifest.source }, "aggregates: made");
      } catch (error) {
        // Too busy, or stopping: nothing is wrong with the day.
        if (isStopped || error instanceof AppError) return;
        failed.add(name);
        log.warn(
          { date: manifest.date, source: manifest.source, fault: oneLine(error) },
          "aggregates: a day is left out",
        );
      }
    }
  }

  function refresh(): void {
    if (isQueued || isStopped) return;
    isQueued = true;
    making = making
      .then(makeMissing)
      .catch((error: unknown) => log.error({ err: error }, "aggregates: the days cannot be read"));
  }

  /**
   * Ended days, the ones to be believed first first: real archived, other real ones, simulated. Up to a day that is real, real ones
   * alone: a simulated week before it would be nobody's market.
   */
  async function endedDays(expiry?: IsoDate, upTo?: IsoDate, wantsBars = false): Promise<PastAnswer> {
    const before = firstOf(endedBefore(), upTo);
    const { whole, missing } = await archivedDays();
    if (missing.length > 0) refresh();
    const archived = new Set(whole.map(keyOf));
    const isReal = [...whole, ...missing].some(({ date, source }) => date === upTo && source !== "sim");
    const question: PastQuestion = {
      before,
      isReal,
      ...(expiry === undefined ? {} : { expiry, wantsBars }),
      isArchived: (date, source) => archived.has(keyOf({ date, source })),
    };
    const answers = await Promise.all(past.map((dailies) => dailies.answer(question)));
    const all = [...whole, ...answers.flatMap(({ days }) => days)].filter(({ date }) => date < before);
    const waiting = missing.filter((manifest) => manifest.date < before && !failed.has(nameOf(manifest)));
    const simulated = isReal ? [] : all.filter(({ source }) => source === "sim");
    return {
      days: [...all.filter(({ source }) => source !== "sim"), ...simulated],
      pending: answers.reduce((sum, { pending }) => sum + pending, waiting.length),
    };
  }

  async function reply(
    expiry: IsoDate | undefined,
    upTo: IsoDate | undefined,
    make: (answer: PastAnswer) => object | undefined,
    wantsBars = false,
  ): Promise<ReplyBlob | undefined> {
    const answer = await endedDays(expiry, upTo, wantsBars);
    // With each day that ends the simulated ones are made anew: replies of before would hold the old ones.
    if (repliesBefore !== endedBefore()) replies.clear();
    repliesBefore = endedBefore();
    const name = `${expiry} ${upTo} ${wantsBars}`;
    const known = replies.get(name);
    if (known !== undefined && isSame(known.of, answer)) return known.blob;
    const made = make(answer);
    const blob = made && jsonBlob(made);
    replies.delete(name);
    replies.set(name, { of: answer, blob });
    dropOldest(replies, MOST_REPLIES);
    return blob;
  }

  return {
    refresh,
    async volatility(upTo) {
      return (await reply(undefined, upTo, volatilityReply)) ?? jsonBlob(volatilityReply(NOTHING));
    },
    futuresHistory: (expiry, upTo) => reply(expiry, upTo, (answer) => futuresHistoryReply(answer, expiry)),
    futuresDaily: (expiry, upTo) => reply(expiry, upTo, (answer) => futuresDailyReply(answer, expiry), true),
    async settled() {
      await making;
      await Promise.all(past.map((dailies) => dailies.settled()));
    },
    async stop() {
      isStopped = true;
      await making;
    },
  };
}

/** The first day that is not told. */
function firstOf(before: IsoDate, upTo: IsoDate | undefined): IsoDate {
  const after = upTo && addDays(upTo, 1);
  return after !== undefined && after < before ? after : before;
}

const keyOf = ({ date, source }: { readonly date: IsoDate; readonly source: string }): string => `${source} ${date}`;

const NOTHING: PastAnswer = { days: [], pending: 0 };

/** Days are read once a version of their file, so one that is the same is the same object. */
const isSame = (a: PastAnswer, b: PastAnswer): boolean =>
  a.pending === b.pending && a.days.length === b.days.length && a.days.every((day, i) => day === b.days[i]);
