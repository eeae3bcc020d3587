/** The open day's contracts as 5paisa's list of all segments. */
import { setImmediate as turn } from "node:timers/promises";
import type { PracticeContracts } from "../../contracts.ts";
import { partsOf } from "./entities.ts";

const HEADER =
  "Exch,ExchType,ScripCode,Name,Expiry,ScripType,StrikeRate,FullName,TickSize,LotSize,QtyLimit,Multiplier,SymbolRoot,BOCOAllowed,ISIN,ScripData,Series";
/** Lines between two turns of the event loop: some milliseconds' worth. */
const CHUNK = 2_000;

export async function instrumentsCsv(contracts: PracticeContracts): Promise<string> {
  const lines: string[] = [HEADER];
  for (const contract of contracts.all) {
    const { key, lot, token } = contract;
    const { exchange, segment, name, data } = partsOf(contract);
    const type = key.type === "FUT" ? "XX" : key.type;
    const fields = [
      ...[exchange, segment, token, name, `${key.expiry} 14:30:00`, type, key.strike.toFixed(2), name],
      ...[contracts.tick(key), lot, 0, 1, key.underlying, "Y", "", data, "XX"],
    ];
    lines.push(fields.join(","));
    if (lines.length % CHUNK === 0) await turn();
  }
  return `${lines.join("\n")}\n`;
}
