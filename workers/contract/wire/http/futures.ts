/**
 * The market-data calls of futures rooms: the future of every underlying of one exchange and expiry. Paths carry the
 * expiry as rooms do, 'M/D/YYYY' or with colons. Their data has one level less than that of the option calls.
 */
import { z } from "zod";
import {
  FUTURES_DAILY_PATH,
  FUTURES_OPEN_INTEREST_PATH,
  FUTURES_TOKENS_PATH,
  HIST_FUTURES_PATH,
  HISTORY_PATH,
} from "./api-path.ts";
import { defineCall } from "./call.ts";
import { dayPath, OpenInterestSeries, ofPastDay, pending, SourceName, TokenEntry } from "./market.ts";

/** One future. `name` is what the futures screens list: its underlying. */
export const FutureEntry = TokenEntry.extend({
  type: z.literal("FUT"),
  strike: z.literal(0),
  symbol: z.string(),
  /** Of the contract: 'NIFTY26JULFUT'. */
  instrument: z.string(),
  /** 'M:D:YYYY' */
  expiry: z.string(),
});
export type FutureEntry = z.infer<typeof FutureEntry>;

export const futuresTokenDictionary = defineCall({
  method: "get",
  path: FUTURES_TOKENS_PATH,
  summary: "The futures of an exchange and expiry, by token",
  access: "subscriber",
  response: z.object({ data: z.record(z.string(), FutureEntry) }),
});

/** [ltp, vwap, oi, volume, previous close, high, low]; absent is null. */
export const FutureTick = z.array(z.number().nullable()).length(7);

export const futuresOpenInterest = defineCall({
  method: "get",
  path: FUTURES_OPEN_INTEREST_PATH,
  summary: "The day of an exchange's futures by minute, and their last ticks",
  access: "subscriber",
  response: z.object({
    data: z.object({
      openInterestData: z.record(z.string(), OpenInterestSeries),
      live: z.record(z.string(), FutureTick),
    }),
  }),
});

/**
 * OI changes of one day in units, by what they were: [long build, short build, long unwind, short cover]. Builds are
 * positive, unwinding and covering negative.
 */
export const DayBuildUps = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type DayBuildUps = z.infer<typeof DayBuildUps>;

export const futuresHistory = defineCall({
  method: "get",
  path: HIST_FUTURES_PATH,
  summary: "What the futures of an expiry built up on each finished day, by symbol and day",
  access: "subscriber",
  response: z.object({
    data: z.record(z.string(), z.record(dayPath, DayBuildUps)),
    /** By symbol: whose days they are. */
    sources: z.record(z.string(), z.array(SourceName)),
    pending,
  }),
});

export const historyFuturesHistory = defineCall({
  ...futuresHistory,
  access: "premium",
  path: `${HISTORY_PATH}/{day}/${HIST_FUTURES_PATH}`,
  summary: "What the futures of an expiry built up on each day up to a past one with it, by symbol and day",
});

const figure = z.number().nullable();

/**
 * A future's day: open, high, low and close in rupees, volume and OI at the close in units, null where the source does not say;
 * and 1 where minutes of the day are missing, so that no figure but the last is sure, else 0.
 */
export const FutureBar = z.tuple([
  figure,
  figure,
  figure,
  figure,
  figure,
  figure,
  z.union([z.literal(0), z.literal(1)]),
]);
export type FutureBar = z.infer<typeof FutureBar>;

export const futuresDaily = defineCall({
  method: "get",
  path: FUTURES_DAILY_PATH,
  summary: "What the futures of an expiry traded at on each finished day, by symbol and day",
  access: "subscriber",
  response: z.object({
    data: z.record(z.string(), z.record(dayPath, FutureBar)),
    /** By symbol: whose days they are. */
    sources: z.record(z.string(), z.array(SourceName)),
    pending,
  }),
});

export const historyFuturesDaily = defineCall({
  ...futuresDaily,
  access: "premium",
  path: `${HISTORY_PATH}/{day}/${FUTURES_DAILY_PATH}`,
  summary: "What the futures of an expiry traded at on each day up to a past one with it, by symbol and day",
});

export const historyFuturesTokenDictionary = defineCall({
  ...futuresTokenDictionary,
  ...ofPastDay,
  path: `${HISTORY_PATH}/{day}/${FUTURES_TOKENS_PATH}`,
  summary: "The futures of an exchange and expiry on a past day, by token",
});

export const historyFuturesOpenInterest = defineCall({
  ...futuresOpenInterest,
  ...ofPastDay,
  path: `${HISTORY_PATH}/{day}/${FUTURES_OPEN_INTEREST_PATH}`,
  summary: "A past day of an exchange's futures by minute, and their last ticks",
});
