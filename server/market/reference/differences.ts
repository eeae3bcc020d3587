/** What imported rows say otherwise than the built-in tables, for the operator: one sentence each. */

import { underlyingOf } from "#contract/domain/instruments.ts";
import { addDays, isHoliday, isMuhurat, isTradingDay, isWeekend } from "#contract/domain/reference/calendar.ts";
import { scheduledFutures } from "#contract/domain/reference/expiries.ts";
import { DEFAULT_FREEZE, freezeQuantity, lotSize } from "#contract/domain/reference/lots.ts";
import type { ReferenceKind, ReferenceRow } from "./reference-rows.ts";

const SEGMENT = "equity-derivatives";

type Teller<Kind extends ReferenceKind> = (rows: readonly ReferenceRow<Kind>[]) => string[];

const TELLERS: { readonly [Kind in ReferenceKind]?: Teller<Kind> } = {
  contracts: (rows) =>
    rows.flatMap(({ symbol, exchange, expiry, lot, seen }) => {
      if (lot === undefined || seen === undefined || underlyingOf(symbol).exchange !== exchange) return [];
      const known = lotSize(symbol, expiry, seen);
      return known === undefined || known === lot
        ? []
        : [`${symbol} of ${expiry}: lot ${lot} on ${seen}, built in ${known}`];
    }),

  lots: (rows) =>
    rows.flatMap(({ symbol, lot, from }) => {
      const [expiry] = scheduledFutures(symbol, from);
      const known = expiry === undefined ? undefined : lotSize(symbol, expiry, from);
      return known === undefined || known === lot ? [] : [`${symbol}: lot ${lot} on ${from}, built in ${known}`];
    }),

  freeze: (rows) =>
    rows.flatMap(({ symbol, units, from }) => {
      const known = freezeQuantity(symbol, from);
      return known === DEFAULT_FREEZE || known === units
        ? []
        : [`${symbol}: freeze quantity ${units} on ${from}, built in ${known}`];
    }),

  holidays: (rows) => {
    const dates = rows.map(({ date }) => date).sort();
    const listed = new Set<string>(dates);
    const found: string[] = [];
    for (const date of dates) {
      if (isWeekend(date) || isMuhurat(date) || !isTradingDay(SEGMENT, date)) continue;
      found.push(`${date}: a holiday in the file, a trading day in the built-in calendar`);
    }
    const last = dates[dates.length - 1];
    for (let date = dates[0]; date < last; date = addDays(date, 1)) {
      if (isHoliday(SEGMENT, date) && !isWeekend(date) && !listed.has(date))
        found.push(`${date}: a holiday in the built-in calendar, not in the file`);
    }
    return found.sort();
  },

  sessions: (rows) =>
    rows.flatMap(({ date }) =>
      isTradingDay(SEGMENT, date) ? [] : [`${date}: a session in the file, none in the built-in calendar`],
    ),
};

export function differences<Kind extends ReferenceKind>(kind: Kind, rows: readonly ReferenceRow<Kind>[]): string[] {
  const tell = TELLERS[kind] as Teller<Kind> | undefined;
  return rows.length === 0 || tell === undefined ? [] : tell(rows);
}
