/**
 * A past that is made as aggregates: closes of up to three hundred days, which is the work of a moment,
 * and what the futures of an expiry built up over the last twenty, made day by day when that expiry is first asked for.
 */

import { EXCHANGES, futuresRoomName, type RoomName } from "#contract/domain/instruments.ts";
import { previousTradingDay } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DayBuildUps, FutureBar } from "#contract/wire/http/futures.ts";
import type { DayAggregates } from "../../market/aggregates/day-aggregates.ts";
import type { PastAnswer, PastDailies } from "../../market/aggregates/past-dailies.ts";
import type { RoomFutures } from "../../market/aggregates/room-futures.ts";
import { AppError } from "../../platform/errors.ts";
import { dropOldest } from "../../platform/limits/drop-oldest.ts";
import type { Log } from "../../platform/log.ts";
import { oneLine } from "../../platform/start-error.ts";

export interface MadeDailiesDeps {
  /** The days up to this one (included), oldest first, without build-ups. */
  readonly closes: (upTo: IsoDate) => Promise<readonly DayAggregates[]>;
  /** Of the futures of a room; empty where the day does not list it. */
  readonly futures: (date: IsoDate, room: RoomName) => Promise<RoomFutures>;
  readonly log: Log;
}

/** As many as can be looked at. */
const BUILD_UP_DAYS = 20;
/** Those of every expiry of both exchanges, and of some that have ended. */
const MOST_KEPT = 20 * BUILD_UP_DAYS;
/** Of today, and of past days that are looked at. */
const MOST_CLOSES = 4;
const SEGMENT = "equity-derivatives";

export function createMadeDailies({ closes, futures, log }: MadeDailiesDeps): PastDailies {
  /** By the day that they go up to. */
  const closesUpTo = new Map<IsoDate, Promise<readonly DayAggregates[]>>();
  /** By expiry and date; undefined for a day that could not be made. */
  const made = new Map<string, DayAggregates | undefined>();
  /** Expiries that are being made, so that each is begun once. */
  const making = new Map<IsoDate, Promise<void>>();

  async function closesBefore(before: IsoDate): Promise<PastAnswer> {
    const upTo = previousTradingDay(SEGMENT, before);
    const days = closesUpTo.get(upTo) ?? closes(upTo);
    closesUpTo.delete(upTo);
    closesUpTo.set(upTo, days);
    dropOldest(closesUpTo, MOST_CLOSES);
    days.catch(() => closesUpTo.delete(upTo));
    return { days: await days, pending: 0 };
  }

  async function makeDays(expiry: IsoDate, dates: readonly IsoDate[]): Promise<void> {
    for (const date of dates) {
      try {
        keep(expiry, date, await dayOf(date, expiry));
      } catch (error) {
        // Too busy, or stopping: nothing is wrong with the day.
        if (error instanceof AppError) return;
        keep(expiry, date, undefined);
        log.warn({ date, expiry, fault: oneLine(error) }, "aggregates: a simulated day is left out");
      }
    }
  }

  function keep(expiry: IsoDate, date: IsoDate, day: DayAggregates | undefined): void {
    made.set(`${expiry} ${date}`, day);
    dropOldest(made, MOST_KEPT);
  }

  async function dayOf(date: IsoDate, expiry: IsoDate): Promise<DayAggregates> {
    const buildUps: Record<string, DayBuildUps> = {};
    const bars: Record<string, FutureBar> = {};
    for (const exchange of EXCHANGES) {
      const found = await futures(date, futuresRoomName(exchange, expiry));
      Object.assign(buildUps, found.buildUps);
      Object.assign(bars, found.bars);
    }
    const ofExpiry = { buildUps: { [expiry]: buildUps }, bars: { [expiry]: bars } };
    return { date, source: "sim", madeOf: "simulation", closes: {}, ...ofExpiry };
  }

  return {
    async answer({ before, expiry, isReal = false, isArchived }) {
      if (isReal) return { days: [], pending: 0 };
      if (expiry === undefined) return closesBefore(before);
      const dates = datesBefore(before).filter((date) => date <= expiry && !isArchived(date, "sim"));
      const missing = dates.filter((date) => !made.has(`${expiry} ${date}`));
      if (missing.length > 0 && !making.has(expiry)) {
        const done = makeDays(expiry, missing).finally(() => making.delete(expiry));
        making.set(expiry, done);
      }
      const days = dates.flatMap((date) => made.get(`${expiry} ${date}`) ?? []);
      return {
        days: days.filter((day) => Object.keys(day.buildUps[expiry] ?? {}).length > 0),
        pending: missing.length,
      };
    },
    async settled() {
      await Promise.all(making.values());
    },
  };
}

/** The newest first: what is looked at first. */
function datesBefore(before: IsoDate): IsoDate[] {
  const dates: IsoDate[] = [];
  for (let date = before; dates.length < BUILD_UP_DAYS; dates.push(date)) date = previousTradingDay(SEGMENT, date);
  return dates;
}
