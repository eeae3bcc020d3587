/**
 * NIFTY on its expiry of 18 August 2026, by the minute from 10:43 to 15:30, as it was recorded: the raw figures for a plain
 * script, and the same day as a derivation reads it. At hand where MARKET_DATA names the folder of the files.
 */
import { LTP, OI, VOL } from "#contract/domain/columns.ts";
import type { Derivation } from "#contract/worker/derivation.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { type LiveDay, makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { recordedLines } from "./recorded-lines.ts";

const FILE = "options_intraday/nse_nifty_chain_1min_2026-08-18_expiryday.csv.gz";
/** Units a lot: the file counts lots. */
export const LOT = 65;
export const OPEN = 555;

/** One line of the file; OI and volume in units. */
export interface Quote {
  readonly at: number;
  readonly strike: number;
  readonly side: "CE" | "PE";
  readonly spot: number;
  readonly ltp: number;
  readonly oi: number;
  readonly vol: number;
}

export interface ExpiryDay {
  readonly quotes: readonly Quote[];
  /** Minutes of the IST day that have figures. */
  readonly minutes: readonly number[];
  /** The figures of one minute. */
  at(minute: number): readonly Quote[];
  of(minute: number, strike: number, side: "CE" | "PE"): Quote;
  readonly strikes: readonly number[];
  /** The same day with every minute closed. Rows: spot, then call and put by strike. */
  readonly live: LiveDay;
}

export function readExpiryDay(): ExpiryDay {
  const byMinute = new Map<number, Quote[]>();
  for (const line of recordedLines(FILE)) {
    if (line["expiry"] !== "2026-08-18") continue;
    const time = line["timestamp"] ?? "";
    const at = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
    const quote: Quote = {
      at,
      strike: Number(line["strike"]),
      side: line["option_type"] === "CE" ? "CE" : "PE",
      spot: Number(line["spot"]),
      ltp: Number(line["ltp"]),
      oi: Number(line["oi"]) * LOT,
      vol: Number(line["volume"]) * LOT,
    };
    byMinute.set(at, [...(byMinute.get(at) ?? []), quote]);
  }
  const minutes = [...byMinute.keys()].sort((a, b) => a - b);
  const quotes = minutes.flatMap((minute) => byMinute.get(minute) ?? []);
  const strikes = [...new Set(quotes.map((quote) => quote.strike))].sort((a, b) => a - b);
  const live = makeLiveDay(
    makeRoom({
      expiry: "2026-08-18",
      date: "2026-08-18",
      spot: {},
      strikes: strikes.map((one) => ({ strike: one, ce: {}, pe: {} })),
    }),
  );
  const rowOf = new Map(
    strikes.flatMap((one, i) => [
      [`${one}CE`, 1 + i * 2],
      [`${one}PE`, 2 + i * 2],
    ]),
  );
  for (const minute of minutes) {
    for (const quote of byMinute.get(minute) ?? []) {
      const row = rowOf.get(`${quote.strike}${quote.side}`) ?? -1;
      live.set(LTP, 0, Math.round(quote.spot * 100));
      live.set(LTP, row, Math.round(quote.ltp * 100));
      live.set(OI, row, quote.oi);
      live.set(VOL, row, quote.vol);
    }
    live.close(minute - OPEN);
  }
  return {
    quotes,
    minutes,
    at: (minute) => byMinute.get(minute) ?? [],
    of(minute, one, side) {
      const quote = byMinute.get(minute)?.find((each) => each.strike === one && each.side === side);
      if (!quote) throw new Error(`no ${one} ${side} at ${minute}`);
      return quote;
    },
    strikes,
    live,
  };
}

/** Of all tests of a file: each only reads it. */
let kernel: Kernel | undefined;

/**
 * What a screen shows when the day is replayed to a minute of the IST day, with its default params but for those given.
 * @throws where it shows nothing
 */
export function shownAt<Params, Snapshot, Scratch>(
  { live }: ExpiryDay,
  { screen, createScratch, derive }: Derivation<Params, Snapshot, Kernel, Scratch>,
  minute: number,
  params: Partial<Params> = {},
): Snapshot {
  kernel ??= createKernel(loadQuantModule());
  const input = { ...live.input(minute - OPEN, "replay"), kernel, params: { ...screen.defaults, ...params } };
  const snapshot = derive(input, createScratch());
  if (!snapshot) throw new Error(`${screen.id} shows nothing at ${minute}`);
  return snapshot;
}
