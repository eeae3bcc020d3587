/** Small chains as the recorded files write them, for tests of the importers and of what they feed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

export const SITE_HEADER =
  "Fetch_Time,Symbol,Expiry_Date,CALLS_OI,CALLS_Chng_in_OI,CALLS_Volume,CALLS_IV,CALLS_LTP,CALLS_Net_Chng,CALLS_Bid_Qty,CALLS_Bid_Price,CALLS_Ask_Price,CALLS_Ask_Qty,Strike_Price,PUTS_OI,PUTS_Chng_in_OI,PUTS_Volume,PUTS_IV,PUTS_LTP,PUTS_Net_Chng,PUTS_Bid_Qty,PUTS_Bid_Price,PUTS_Ask_Price,PUTS_Ask_Qty,collection_timestamp";

/** OI, change of OI, volume (contracts), last price, net change, bid size (units), bid, ask, ask size (units). */
export type SiteSide = readonly [
  oi: number,
  oiChange: number,
  volume: number,
  ltp: number,
  change: number,
  ...quote: number[],
];

export interface SiteLine {
  /** 'HH:MM:SS' of the capture. */
  readonly at: string;
  readonly expiry?: string;
  readonly strike?: number;
  readonly calls?: SiteSide;
  readonly puts?: SiteSide;
  readonly symbol?: string;
  readonly date?: string;
}

const QUOTE = [750, 9.95, 10.05, 150] as const;
const SIDE: SiteSide = [100, 20, 1000, 10, -2, ...QUOTE];

const sideText = (side: SiteSide): string => {
  const [oi, oiChange, volume, ltp, change, ...quote] = side;
  return [oi, oiChange, volume, 12.5, ltp, change, ...(quote.length === 0 ? QUOTE : quote)].join(",");
};

export function siteLine(line: SiteLine): string {
  const {
    at,
    expiry = "2025-09-02",
    strike = 24500,
    calls = SIDE,
    puts = SIDE,
    symbol = "NIFTY",
    date = "2025-08-29",
  } = line;
  return `${date}T${at}+05:30,${symbol},${expiry},${sideText(calls)},${strike},${sideText(puts)},${date}T${at}+05:30`;
}

export const ROWS_HEADER =
  "timestamp,symbol,expiry,strike,option_type,spot,ltp,volume,oi,oi_chg,iv,delta,gamma,theta,vega,rho";

export interface RowLine {
  /** 'HH:MM'. */
  readonly at: string;
  readonly date?: string;
  readonly symbol?: string;
  readonly expiry?: string;
  readonly strike?: number;
  readonly type?: string;
  readonly spot?: number;
  readonly ltp?: number;
  /** Contracts. */
  readonly volume?: number;
  readonly oi?: number;
  readonly oiChange?: number;
}

export function rowLine(line: RowLine): string {
  const { at, date = "2026-08-18", symbol = "NIFTY50", expiry = "2026-08-18", strike = 24200, type = "CE" } = line;
  const { spot = 24_212.8, ltp = 80.5, volume = 1000, oi = 500, oiChange = -20 } = line;
  const stamp = `${date}T${at}:00+05:30`;
  return `${stamp},${symbol},${expiry},${strike}.0,${type},${spot},${ltp},${volume}.0,${oi}.0,${oiChange}.0,12.5,0.5,1e-06,-4.6,0.9,0.3`;
}

/** Both sides of three strikes over some minutes, with figures that move. */
export function rowChain(minutes: readonly string[], day: Pick<RowLine, "date" | "expiry"> = {}): string[] {
  return minutes.flatMap((at, i) =>
    [24_150, 24_200, 24_250].flatMap((strike) =>
      ["CE", "PE"].map((type) => {
        const distance = type === "CE" ? 24_212.8 - strike : strike - 24_212.8;
        const ltp = Math.round(Math.max(distance, 0) + 40 + i) + 0.05;
        return rowLine({
          ...day,
          at,
          strike,
          type,
          ltp,
          volume: 1000 + i * 10,
          oi: 500 + i * 5,
          oiChange: 100 + i * 5,
        });
      }),
    ),
  );
}

export const SNAPSHOT_HEADER =
  "Symbol,Expiry,Strike,CE_LTP,CE_OI,CE_Volume,PE_LTP,PE_OI,PE_Volume,Spot,%Change,timestamp,Max_Pain,snapshot";

/** Last price, OI, volume (units). */
export type SnapshotSide = readonly [ltp: number, oi: number, volume: number];

export interface SnapshotLine {
  /** 'HH:MM' of the snapshot. */
  readonly at: string;
  /** 'HH:MM:SS' of the capture; the snapshot's own minute unless told. */
  readonly captured?: string;
  readonly symbol?: string;
  readonly strike?: number;
  readonly calls?: SnapshotSide;
  readonly puts?: SnapshotSide;
  readonly spot?: number;
  readonly change?: number;
}

export function snapshotLine(line: SnapshotLine): string {
  const { at, captured = `${at}:20`, symbol = "NIFTY", strike = 25_300 } = line;
  const { calls = [100.05, 6500, 130_000], puts = [90.5, 3250, 65_000], spot = 25_310.5, change = 0.5 } = line;
  return `${symbol},2026-02-03,${strike}.0,${calls.join(",")},${puts.join(",")},${spot},${change},2026-01-30 ${captured},123,2026-01-30T${at}+05:30`;
}

/** Both sides of six strikes at some minutes; what `change` says of a strike at a minute differs. */
export function snapshotChain(
  minutes: readonly string[],
  change: (at: string, index: number) => Partial<SnapshotLine> = () => ({}),
): string[] {
  return minutes.flatMap((at, i) =>
    [0, 1, 2, 3, 4, 5].map((index) =>
      snapshotLine({
        at,
        strike: 25_150 + index * 50,
        calls: [160 - index * 25 + i, 6500 + i * 65, 13_000 + i * 650],
        puts: [20 + index * 25 - i, 3250 + i * 65, 6500 + i * 650],
        ...change(at, index),
      }),
    ),
  );
}

/** Writes a file of lines; gzip where the name ends so. @returns its path. */
export function writeChain(folder: string, name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  const text = `${lines.join("\n")}\n`;
  writeFileSync(path, name.endsWith(".gz") ? gzipSync(text) : text);
  return path;
}
