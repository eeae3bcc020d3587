/** The open day's contracts of one exchange, as Alice Blue lists them. */
import type { PracticeContracts } from "../../contracts.ts";
import { csvOf, instrumentOf, listed } from "../listed.ts";
import { partsOf } from "./entities.ts";

const HEADER =
  "Exch,Exchange Segment,Symbol,Token,Instrument Type,Option Type,Strike Price,Instrument Name,Formatted Ins Name,Trading Symbol,Expiry Date,Lot Size,Tick Size";

/** @param wanted NFO, BFO or CDS. */
export async function instrumentsCsv(contracts: PracticeContracts, wanted: string): Promise<string> {
  const lines = await listed(contracts, (contract) => {
    const { exchange, symbol } = partsOf(contract);
    if (exchange !== wanted) return undefined;
    const { key, token, lot } = contract;
    const isFuture = key.type === "FUT";
    const fields = [
      ...[exchange, `${exchange.toLowerCase()}_fo`, key.underlying, token, instrumentOf(contract)],
      ...[isFuture ? "" : key.type, isFuture ? 0 : key.strike, key.underlying, symbol, symbol, key.expiry, lot],
      contracts.tick(key),
    ];
    return fields.join(",");
  });
  return csvOf(HEADER, lines);
}
