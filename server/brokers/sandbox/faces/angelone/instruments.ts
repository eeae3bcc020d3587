/** The open day's contracts as Angel One's list of all instruments, which has strikes and steps in hundredths of a rupee. */
import { setImmediate as turn } from "node:timers/promises";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { PracticeContracts } from "../../contracts.ts";
import { partsOf } from "./entities.ts";

/** Rows between two turns of the event loop: some milliseconds' worth. */
const CHUNK = 2_000;
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const fixed = (value: number): string => value.toFixed(6);

export async function instrumentsJson(contracts: PracticeContracts): Promise<string> {
  const rows: string[] = [];
  for (const contract of contracts.all) {
    const { key, lot, token } = contract;
    const { exchange, symbol } = partsOf(contract);
    const { kind } = underlyingOf(key.underlying);
    const of = kind === "currency" ? "CUR" : kind === "index" ? "IDX" : "STK";
    const isFuture = key.type === "FUT";
    const scale = kind === "currency" ? 10_000_000 : 100;
    const [year = "", month = "", day = ""] = key.expiry.split("-");
    rows.push(
      JSON.stringify({
        token: String(token),
        symbol,
        name: key.underlying,
        expiry: `${day}${MONTHS[Number(month) - 1]}${year}`,
        strike: fixed(isFuture ? -1 : key.strike * scale),
        lotsize: String(lot),
        instrumenttype: (isFuture ? "FUT" : "OPT") + of,
        exch_seg: exchange,
        tick_size: fixed(contracts.tick(key) * scale),
      }),
    );
    if (rows.length % CHUNK === 0) await turn();
  }
  return `[${rows.join(",")}]`;
}
