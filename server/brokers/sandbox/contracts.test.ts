/** Contracts of a day on which USDINR has weekly futures, and what faces call them. */
import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { listedExpiries } from "../../feeds/simulated/exchange/listing.ts";
import { FAKE_DATE, fakeDay, fakeRoom } from "../../testing/market/fake-feed.ts";
import { PROFILES, type ProfileId } from "../profiles.ts";
import { symbolName } from "../symbol-names.ts";
import { isOwnOfMonth, PracticeContracts } from "./contracts.ts";
import { ContractNames } from "./faces/face.ts";
import { NAMES as FYERS } from "./faces/fyers/entities.ts";
import { NAMES as KITE } from "./faces/kite/symbol.ts";

const { options: expiries } = listedExpiries("USDINR", FAKE_DATE);
const { symbols, ...day } = fakeDay();
const contracts = new PracticeContracts({
  ...day,
  symbols: symbols.map((one) => (one.symbol === "USDINR" ? { ...one, expiries, futureExpiries: expiries } : one)),
  rooms: new Map(
    expiries.map((expiry) => fakeRoom("USDINR", expiry, 4)).map((room) => [room.room, { day: room, closedPrices: [] }]),
  ),
});
const all = [...contracts.all];
const WEEKLY = isoDate("2026-08-07");
const weekly = all.find(({ key }) => key.type === "FUT" && key.expiry === WEEKLY) ?? expect.unreachable();

/** Dhan's names have the month alone: its contracts go by number. */
const NAMED = (Object.keys(PROFILES) as ProfileId[]).filter((id) => id !== "dhan");

test.each(NAMED)("%s: no two contracts of the day have one name", (broker) => {
  expect(new Set(all.map(({ key, isMonthly }) => symbolName(broker, key, isMonthly))).size).toBe(all.length);
});

test("an order by the weekly future's name finds the weekly future", () => {
  expect(FYERS.find(contracts, "NSE:USDINR26807FUT")).toBe(weekly);
  expect(KITE.find(contracts, "CDS:USDINR26807FUT")).toBe(weekly);
  expect(FYERS.find(contracts, "NSE:USDINR26AUGFUT")?.key.expiry).toBe("2026-08-27");
});

test("a future is its month's own by its name, whatever the options' expiries are", () => {
  expect(isOwnOfMonth(weekly.name, weekly.key)).toBe(false);
  const moved = { ...weekly.key, underlying: "NIFTY", expiry: isoDate("2026-11-23") };
  expect(isOwnOfMonth("NIFTY26NOVFUT", moved)).toBe(true);
});

test("a name that two contracts share finds neither", () => {
  const names = new ContractNames(({ key }) => (key.type === "FUT" ? key.expiry.slice(0, 7) : "an option"));
  expect(names.find(contracts, "2026-08")).toBeUndefined();
  expect(names.find(contracts, "2026-07")?.key.expiry).toBe("2026-07-29");
});
