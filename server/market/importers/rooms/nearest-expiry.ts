/** The nearest expiry that the exchange listed on a day, remembered: thousands of lines ask for one day. */
import type { IsoDate } from "#contract/domain/units.ts";
import { RowError } from "../formats/chain-format.ts";

/**
 * @param listed the expiries of a symbol on a date, nearest first.
 * @returns a lookup that throws RowError where none is listed.
 */
export function createNearestExpiry(listed: (symbol: string, date: IsoDate) => readonly IsoDate[]) {
  const known = new Map<string, IsoDate | undefined>();
  return (symbol: string, date: IsoDate): IsoDate => {
    const key = `${symbol} ${date}`;
    if (!known.has(key)) known.set(key, listed(symbol, date)[0]);
    const expiry = known.get(key);
    if (expiry === undefined) throw new RowError(`no expiry of ${symbol} is known on ${date}`);
    return expiry;
  };
}
