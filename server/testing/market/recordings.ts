/** Where the recorded market days are at hand: MARKET_DATA names their folder, or the one above it. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** The NSE website's chain of 29-Aug-2025: all expiries, with holes. */
export const SITE_CHAIN = "nse_nifty_chain_1min_2025-08-29.csv.gz";
/** Four expiries of 18-Aug-2026, the first one's last day. */
export const EXPIRY_DAY = "nse_nifty_chain_1min_2026-08-18_expiryday.csv.gz";

/** Every recorded day, and minutes of it to look at: the first and the last, and both sides of its longest hole. */
export const RECORDED_DAYS: readonly RecordedDay[] = [
  {
    date: "2025-08-29",
    file: SITE_CHAIN,
    minutes: ["09:24", "10:16", "10:35", "12:46", "15:28"],
    hole: "10:25",
  },
  {
    date: "2026-01-21",
    file: "stock_chain_20names_2026-01-21.csv.gz",
    minutes: ["09:16", "10:40", "13:49", "14:10", "15:29"],
    hole: "14:00",
  },
  {
    date: "2026-01-22",
    file: "index_chain_5min_2026-01-22.csv.gz",
    minutes: ["09:42", "10:52", "11:17", "12:24", "13:57"],
    hole: "11:00",
  },
  {
    date: "2026-01-27",
    file: "index_chain_5min_2026-01-27.csv.gz",
    minutes: ["10:11", "11:11", "11:25", "13:25", "15:29"],
    hole: "11:20",
  },
  {
    date: "2026-01-28",
    file: "index_chain_5min_2026-01-28.csv.gz",
    minutes: ["09:20", "10:01", "10:09", "11:54"],
    hole: "10:05",
  },
  {
    date: "2026-01-30",
    file: "index_chain_5min_2026-01-30.csv.gz",
    minutes: ["09:16", "13:12", "13:22", "15:26"],
    hole: "13:18",
  },
  {
    date: "2026-02-03",
    file: "index_chain_5min_2026-02-03.csv.gz",
    minutes: ["09:54", "10:13", "10:23", "15:28"],
    hole: "10:20",
  },
  {
    date: "2026-02-05",
    file: "index_chain_5min_2026-02-05.csv.gz",
    minutes: ["10:17", "10:22", "10:30", "11:32"],
    hole: "10:26",
  },
  {
    date: "2026-08-18",
    file: EXPIRY_DAY,
    minutes: ["10:43", "13:00", "14:05", "15:16", "15:25", "15:30"],
    hole: "15:35",
  },
];

export interface RecordedDay {
  readonly date: string;
  readonly file: string;
  readonly minutes: readonly string[];
  /** A minute that nobody captured. */
  readonly hole: string;
}

/** The folder of the recorded chains; undefined where it is not at hand. */
export function recordingsFolder(): string | undefined {
  const named = process.env["MARKET_DATA"];
  if (named === undefined) return undefined;
  const root = resolve(named); // commands run elsewhere
  return [root, join(root, "options_intraday")].find((folder) => existsSync(join(folder, SITE_CHAIN)));
}
