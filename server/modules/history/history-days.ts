/** Which days of the past there are, and each of them. The archive is asked on every call: imports run beside us. */

import type { Source } from "#contract/domain/columns.ts";
import type { Exchange } from "#contract/domain/instruments.ts";
import { previousTradingDay } from "#contract/domain/reference/calendar.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import type { Archive, DayManifest } from "../../market/archive/archive.ts";
import { SOURCES } from "../../market/archive/layout.ts";
import type { MadePast } from "../../market/made-past.ts";
import type { OpenArchivedDay } from "./archived-day.ts";
import type { PastDay } from "./past-day.ts";
import type { OpenSimulatedDay } from "./simulated-day.ts";

/** The simulated exchange, where it is the feed. */
export interface Simulation {
  readonly past: Pick<MadePast, "underlyings">;
  readonly open: OpenSimulatedDay;
}

export interface HistoryDaysDeps {
  readonly archive: Archive;
  readonly openArchived: OpenArchivedDay;
  readonly simulation: Simulation | undefined;
  /** Days before it have ended on the exchange's clock. */
  readonly endedBefore: () => IsoDate;
  /** Whether a recorded day may be practised on. */
  readonly isOldEnough: (date: IsoDate) => boolean;
}

export type ListedDay = HistoryDay & { readonly date: IsoDate };

export interface HistoryDays {
  /** Oldest first; on one date the real source before the simulated. */
  list(): Promise<ListedDay[]>;
  /** The day of that source; without one, the real before the simulated. Undefined where there is none. */
  open(date: IsoDate, source: Source | undefined): Promise<PastDay | undefined>;
}

/** Trading days before the simulated exchange's present one that can be made. */
const SIMULATED_DAYS = 20;

export function createHistoryDays(deps: HistoryDaysDeps): HistoryDays {
  const { archive, openArchived, simulation, endedBefore, isOldEnough } = deps;

  return {
    async list() {
      const days = (await archive.days())
        // A recorded day that is served as today, and what was imported after it, have not happened yet.
        .filter(({ date }) => date < endedBefore())
        .map((day) => archivedEntry(day, day.source === "sim" || isOldEnough(day.date)));
      const known = new Set(days.filter(({ source }) => source === "sim").map(({ date }) => date));
      if (simulation !== undefined) {
        const made = datesBefore(endedBefore()).filter((date) => !known.has(date));
        days.push(...made.map((date) => simulatedEntry(date, simulation.past)));
      }
      // Stable: on one date the archive's days, real ones first, come before one that is made.
      return days.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    },

    async open(date, source) {
      if (date >= endedBefore()) return undefined;
      for (const one of source === undefined ? SOURCES : [source]) {
        const manifest = await archive.day(one, date);
        if (manifest !== undefined) return openArchived(manifest);
      }
      const canBeMade = source === undefined || source === "sim";
      if (!canBeMade || simulation === undefined || !datesBefore(endedBefore()).includes(date)) return undefined;
      return simulation.open(date);
    },
  };
}

function datesBefore(today: IsoDate): IsoDate[] {
  const dates: IsoDate[] = [];
  for (let date = today; dates.length < SIMULATED_DAYS; dates.push(date)) {
    date = previousTradingDay("equity-derivatives", date);
  }
  return dates;
}

type Traded = readonly { readonly symbol: string; readonly exchange: Exchange }[];

const archivedEntry = ({ date, source, symbols, cadence }: DayManifest, mayPractise: boolean): ListedDay => ({
  date,
  source,
  symbols: byExchange(symbols),
  cadence,
  mayPractise,
});

const simulatedEntry = (date: IsoDate, past: Pick<MadePast, "underlyings">): ListedDay => ({
  date,
  source: "sim",
  symbols: byExchange(past.underlyings(date)),
  cadence: 1,
  mayPractise: true,
});

function byExchange(traded: Traded): Record<string, string[]> {
  const symbols: Record<string, string[]> = {};
  for (const { exchange, symbol } of traded) {
    symbols[exchange] ??= [];
    symbols[exchange].push(symbol);
  }
  return symbols;
}
