/**
 * Facts of contracts and days, imported reference rows before the built-in tables: what a part of the server asks when
 * it converts contracts to units, or refuses a day.
 *
 * Hours of trading are not among them: client and server must have one calendar (`workers/contract/domain/reference/calendar.ts`),
 * so a holiday list that says otherwise is a difference to be told (`differences.ts`), and only refuses or admits days
 * of an import.
 */

import { type Segment, underlyingOf } from "#contract/domain/instruments.ts";
import { isTradingDay, isWeekend } from "#contract/domain/reference/calendar.ts";
import { freezeQuantity, lotSize } from "#contract/domain/reference/lots.ts";
import { ownTicks, type Ticks } from "#contract/domain/reference/ticks.ts";
import { type IsoDate, type Qty, qty } from "#contract/domain/units.ts";
import { grouped } from "../grouped.ts";
import type { ReferenceRow, ReferenceRows } from "./reference-rows.ts";

export interface MarketFacts {
  /** Units per lot of the contract with this expiry as it stands on `date`; undefined where nobody knows. */
  lotSize(symbol: string, expiry: IsoDate, date: IsoDate): Qty | undefined;
  /** Units of one order at most, on `date`. */
  freezeQuantity(symbol: string, date: IsoDate): Qty;
  /** Steps of prices on `date` as an imported list has them, where they are not the default. */
  ticks?(symbol: string, date: IsoDate): Ticks | undefined;
  isTradingDay(segment: Segment, date: IsoDate): boolean;
  /** What imported lists say of the lot on `date`, each with its name. */
  listedLots?(
    symbol: string,
    expiry: IsoDate,
    date: IsoDate,
  ): readonly { readonly lot: number; readonly from: string }[];
  /** Whether an imported list has contracts with this expiry. */
  isListed?(symbol: string, expiry: IsoDate): boolean;
}

export const BUILT_IN: MarketFacts = { lotSize, freezeQuantity, isTradingDay };

/** As {@link MarketFacts}, with what only imported rows tell. */
export interface ReferenceFacts extends MarketFacts {
  /** Undefined where no list has the symbol on or before `date`. */
  sector(symbol: string, date: IsoDate): string | undefined;
  /** Of the newest list of the index that is not after `date`; empty where there is none. */
  constituents(index: string, date: IsoDate): readonly ReferenceRow<"constituents">[];
}

export function createReferenceFacts(rows: ReferenceRows): ReferenceFacts {
  const contracts = grouped(
    rows.contracts.filter(({ symbol, exchange }) => underlyingOf(symbol).exchange === exchange),
    ({ symbol, expiry }) => `${symbol} ${expiry}`,
  );
  const withTicks = grouped(
    rows.contracts.filter(({ tick }) => tick !== undefined),
    ({ symbol }) => symbol,
  );
  const lots = grouped(rows.lots, ({ symbol }) => symbol);
  const freezes = grouped(rows.freeze, ({ symbol }) => symbol);
  const sectors = grouped(rows.sectors, ({ symbol }) => symbol);
  const indexes = grouped(rows.constituents, ({ index }) => index);
  const holidays = new Set<string>(rows.holidays.map(({ date }) => date));
  const sessions = new Set<string>(rows.sessions.map(({ date }) => date));

  return {
    lotSize(symbol, expiry, date) {
      const listed = (contracts.get(`${symbol} ${expiry}`) ?? []).filter(({ lot }) => lot !== undefined);
      const ofContract = newest(listed, date, ({ seen }) => seen)?.lot;
      const ofSymbol = newest(lots.get(symbol), date, ({ from }) => from)?.lot;
      const builtIn = lotSize(symbol, expiry, date);
      // Contracts of an index differ in lot by expiry: a list by symbol knows less of them than the built-in table.
      const known = underlyingOf(symbol).kind === "stock" ? (ofSymbol ?? builtIn) : (builtIn ?? ofSymbol);
      // A list from later in the contract's life is better than nothing, and no more.
      const told = ofContract ?? known ?? listed.find(({ seen }) => seen !== undefined && seen > date)?.lot;
      return told === undefined ? undefined : qty(told);
    },

    listedLots(symbol, expiry, date) {
      const listed = newest(contracts.get(`${symbol} ${expiry}`), date, ({ seen }) => seen);
      const ofSymbol = newest(lots.get(symbol), date, ({ from }) => from);
      return [
        ...(listed?.lot === undefined ? [] : [{ lot: listed.lot, from: `contracts of ${listed.seen}` }]),
        ...(ofSymbol === undefined ? [] : [{ lot: ofSymbol.lot, from: `lots of ${ofSymbol.from}` }]),
      ];
    },

    isListed: (symbol, expiry) => contracts.has(`${symbol} ${expiry}`),

    freezeQuantity(symbol, date) {
      const told = newest(freezes.get(symbol), date, ({ from }) => from)?.units;
      return told === undefined ? freezeQuantity(symbol, date) : qty(told);
    },

    ticks(symbol, date) {
      const listed = withTicks.get(symbol);
      const tickOf = (kind: "option" | "future"): number | undefined => {
        const of = listed?.filter((row) => row.kind === kind);
        const seen = newest(of, date, (row) => row.seen)?.seen;
        const steps = of?.flatMap((row) => (row.seen === seen && row.tick !== undefined ? [row.tick] : [])) ?? [];
        return seen === undefined ? undefined : Math.max(...steps);
      };
      return ownTicks(symbol, { option: tickOf("option"), future: tickOf("future") });
    },

    isTradingDay(segment, date) {
      if (segment !== "equity-derivatives") return isTradingDay(segment, date);
      if (sessions.has(date)) return true;
      return isTradingDay(segment, date) && (isWeekend(date) || !holidays.has(date));
    },

    sector: (symbol, date) => newest(sectors.get(symbol), date, ({ from }) => from)?.sector,

    constituents(index, date) {
      const list = indexes.get(index);
      const from = newest(list, date, (row) => row.from)?.from;
      return list?.filter((row) => row.from === from) ?? [];
    },
  };
}

/** The row with the latest date that is not after `date`. */
function newest<Row>(
  rows: readonly Row[] | undefined,
  date: IsoDate,
  dateOf: (row: Row) => IsoDate | undefined,
): Row | undefined {
  let found: Row | undefined;
  for (const row of rows ?? []) {
    const at = dateOf(row);
    if (at === undefined || at > date) continue;
    if (found === undefined || at > (dateOf(found) ?? "")) found = row;
  }
  return found;
}
