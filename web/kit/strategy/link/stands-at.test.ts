import { expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { standsAt } from "./stands-at.ts";

const context = (date?: string): PaneContext => ({
  exchange: "NSE",
  symbol: "NIFTY",
  expiry: isoDate("2026-08-25"),
  expiries: [isoDate("2026-08-25")],
  futureExpiry: undefined,
  futureExpiries: [],
  ...(date !== undefined && { day: { source: "sim", date: isoDate(date) } }),
});
const DAY = "2026-08-18";
const replay = { mode: "replay", minute: 645.4 } as const;

it.each([
  ["the figures of the day", {}, DAY, undefined, true],
  ["no figures", { snapshot: undefined }, DAY, undefined, false],
  ["those of the day before the turn", { context: context("2026-08-17") }, DAY, undefined, false],
  ["those of the live market", { context: context() }, DAY, undefined, false],
  ["the minute", { clock: replay }, DAY, 645, true],
  ["another minute", { clock: replay }, DAY, 646, false],
  ["the close of the day", { clock: { mode: "history", minute: 645 } }, DAY, 645, false],
] as const)("%s", (_, figures, date, minute, stands) => {
  const state = { snapshot: {}, clock: undefined, context: context(date), ...figures };
  expect(standsAt(state as Parameters<typeof standsAt>[0], context(date), minute)).toBe(stands);
});
