/** The open day's contracts as Kite's list of instruments. */
import { setImmediate as turn } from "node:timers/promises";
import type { PracticeContracts } from "../../contracts.ts";
import { partsOf } from "./symbol.ts";

const HEADER =
  "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange";
/** Lines between two turns of the event loop: some milliseconds' worth. */
const CHUNK = 2_000;

/** @param only NFO, BFO or CDS; left out: all. */
export async function instrumentsCsv(contracts: PracticeContracts, only?: string): Promise<string> {
  const lines: string[] = [HEADER];
  for (const contract of contracts.all) {
    const { token, key, lot } = contract;
    const { exchange, tradingsymbol } = partsOf(contract);
    if (only !== undefined && exchange !== only) continue;
    const tick = contracts.tick(key);
    const segment = `${exchange}-${key.type === "FUT" ? "FUT" : "OPT"}`;
    const last = contracts.last(contract) ?? 0;
    lines.push(
      `${token},${token >>> 8},${tradingsymbol},${key.underlying},${last},${key.expiry},${key.strike},${tick},${lot},${key.type},${segment},${exchange}`,
    );
    if (lines.length % CHUNK === 0) await turn();
  }
  return `${lines.join("\n")}\n`;
}
