import { expect, test } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { settlement } from "./settlement.ts";

const DATE = isoDate("2026-08-27");

test("a contract of USDINR was settled when it stopped trading, not at the last price of its day", () => {
  const day = makeRoom({ symbol: "USDINR", expiry: DATE, date: DATE, spot: { ltp: 88.25 }, strikes: [{ strike: 88 }] });
  closeMinute(day, minute(12 * 60 + 30) - day.open);
  day.live.columns[LTP]![0] = 890_000;
  closeMinute(day, day.minutes.slots - 1);
  const room = { day, structureVersion: 1, minuteVersion: 1, tickVersion: 1 };
  const market = {
    ...{ room: () => room, doc: () => undefined, missing: () => undefined },
    prices: () => ({ version: 0, ltp: () => Number.NaN }),
  };
  const input = { market, pane: makePane({ symbol: "USDINR", expiry: DATE }) };
  const leg = { strike: 88, settledOn: { source: "sim", date: DATE } } as const;
  expect(settlement({ ...leg, type: "CE" }, day.room, input)).toBeCloseTo(0.25, 6);
  expect(settlement({ ...leg, type: "FUT" }, day.room, input)).toBeCloseTo(88.25, 6);
});
