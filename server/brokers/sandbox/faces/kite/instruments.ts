/** The open day's contracts as Kite's list of instruments. */
import type { PracticeContracts } from "../../contracts.ts";
import { csvOf, listed } from "../listed.ts";
import { partsOf } from "./symbol.ts";

const HEADER =
  "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange";

/** @param only NFO, BFO or CDS; left out: all. */
export async function instrumentsCsv(contracts: PracticeContracts, only?: string): Promise<string> {
  const lines = await listed(contracts, (contract) => {
    const { token, key, lot } = contract;
    const { exchange, tradingsymbol } = partsOf(contract);
    if (only !== undefined && exchange !== only) return undefined;
    const tick = contracts.tick(key);
    const segment = `${exchange}-${key.type === "FUT" ? "FUT" : "OPT"}`;
    const last = contracts.last(contract) ?? 0;
    return `${token},${token >>> 8},${tradingsymbol},${key.underlying},${last},${key.expiry},${key.strike},${tick},${lot},${key.type},${segment},${exchange}`;
  });
  return csvOf(HEADER, lines);
}
