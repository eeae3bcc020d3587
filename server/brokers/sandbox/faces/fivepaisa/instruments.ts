/** The open day's contracts as 5paisa's list of all segments. */
import type { PracticeContracts } from "../../contracts.ts";
import { csvOf, listed } from "../listed.ts";
import { partsOf } from "./entities.ts";

const HEADER =
  "Exch,ExchType,ScripCode,Name,Expiry,ScripType,StrikeRate,FullName,TickSize,LotSize,QtyLimit,Multiplier,SymbolRoot,BOCOAllowed,ISIN,ScripData,Series";

export async function instrumentsCsv(contracts: PracticeContracts): Promise<string> {
  const lines = await listed(contracts, (contract) => {
    const { key, lot, token } = contract;
    const { exchange, segment, name, data } = partsOf(contract);
    const type = key.type === "FUT" ? "XX" : key.type;
    const fields = [
      ...[exchange, segment, token, name, `${key.expiry} 14:30:00`, type, key.strike.toFixed(2), name],
      ...[contracts.tick(key), lot, 0, 1, key.underlying, "Y", "", data, "XX"],
    ];
    return fields.join(",");
  });
  return csvOf(HEADER, lines);
}
