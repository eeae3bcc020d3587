/** The market-data calls. Field paths start at the root of the JSON body, exactly as each call writes them. */
import { z } from "zod";
import { HISTORY_PATH, HVIV_PATH, INIT_PATH, OPEN_INTEREST_PATH, SOURCE_PARAM, TOKENS_PATH } from "./api-path.ts";
import { defineCall } from "./call.ts";

/** An expiry as state holds it: 'M:D:YYYY'. */
const expiryKey = z.string().regex(/^\d{1,2}:\d{1,2}:\d{4}$/);
const isoDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const entry = <Name extends string, Data extends z.ZodType>(name: Name, data: Data) =>
  z.object({ name: z.literal(name), data, date: isoDate });

/** Slot times 'HH:MM' of the equity session; `time9am` are the minutes before it that USDINR has too. */
export const TimeEntry = entry("time", z.array(z.string())).extend({ time9am: z.array(z.string()) });
export const IndexPrevEntry = entry(
  "indexPrev",
  z.object({
    /** Spot by index symbol, rupees, as of the call. */
    indexData: z.record(z.string(), z.number()),
    nifty_prev: z.number().nullable(),
    bank_prev: z.number().nullable(),
    sensex_prev: z.number().nullable(),
    bankex_prev: z.number().nullable(),
  }),
);
/** Exchange, symbol, expiries nearest first. `date` is the last live date. */
export const SymbolsAndExpiryEntry = entry(
  "SymbolsAndExpiry",
  z.record(z.string(), z.record(z.string(), z.array(expiryKey))),
);
/** Symbol to [lot size, strike step in rupees]. */
export const StrikeDifferenceEntry = entry(
  "StrikeDifference",
  z.record(z.string(), z.tuple([z.number(), z.number()])),
).extend({
  /** Symbol to the steps of its prices in rupees, where they are not 0.05 (USDINR 0.0025). */
  ticks: z.record(z.string(), z.object({ option: z.number().optional(), future: z.number().optional() })).optional(),
});
export const QtyFreezeEntry = entry("qtyfreeze", z.record(z.string(), z.number()));
export const FutureExpEntry = entry("futureExp", z.record(z.string(), z.array(expiryKey)));

export const InitList = z.tuple([
  TimeEntry,
  IndexPrevEntry,
  SymbolsAndExpiryEntry,
  StrikeDifferenceEntry,
  QtyFreezeEntry,
  FutureExpEntry,
]);
export type InitList = z.infer<typeof InitList>;

export const init = defineCall({
  method: "get",
  path: INIT_PATH,
  summary: "What the market lists today",
  access: "subscriber",
  response: z.object({ data: z.object({ data: InitList }) }),
});

/** One contract of a room. Prices in rupees; absent is null. */
export const TokenEntry = z.object({
  name: z.string(),
  type: z.enum(["EQ", "FUT", "CE", "PE"]),
  strike: z.number(),
  prevClose: z.number().nullable(),
  prev_oi: z.number().nullable(),
  prev_vol: z.number().nullable(),
  lot_size: z.number(),
  security_id: z.string(),
  /** [margin base, delta] */
  m: z.tuple([z.number(), z.number()]),
});
export type TokenEntry = z.infer<typeof TokenEntry>;

export const tokenDictionary = defineCall({
  method: "get",
  path: TOKENS_PATH,
  summary: "The contracts of a room, by token",
  access: "subscriber",
  response: z.object({
    data: z.object({
      data: z.record(z.string(), TokenEntry),
      lotSize: z.number(),
      /** Daily standard deviation of the underlying; what a reader uses where it is missing: workers/market/lines/volatility.ts. */
      sd: z.number().optional(),
    }),
  }),
});

