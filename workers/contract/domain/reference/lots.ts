/**
 * Lot sizes, freeze quantities and strike steps, as dated data.
 *
 * The lot belongs to the contract: an old series keeps its lot to expiry while new ones are listed with another, and
 * long-dated ones are converted on a day of their own. A contract master, where a source has one, overrides this.
 * Sources: NSE circulars of March 2021, March 2023, April 2024, October 2024, March 2025 and October 2025
 * (NSE/FAOP/70616); BSE notices of May 2023 and October 2024; checked against NSE's daily futures files 2020-2025.
 */

import { type IsoDate, type Lots, lots, type Qty, qty } from "../units.ts";
import { lastStockTerms, stockFreeze, stockLot } from "./stock-lots.ts";

interface LotChange {
  readonly lot: number;
  /** First expiry that carries it. */
  readonly expiries: string;
  /** Contracts have it from this trading date on; before it they were listed with the lot before. */
  readonly from?: string;
  /** The same for contracts that were already open as quarterlies (March, June, September, December). */
  readonly quarterliesFrom?: string;
  /** Expiries inside the range that kept the lot before: monthlies that were open when weeklies changed. */
  readonly except?: readonly string[];
}

const NOV_2024 = { from: "2024-11-21", quarterliesFrom: "2024-12-27" } as const;
const JUL_2025 = { expiries: "2025-07-01", from: "2025-04-25" } as const;
const JAN_2026 = { expiries: "2026-01-01", from: "2025-10-29", quarterliesFrom: "2025-12-31" } as const;

/** Oldest first. */
const LOTS: Readonly<Record<string, readonly LotChange[]>> = {
  NIFTY: [
    { lot: 75, expiries: "2015-11-01" },
    { lot: 50, expiries: "2021-07-01" },
    { lot: 25, expiries: "2024-04-27", from: "2024-04-26" },
    { lot: 75, expiries: "2025-01-01", ...NOV_2024, except: ["2025-01-30"] },
    { lot: 65, ...JAN_2026 },
  ],
  BANKNIFTY: [
    { lot: 20, expiries: "2018-01-01" },
    { lot: 25, expiries: "2020-07-01" },
    { lot: 15, expiries: "2023-07-01" },
    { lot: 30, expiries: "2025-02-01", ...NOV_2024 },
    { lot: 35, ...JUL_2025 },
    { lot: 30, ...JAN_2026 },
  ],
  FINNIFTY: [
    { lot: 40, expiries: "2021-01-01" },
    { lot: 25, expiries: "2024-07-01" },
    { lot: 65, expiries: "2025-02-01", ...NOV_2024 },
    { lot: 60, ...JAN_2026 },
  ],
  MIDCPNIFTY: [
    { lot: 75, expiries: "2022-01-01" },
    { lot: 50, expiries: "2024-07-01" },
    { lot: 120, expiries: "2025-02-01", ...NOV_2024 },
    { lot: 140, ...JUL_2025 },
    { lot: 120, ...JAN_2026 },
  ],
  SENSEX: [
    { lot: 15, expiries: "2018-01-01" },
    { lot: 10, expiries: "2023-05-15" },
    { lot: 20, expiries: "2025-01-01", ...NOV_2024, except: ["2025-01-28"] },
  ],
  BANKEX: [
    { lot: 20, expiries: "2018-01-01" },
    { lot: 15, expiries: "2023-05-15" },
    { lot: 30, expiries: "2025-02-01", ...NOV_2024 },
  ],
  // One contract of 1000 dollars; the 1000 is the underlying's multiplier.
  USDINR: [{ lot: 1, expiries: "2008-08-29" }],
};

const isQuarterly = (expiry: IsoDate): boolean => Number(expiry.slice(5, 7)) % 3 === 0;

function applies(change: LotChange, expiry: IsoDate, date: IsoDate): boolean {
  if (expiry < change.expiries || change.except?.includes(expiry)) return false;
  const from = (isQuarterly(expiry) ? change.quarterliesFrom : undefined) ?? change.from;
  return from === undefined || date >= from;
}

/** Units per lot of the contract with this expiry as it stands on `date`; undefined where it is not known. */
export function lotSize(symbol: string, expiry: IsoDate, date: IsoDate): Qty | undefined {
  const units = LOTS[symbol]?.findLast((change) => applies(change, expiry, date))?.lot ?? stockLot(symbol, expiry);
  return units === undefined ? undefined : qty(units);
}

interface FreezeChange {
  readonly units: number;
  readonly from: string;
}

/**
 * The largest quantity of one order, in units. NSE resets it monthly; listed are the changes found in its circulars of
 * July 2025 to July 2026 and the lists of June 2023 and December 2025, each from the first day it was seen.
 */
const FREEZE: Readonly<Record<string, readonly FreezeChange[]>> = {
  NIFTY: [{ units: 1800, from: "2023-06-01" }],
  BANKNIFTY: [
    { units: 900, from: "2023-06-01" },
    { units: 600, from: "2025-08-01" },
    { units: 900, from: "2025-09-01" },
    { units: 600, from: "2025-12-01" },
    { units: 900, from: "2026-04-01" },
    { units: 600, from: "2026-08-01" },
  ],
  FINNIFTY: [
    { units: 1800, from: "2023-06-01" },
    { units: 1200, from: "2025-12-01" },
    { units: 1800, from: "2026-02-01" },
    { units: 1200, from: "2026-03-02" },
    { units: 1800, from: "2026-08-01" },
  ],
  MIDCPNIFTY: [
    { units: 5500, from: "2023-06-01" },
    { units: 2800, from: "2025-08-01" },
  ],
  SENSEX: [{ units: 1000, from: "2023-05-15" }],
  BANKEX: [{ units: 900, from: "2023-05-15" }],
  // 10,001 contracts are refused, so 10,000 is the most; the specification splits at its own 5000.
  USDINR: [{ units: 10_000, from: "2020-01-01" }],
};

/** The specification's freeze quantity where none is known. */
export const DEFAULT_FREEZE: Qty = qty(5000);

/** The freeze quantity in force on `date`, in units; the first known one for earlier dates. */
export function freezeQuantity(symbol: string, date: IsoDate): Qty {
  const changes = FREEZE[symbol];
  const found = changes?.findLast((change) => change.from <= date) ?? changes?.[0];
  const units = found?.units ?? stockFreeze(symbol, date);
  return units === undefined ? DEFAULT_FREEZE : qty(units);
}

/** The most lots of one child order: whole lots below the freeze quantity, at least one. */
export const lotsPerOrder = (freeze: Qty, lot: Qty): Lots => lots(Math.max(1, Math.floor(freeze / lot)));

const STRIKE_STEPS: Readonly<Record<string, number>> = {
  NIFTY: 50,
  BANKNIFTY: 100,
  FINNIFTY: 50,
  MIDCPNIFTY: 25,
  SENSEX: 100,
  BANKEX: 100,
  USDINR: 0.25,
};

/**
 * Rupees between strikes near the money, where no strike list is at hand (the simulator, an empty room). A screen
 * takes the step from the listed strikes.
 */
export const defaultStrikeStep = (symbol: string): number => STRIKE_STEPS[symbol] ?? lastStockTerms(symbol)?.step ?? 5;
