/** A small list of instruments in Kite's form, for tests: two indices, a stock, USDINR, and what the product leaves out. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const HEADER =
  "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange";

const NFO = 2;
const CDS = 3;
const NSE = 1;
const BFO = 5;
const INDICES = 9;

let exchangeToken = 1000;
const tokenIn = (segment: number): number => ((exchangeToken++ << 8) | segment) >>> 0;

function line(
  segment: number,
  values: { symbol: string; name?: string; expiry?: string; strike?: number; lot?: number; type: string; of: string },
): string {
  const { symbol, name = "", expiry = "", strike = 0, lot = 1, type, of } = values;
  const token = tokenIn(segment);
  const market = of.split("-")[0];
  const tick = name === "NIFTY" && type === "FUT" ? 0.1 : 0.05;
  return [token, token >>> 8, symbol, name, 0, expiry, strike, tick, lot, type, of, market].join(",");
}

function chain(segment: number, of: string, name: string, expiry: string, strikes: readonly number[], lot: number) {
  return strikes.flatMap((strike) =>
    ["CE", "PE"].map((type) =>
      line(segment, { symbol: `${name}${expiry}${strike}${type}`, name, expiry, strike, lot, type, of: `${of}-OPT` }),
    ),
  );
}

const future = (segment: number, of: string, name: string, expiry: string, lot: number): string =>
  line(segment, { symbol: `${name}${expiry}FUT`, name, expiry, lot, type: "FUT", of: `${of}-FUT` });

const steps = (from: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i * step);

/** The list of 27 July 2026, a Monday: NIFTY weekly and monthly, SENSEX, RELIANCE, USDINR, and other people's contracts. */
export function kiteInstruments(): string {
  exchangeToken = 1000;
  return [
    HEADER,
    line(INDICES, { symbol: "NIFTY 50", name: "NIFTY 50", type: "EQ", of: "INDICES" }),
    line(INDICES, { symbol: "SENSEX", name: "SENSEX", type: "EQ", of: "INDICES" }),
    line(INDICES, { symbol: "INDIA VIX", name: "INDIA VIX", type: "EQ", of: "INDICES" }),
    line(NSE, { symbol: "RELIANCE", name: "RELIANCE INDUSTRIES", type: "EQ", of: "NSE" }),
    line(NSE, { symbol: "UNLISTED", name: "NOTHING WRITTEN ON IT", type: "EQ", of: "NSE" }),
    future(NFO, "NFO", "NIFTY", "2026-07-28", 65),
    future(NFO, "NFO", "NIFTY", "2026-08-25", 65),
    future(NFO, "NFO", "RELIANCE", "2026-07-28", 500),
    ...chain(NFO, "NFO", "NIFTY", "2026-08-25", steps(24_000, 100, 4), 65),
    ...chain(NFO, "NFO", "NIFTY", "2026-07-28", steps(24_000, 50, 6), 65),
    ...chain(NFO, "NFO", "NIFTY", "2026-12-29", steps(24_000, 1000, 2), 65),
    ...chain(NFO, "NFO", "NIFTY", "2026-07-21", steps(24_000, 50, 2), 65),
    ...chain(NFO, "NFO", "RELIANCE", "2026-07-28", [1390, 1402.5, 1415], 500),
    future(BFO, "BFO", "SENSEX", "2026-07-30", 20),
    ...chain(BFO, "BFO", "SENSEX", "2026-07-30", steps(79_000, 100, 3), 20),
    ...chain(BFO, "BFO", "RELIANCE", "2026-07-30", [1400], 500),
    future(CDS, "CDS", "USDINR", "2026-07-29", 1),
    ...chain(CDS, "CDS", "USDINR", "2026-07-29", [86.25, 86.5], 1),
    ...chain(CDS, "CDS", "EURINR", "2026-07-29", [100], 1),
    line(4, { symbol: "GOLD26AUGFUT", name: "GOLD", expiry: "2026-08-05", lot: 1, type: "FUT", of: "MCX-FUT" }),
  ].join("\n");
}

/** @returns the path of the written list. */
export function writeKiteInstruments(folder: string, text = kiteInstruments()): string {
  const path = join(folder, "instruments.csv");
  writeFileSync(path, `${text}\n`);
  return path;
}