const series = z.array(z.number().nullable());
/** One token's day: one entry per minute slot so far, aligned to the slot times; a hole is null. Prices in rupees. */
export const OpenInterestSeries = z.object({
  ltp: series,
  vwap: series,
  oi: series,
  vol: series,
  high: series,
  low: series,
});
/** [ltp, vwap, oi, volume, open, high, low, bid, bidQty, ask, askQty]; absent is null. */
export const LiveTick = z.array(z.number().nullable()).length(11);
export type LiveTick = z.infer<typeof LiveTick>;

export const openInterest = defineCall({
  method: "get",
  path: OPEN_INTEREST_PATH,
  summary: "A room's day by minute, and its last ticks",
  access: "subscriber",
  response: z.object({
    data: z.object({
      data: z.object({
        openInterestData: z.record(z.string(), OpenInterestSeries),
        live: z.record(z.string(), LiveTick),
      }),
    }),
  }),
});

export const SourceName = z.enum(["sim", "import", "kite"]);

/** A day of the past that can be shown: one entry for each source that has it. */
export const HistoryDay = z.object({
  date: isoDate,
  source: SourceName,
  /** What it has, by exchange. */
  symbols: z.record(z.string(), z.array(z.string())),
  /** Minutes between two snapshots of the source. */
  cadence: z.number(),
  /** It is simulated, or old enough to be practised on. */
  mayPractise: z.boolean(),
});
export type HistoryDay = z.infer<typeof HistoryDay>;

export const history = defineCall({
  method: "get",
  path: HISTORY_PATH,
  summary: "The days that can be shown as history",
  access: "subscriber",
  response: z.object({
    data: z.object({
      /** 'MM/DD/YYYY', oldest first, each once. */
      data: z.array(z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/)),
      /** The same days with what they hold: oldest first, on one date the real source before the simulated. */
      days: z.array(HistoryDay),
    }),
  }),
});

/** 'M/D/YYYY' */
export const dayPath = z.string().regex(/^\d{1,2}\/\d{1,2}\/\d{4}$/);
/** A day's change of the underlying and its IV at the money at the close, both per cent; null where it is not known. */
export const DayVolatility = z.tuple([z.number().nullable(), z.number().nullable()]);

/** Days that are being made and cannot be sent yet: ask again. */
export const pending = z.number();

export const volatility = defineCall({
  method: "get",
  path: HVIV_PATH,
  summary: "Daily change and implied volatility of every underlying, finished days only",
  access: "subscriber",
  response: z.object({
    /** Symbols beside `dates`, oldest first. A symbol's days are the last of `dates`, as many as it has. */
    data: z.object({ dates: z.array(dayPath) }).catchall(z.array(DayVolatility)),
    /** By symbol: whose days they are; more than one where days of several sources follow each other. */
    sources: z.record(z.string(), z.array(SourceName)),
    pending,
  }),
});

/** The market-data base of a past day: `day` is 'MM:DD:YYYY'. Replies are those of the live calls, as of the close. */
export const ofPastDay = {
  access: "premium",
  query: { [SOURCE_PARAM]: "sim, import or kite: whose day; the real one before the simulated unless told" },
} as const;

export const historyInit = defineCall({
  ...init,
  ...ofPastDay,
  path: `${HISTORY_PATH}/{day}/${INIT_PATH}`,
  summary: "What the market listed on a past day",
});

export const historyVolatility = defineCall({
  ...volatility,
  access: "premium",
  path: `${HISTORY_PATH}/{day}/${HVIV_PATH}`,
  summary: "Daily change and implied volatility of every underlying, up to a past day with it",
});

export const historyTokenDictionary = defineCall({
  ...tokenDictionary,
  ...ofPastDay,
  path: `${HISTORY_PATH}/{day}/${TOKENS_PATH}`,
  summary: "The contracts of a room on a past day, by token",
});

export const historyOpenInterest = defineCall({
  ...openInterest,
  ...ofPastDay,
  path: `${HISTORY_PATH}/{day}/${OPEN_INTEREST_PATH}`,
  summary: "A room's past day by minute, and its last ticks",
});
