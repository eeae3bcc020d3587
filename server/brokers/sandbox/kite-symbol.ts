/** What Kite calls a contract: the practice broker's list of instruments is written with it. */
import { type ContractKey, underlyingOf } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** NFO, BFO, or CDS for currency. */
export function kiteExchange({ exchange, underlying }: ContractKey): string {
  if (underlyingOf(underlying).kind === "currency") return "CDS";
  return exchange === "BSE" ? "BFO" : "NFO";
}

/**
 * 'NIFTY26NOV24600CE' of a month's last expiry, 'NIFTY26N1024600CE' of another (year, month as 1 to 9, O, N, D, day),
 * 'NIFTY26NOVFUT'.
 * @param expiries of the underlying's options, all that are listed.
 */
export function kiteSymbol({ underlying, expiry, strike, type }: ContractKey, expiries: readonly IsoDate[]): string {
  const year = expiry.slice(2, 4);
  const month = Number(expiry.slice(5, 7));
  const name = MONTHS[month - 1] ?? "";
  if (type === "FUT") return `${underlying}${year}${name}FUT`;
  const isLastOfMonth = !expiries.some((other) => other > expiry && other.slice(0, 7) === expiry.slice(0, 7));
  const when = isLastOfMonth ? name : `${month < 10 ? month : name.charAt(0)}${expiry.slice(8, 10)}`;
  return `${underlying}${year}${when}${strike}${type}`;
}
