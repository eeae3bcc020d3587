/** The open day's contracts as Angel One's list of all instruments, which has strikes and steps in hundredths of a rupee. */
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { PracticeContracts } from "../../contracts.ts";
import { instrumentOf, listed } from "../listed.ts";
import { dayInWords } from "../stamps.ts";
import { partsOf } from "./entities.ts";

const fixed = (value: number): string => value.toFixed(6);

export async function instrumentsJson(contracts: PracticeContracts): Promise<string> {
  const rows = await listed(contracts, (contract) => {
    const { key, lot, token } = contract;
    const { exchange, symbol } = partsOf(contract);
    const scale = underlyingOf(key.underlying).kind === "currency" ? 10_000_000 : 100;
    return JSON.stringify({
      token: String(token),
      symbol,
      name: key.underlying,
      expiry: dayInWords(key.expiry).join("").toUpperCase(),
      strike: fixed(key.type === "FUT" ? -1 : key.strike * scale),
      lotsize: String(lot),
      instrumenttype: instrumentOf(contract),
      exch_seg: exchange,
      tick_size: fixed(contracts.tick(key) * scale),
    });
  });
  return `[${rows.join(",")}]`;
}
